"""In which parameters a run is not the published row that it repeats."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from django.utils.translation import gettext as _

ASSUMED, SCALED, OVERRIDDEN = "assumed", "scaled", "overridden"


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """``published`` null is not stated; ``kind`` is assumed, scaled or overridden.

    One that is scaled and has the published value here says why nothing was divided.
    """

    kind: str
    name: str
    published: Any  # JSON scalar
    here: Any  # JSON scalar
    why: str

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What is run ``here`` beside what is ``printed``, by a parameter's name.

    ``essential`` are those without which a figure cannot be repeated, ``given`` those
    that were asked for in place of the published ones. ``why_assumed`` has more to say
    of some that are not printed.
    """

    printed: Mapping[str, int]
    here: Mapping[str, Any]
    defaults: Mapping[str, Any]
    essential: Sequence[str]
    given: Mapping[str, object]
    why_resized: str
    why_assumed: Mapping[str, str] = field(default_factory=dict)

    def assumed(self) -> Iterator[Difference]:
        """What is not printed and had to be chosen."""
        for name in self.essential:
            if name not in self.printed and name not in self.given:
                yield assumed(name, self.here[name], why=self.why_assumed.get(name))

    def changed(self) -> Iterator[Difference]:
        """What is not as printed: overridden, else resized."""
        for name, here in self.here.items():
            printed = self.printed.get(name)
            if here == printed or self._follows(name):
                continue
            if name in self.given:
                yield overridden(name, printed, here)
            elif printed is not None:
                yield Difference(
                    kind=SCALED,
                    name=name,
                    published=printed,
                    here=here,
                    why=self.why_resized,
                )

    def _follows(self, name: str) -> bool:
        """Whether it is left to the others or to its default, and so says nothing."""
        here = self.here[name]
        if here is None or name in self.essential:
            return here is None
        return name not in self.printed and bool(here == self.defaults[name])


def overridden(name: str, published: Any, here: Any) -> Difference:
    return Difference(
        kind=OVERRIDDEN,
        name=name,
        published=published,
        here=here,
        why=_("Given; the published row does not state it.")
        if published is None
        else _("Given in place of the published value."),
    )


def undivided(*, rows: int) -> Difference:
    return Difference(
        kind=SCALED,
        name="table_size",
        published=rows,
        here=rows,
        why=_("The workload always has %(rows)s rows: nothing was divided.")
        % {"rows": f"{rows:,}"},
    )


def assumed(name: str, here: Any, *, why: str | None = None) -> Difference:
    """``here`` is a JSON scalar: a number, where nothing more is to be said of it."""
    return Difference(
        kind=ASSUMED,
        name=name,
        published=None,
        here=here,
        why=why
        or _("The paper does not state it; %(value)s is assumed.")
        % {"value": f"{here:,}"},
    )
