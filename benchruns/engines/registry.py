"""The database engines that Benchbook knows, by name: a folder each beside this one."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from benchruns.engines import support
from benchruns.engines.engine import Engine, Family
from benchruns.engines.mariadb import MARIADB
from benchruns.engines.mysql import MYSQL
from benchruns.engines.postgresql import POSTGRESQL
from benchruns.engines.sqlserver import SQLSERVER
from benchruns.engines.support import Support

# In the order of lists and choices; of a family the one first that others take after.
ENGINES: Mapping[str, Engine] = {
    engine.name: engine for engine in (MYSQL, MARIADB, POSTGRESQL, SQLSERVER)
}
ENGINE_CHOICES = [(engine.name, engine.label) for engine in ENGINES.values()]
FAMILIES: Mapping[str, Family] = {
    engine.family.name: engine.family for engine in ENGINES.values()
}
RESTRICTED = tuple(
    name for name, engine in ENGINES.items() if engine.publishing_restricted is not None
)
UNSTATED = "unstated"


def version_slug(engine_version: str) -> str:
    """The version as it stands in a page's address; ``unstated`` where none is named."""
    return engine_version.lower().replace(" ", "-") or UNSTATED


def engine_title(engine: str, engine_version: str) -> str:
    """``MySQL 8.0``; ``PostgreSQL, version unstated`` where the source names none."""
    label = ENGINES[engine].label
    if not engine_version:
        return _("%(engine)s, version unstated") % {"engine": label}
    return f"{label} {engine_version}"


def support_of(engine: str, engine_version: str) -> Support | None:
    """Until when its vendor mends it; None where no date is known here."""
    return support.of_line(ENGINES[engine].support, engine_version)


def labels_of(family: Family) -> list[str]:
    """What the engines of the family are called, the first one first."""
    return [each.label for each in ENGINES.values() if each.family is family]


def engine_called(word: str) -> Engine | None:
    """By its name, its label or another name that tools give it, without case."""
    wanted = word.strip().casefold()
    for engine in ENGINES.values():
        if wanted in {engine.name, engine.label.casefold(), *engine.called}:
            return engine
    return None


def only_engine(tool: str, driver: str | None = None) -> str | None:
    """The engine that a tool must have spoken to, by its word for the protocol if it
    needs one; None where it may have been one of several."""
    found = [
        engine.name
        for engine in ENGINES.values()
        if (words := engine.words_of(tool)) and (driver is None or driver in words)
    ]
    return found[0] if len(found) == 1 else None


def drivers_of(tool: str) -> tuple[str, ...]:
    """All words by which a tool calls the protocols that it speaks."""
    words = (word for engine in ENGINES.values() for word in engine.words_of(tool))
    return tuple(dict.fromkeys(words))


def engine_of(
    family: Family, settings: Mapping[str, str], *, given: Engine | None = None
) -> Engine:
    """Which engine of the family a server's settings are of; in doubt the one that is
    given, else the first."""
    members = [engine for engine in ENGINES.values() if engine.family is family]
    found = (each for each in members if each.is_told_by(settings))
    return next(found, given or members[0])
