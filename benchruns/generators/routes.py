"""Which load generators may carry out what: those that have all labels it asks for.

A label is had where name and text are the same. Who asks for none is served by any.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

from benchruns.generators import registration
from benchruns.models import Generator

Labels = Mapping[str, str]
_Key = TypeVar("_Key", bound=Hashable)


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


def able(asked: Labels) -> list[Generator]:
    """Those that are there now, idle or busy, and have all that is asked for; by name."""
    return [each for each in registration.there() if has(each.labels, asked)]


def fleet() -> list[dict[str, str]]:
    """The labels of each generator that is there now."""
    return list(registration.there().values_list("labels", flat=True))


def unserved(asked: Mapping[_Key, Labels]) -> set[_Key]:
    """The keys of those labels that no generator has that is there now.

    No query, where nobody asks for any.
    """
    if not any(asked.values()):
        return set()
    told = fleet()
    return {
        key
        for key, wanted in asked.items()
        if wanted and not any(has(labels, wanted) for labels in told)
    }


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
