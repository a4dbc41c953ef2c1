"""In which parameters a run is not the published row that it repeats."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

ASSUMED, SCALED, OVERRIDDEN = "assumed", "scaled", "overridden"


class Why(StrEnum):
    """Why something is not as published; ``benchruns.sentences.differences`` says it."""

    NOT_STATED = "not_stated"
    RAMPUP_NOT_STATED = "rampup_not_stated"
    DURATION_NOT_STATED = "duration_not_stated"
    LADDER = "ladder"
    LADDER_STEP = "ladder_step"
    GIVEN = "given"
    GIVEN_NOT_STATED = "given_not_stated"
    GIVEN_LADDER = "given_ladder"
    DIVIDED = "divided"
    RATIO_KEPT = "ratio_kept"
    NOT_DIVIDED = "not_divided"


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """``published`` null is not stated; ``kind`` is assumed, scaled or overridden.

    ``code`` is a Why; ``values`` is what it states beside ``published`` and ``here``.
    One that is scaled and has the published value here says why nothing was divided.
    """

    kind: str
    name: str
    published: Any  # JSON scalar
    here: Any  # JSON scalar
    code: Why
    values: Mapping[str, Any] = field(default_factory=dict)  # JSON

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What is run ``here`` beside what is ``printed``, by a parameter's name.

    ``essential`` are those without which a figure cannot be repeated, ``given`` those
    that were asked for in place of the published ones. ``why_resized`` comes with its
    values; ``why_assumed`` has more to say of some that are not printed.
    """

    printed: Mapping[str, int]
    here: Mapping[str, Any]
    defaults: Mapping[str, Any]
    essential: Sequence[str]
    given: Mapping[str, object]
    why_resized: tuple[Why, Mapping[str, Any]]
    why_assumed: Mapping[str, Why] = field(default_factory=dict)

    def assumed(self) -> Iterator[Difference]:
        """What is not printed and had to be chosen."""
        for name in self.essential:
            if name not in self.printed and name not in self.given:
                why = self.why_assumed.get(name, Why.NOT_STATED)
                yield assumed(name, self.here[name], why=why)

    def changed(self) -> Iterator[Difference]:
        """What is not as printed: overridden, else resized."""
        resized, values = self.why_resized
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
                    code=resized,
                    values=values,
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
        code=Why.GIVEN_NOT_STATED if published is None else Why.GIVEN,
    )


def undivided(*, rows: int) -> Difference:
    return Difference(
        kind=SCALED,
        name="table_size",
        published=rows,
        here=rows,
        code=Why.NOT_DIVIDED,
    )


def assumed(name: str, here: Any, *, why: Why = Why.NOT_STATED) -> Difference:
    """``here`` is a JSON scalar: a number, where nothing more is to be said of it."""
    return Difference(kind=ASSUMED, name=name, published=None, here=here, code=why)
