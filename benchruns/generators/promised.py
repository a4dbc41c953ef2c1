"""Idle load generators that a run of several, begun already, still waits for.

They look idle until they have joined it. Were they counted so, two runs could each have
begun with generators that only one of them can get.
"""

from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from django.db.models import Exists, F, OuterRef
from django.utils import timezone

from benchruns.generators import registration
from benchruns.generators.routes import ASKED, Wanted, has, serves
from benchruns.models import Generator, Run, RunPart
from benchruns.vocabulary import PartState, RunState

_Key = TypeVar("_Key", bound=Hashable)


def too_few_to_spare(asked: Mapping[_Key, Wanted]) -> set[_Key]:
    """The keys of what cannot begin now; of several generators alone, for a single one is
    told by its message."""
    several = {key: each for key, each in asked.items() if each.generators > 1}
    spare = _to_spare(_idle(), _missing()) if several else []
    return {key for key, each in several.items() if not serves(spare, each)}


def may_begin(wanted: Wanted, *, worker: str, waiting: Iterable[Wanted] = ()) -> bool:
    """Whether this worker may take what is ``wanted``: no run that has begun lacks it
    then, nor one that is ``waiting`` for its turn, and there are enough others to make it
    together."""
    missing = [
        *_missing(),
        *(each.by_one for each in waiting for _one in range(each.generators)),
    ]
    if _is_needed(worker, missing):
        return False
    others = wanted.generators - 1
    if not others:
        return True
    spare = _to_spare(_idle(beside=worker), missing)
    return serves(spare, replace(wanted, generators=others))


def _is_needed(worker: str, waiting: Collection[Wanted]) -> bool:
    if not waiting:
        return False
    _spare, without = _dealt(_idle(worker), waiting)
    _spare, with_all = _dealt(_idle(), waiting)
    return without > with_all


def _to_spare(idle: Iterable[Generator], missing: Iterable[Wanted]) -> list[Generator]:
    return _dealt(idle, missing)[0]


def _idle(beside: str = "") -> list[Generator]:
    return list(registration.idle().exclude(name=beside))


def _dealt(
    idle: Iterable[Generator], waiting: Iterable[Wanted]
) -> tuple[list[Generator], int]:
    """Those left once each who waits has one, and how many get none.

    Who has the smallest choice chooses first, and takes the one that has least beside that.
    """
    left = sorted(idle, key=_all_that_it_has)
    choices = list(left)
    in_vain = 0
    for asked in sorted(waiting, key=lambda asked: _count(choices, asked)):
        fitting = next((each for each in left if has(each, asked)), None)
        if fitting is None:
            in_vain += 1
        else:
            left.remove(fitting)
    return left, in_vain


def _count(generators: Iterable[Generator], asked: Wanted) -> int:
    return sum(has(each, asked) for each in generators)


def _all_that_it_has(generator: Generator) -> tuple[int, bool, int, str]:
    """One that told of no tools is taken to have all."""
    tools = generator.tools
    return len(generator.labels), not tools, len(tools), generator.name


def _missing() -> list[Wanted]:
    """What each generator has to have that has not come yet to a run which has begun."""
    begun = Run.objects.filter(
        state=RunState.RUNNING,
        generators__gt=1,
        lease_expires_at__gt=timezone.now(),
        cancel_requested_at=None,
    )
    of_attempt = RunPart.objects.filter(run=OuterRef("pk"), attempt=OuterRef("attempt"))
    not_offered = begun.filter(~Exists(of_attempt)).values_list(*ASKED)
    offered = RunPart.objects.filter(
        state=PartState.OFFERED, run__in=begun, attempt=F("run__attempt")
    ).order_by()
    parts = offered.values_list(*(f"run__{name}" for name in ASKED))
    wanted = (Wanted.asked(*asked) for asked in not_offered)
    return [
        *(Wanted.asked(*asked).by_one for asked in parts),
        *(each.by_one for each in wanted for _other in range(each.generators - 1)),
    ]
