"""Which load generators may carry out what: those that have all labels it asks for.

A label is had where name and text are the same. Who asks for none is served by any.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Self, TypeVar

from benchruns.generators import registration
from benchruns.models import Generator, Run

Labels = Mapping[str, str]
_Key = TypeVar("_Key", bound=Hashable)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a run asks for: so many ``generators`` at once, each with all ``labels``."""

    labels: Labels
    generators: int = 1

    @classmethod
    def of(cls, run: Run) -> Self:
        return cls(labels=run.generator_labels, generators=run.generators)

    @property
    def is_any(self) -> bool:
        """Whether any one will do."""
        return self.generators == 1 and not self.labels


def has(labels: Labels, asked: Labels) -> bool:
    return asked.items() <= labels.items()


def may_carry(worker: str, asked: Labels) -> bool:
    """Whether the worker of this name has all that is asked for.

    One that never told of itself has no labels.
    """
    if not asked:
        return True
    told = Generator.objects.filter(name=worker).values_list("labels", flat=True)
    return any(has(labels, asked) for labels in told)


def fleet() -> list[dict[str, str]]:
    """The labels of each generator that is there now, idle or busy."""
    return list(registration.there().values_list("labels", flat=True))


def serves(fleet: Iterable[Labels], wanted: Wanted) -> bool:
    """Whether as many have the labels as are to make one load together."""
    return sum(has(each, wanted.labels) for each in fleet) >= wanted.generators


def unserved(asked: Mapping[_Key, Wanted]) -> set[_Key]:
    """The keys of what the generators that are there now cannot serve.

    No query, where everybody asks for any one.
    """
    asking = {key: each for key, each in asked.items() if not each.is_any}
    there = fleet() if asking else []
    return {key for key, each in asking.items() if not serves(there, each)}


def destinations(asked: Iterable[tuple[_Key, Labels]]) -> dict[_Key, str]:
    """For each that asks for labels the name of an idle generator that has them.

    Each generator is named as seldom as can be: it takes one run at a time. Left out are
    those for which none is idle.
    """
    wanting = [(key, labels) for key, labels in asked if labels]
    if not wanting:
        return {}
    idle = list(registration.idle())
    named: Counter[str] = Counter()
    found = {}
    for key, wanted in wanting:
        fitting = [each.name for each in idle if has(each.labels, wanted)]
        if fitting:
            found[key] = min(fitting, key=lambda name: (named[name], name))
            named[found[key]] += 1
    return found
