"""What the settings of an engine's servers say, under the server's own names."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

Settings = Mapping[str, str]


class Replication(StrEnum):
    """What a commit waits for.

    ``UNAWAITED``: nobody, whether there is no secondary or one that follows
    asynchronously; the papers pair the two.
    """

    UNAWAITED = "unawaited"
    SEMI_SYNCHRONOUS = "semi_synchronous"
    SYNCHRONOUS = "synchronous"


def _unknown(_edition: str, _settings: Settings) -> Replication | None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSettings:
    """``version`` and ``buffer`` name the settings that hold them, empty where none does;
    behind a version's number ``has_words_after_version`` may be. ``page_bytes`` is what a
    bare number of the buffer counts, where it counts pages.

    ``durability`` names those that decide whether a commit survives, ``core`` those of
    them without which nobody can say; ``is_durable`` says it of the stated ones, with
    all settings beside them. ``replication`` is told by the edition and the settings,
    of which ``awaited`` name the standbys.
    ``meant`` is what stated settings amount to, where one decides what another means;
    ``unlisted`` is what a server has that was asked itself and lists no such setting.
    ``own`` finds names that servers of this family alone have, ``usual`` and
    ``usual_beginnings`` tell a pasted list of settings, whose format is ``pasted_as``.
    ``units`` are those of bare numbers, for engines that show them with a unit.
    """

    is_durable: Callable[[Settings, Settings], bool | None]
    replication: Callable[[str, Settings], Replication | None] = _unknown
    meant: Callable[[Settings], Settings] = dict
    unlisted: Settings = field(default_factory=dict)
    version: str = ""
    has_words_after_version: bool = False
    buffer: str = ""
    page_bytes: int | None = None
    durability: tuple[str, ...] = ()
    core: tuple[str, ...] = ()
    awaited: tuple[str, ...] = ()
    own: re.Pattern[str] | None = None
    usual: frozenset[str] = frozenset()
    usual_beginnings: tuple[str, ...] = ()
    pasted_as: str = ""
    units: Mapping[str, str] | None = None

    def amounting(self, settings: Settings, *, names: Iterable[str]) -> dict[str, str]:
        """Those of ``names`` that are stated, each as what it amounts to."""
        meant = self.meant(settings)
        return {name: str(meant[name]) for name in names if name in settings}

    def is_usual(self, name: str) -> bool:
        return name in self.usual or name.startswith(self.usual_beginnings)
