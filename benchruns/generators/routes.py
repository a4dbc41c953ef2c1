"""Which load generators may carry out what: those that have all labels that it asks for, and
the tool that makes its load.

A label is had where name and text are the same. Who asks for none is served by any that has
the tool. One that told of no tools, or never of itself, is taken to have them.
"""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Self, TypeVar

from benchruns.generators import registration
from benchruns.models import Generator, Run
from benchruns.workloads import WORKLOADS

Labels = Mapping[str, str]
ASKED = ("generator_labels", "generators", "workload")  # of a run: for ``Wanted.asked``
ANY = ""  # whoever is there will do, by name of a generator
_Key = TypeVar("_Key", bound=Hashable)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a run asks for: so many ``generators`` at once, each with all ``labels`` and the
    ``tool``, a name of ``Generator.tools``; empty for none."""

    labels: Labels
    tool: str = ""
    generators: int = 1

    @classmethod
    def of(cls, run: Run) -> Self:
        return cls.asked(run.generator_labels, run.generators, run.workload)

    @classmethod
    def asked(cls, labels: Labels, generators: int, workload: str) -> Self:
        """By a run with these columns; of a workload that this release has no more the tool
        is not known."""
        load = WORKLOADS.get(workload)
        tool = load.tool if load is not None else ""
        return cls(labels=labels, tool=tool, generators=generators)

    @property
    def is_any(self) -> bool:
        """Whether any one with the tool will do."""
        return self.generators == 1 and not self.labels

    @property
    def by_one(self) -> Self:
        """What each of them has to have."""
        return replace(self, generators=1)


def has(generator: Generator, wanted: Wanted) -> bool:
    has_tool = not wanted.tool or not generator.tools or wanted.tool in generator.tools
    return has_tool and wanted.labels.items() <= generator.labels.items()


def may_carry(worker: str, wanted: Wanted) -> bool:
    """Whether the worker of this name has all that is asked for.

    One that never told of itself has no labels.
    """
    told = Generator.objects.filter(name=worker).first()
    return not wanted.labels if told is None else has(told, wanted)


def fleet() -> list[Generator]:
    """Those that are there now, idle or busy."""
    return list(registration.there())


def serves(fleet: Iterable[Generator], wanted: Wanted) -> bool:
    """Whether as many have it all as are to make one load together."""
    return sum(has(each, wanted) for each in fleet) >= wanted.generators


def lacking(fleet: Collection[Generator], wanted: Wanted) -> Wanted | None:
    """What is ``wanted`` that this fleet cannot serve; None where it can.

    The tool is left out where too few have the labels already. While no worker has told of
    itself, a single one with no labels is taken to come.
    """
    if serves(fleet, wanted) or (wanted.is_any and not fleet):
        return None
    without_tool = replace(wanted, tool="")
    return wanted if serves(fleet, without_tool) else without_tool


def unserved(asked: Mapping[_Key, Wanted]) -> dict[_Key, Wanted]:
    """By key what the generators that are there now cannot serve."""
    there = fleet() if asked else []
    found = {key: lacking(there, each) for key, each in asked.items()}
    return {key: each for key, each in found.items() if each is not None}


def destinations(asked: Mapping[_Key, Wanted]) -> dict[_Key, str]:
    """For each, that asks for one generator, the name of an idle one that has it all, or
    ``ANY`` where all who are there have.

    Each generator is named as seldom as can be: it takes one run at a time. Left out are
    those for which none is idle.
    """
    there = fleet() if asked else []
    special = {key for key, each in asked.items() if not _is_for_all(each, there)}
    idle = list(registration.idle()) if special else []
    named: Counter[str] = Counter()
    found = {}
    for key, wanted in asked.items():
        if key not in special:
            found[key] = ANY
        elif fitting := [each.name for each in idle if has(each, wanted)]:
            found[key] = min(fitting, key=lambda name: (named[name], name))
            named[found[key]] += 1
    return found


def _is_for_all(wanted: Wanted, there: Iterable[Generator]) -> bool:
    return not wanted.labels and all(has(each, wanted) for each in there)
