"""Idle load generators that a run of several, begun already, still waits for.

They look idle until they have joined it. Were they counted so, two runs could each have
begun with generators that only one of them can get.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from django.db.models import Exists, F, OuterRef
from django.utils import timezone

from benchruns.generators import registration
from benchruns.generators.routes import ASKED, Wanted, has
from benchruns.models import Generator, Run, RunPart
from benchruns.vocabulary import PartState, RunState

_Key = TypeVar("_Key", bound=Hashable)


def too_few_to_spare(asked: Mapping[_Key, Wanted]) -> set[_Key]:
    """The keys of what cannot begin now; of several generators alone, for a single one is
    told by its message."""
    several = {key: each for key, each in asked.items() if each.generators > 1}
    if not several:
        return set()
    idle, missing = _idle(), _missing()
    return {key for key, each in several.items() if not _spares(idle, missing, each)}


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
    return _spares(_idle(worker), missing, replace(wanted, generators=others))


def _is_needed(worker: str, missing: Sequence[Wanted]) -> bool:
    if not missing:
        return False
    return _served(_idle(worker), missing) < _served(_idle(), missing)


def _spares(
    idle: Sequence[Generator], missing: Sequence[Wanted], wanted: Wanted
) -> bool:
    """Whether all of ``wanted`` can be had and those who wait get as many as before."""
    more = [wanted.by_one] * wanted.generators
    return _served(idle, [*missing, *more]) - _served(idle, missing) == len(more)


def _idle(beside: str = "") -> list[Generator]:
    return list(registration.idle().exclude(name=beside))


def _served(idle: Sequence[Generator], wanted: Sequence[Wanted]) -> int:
    """How many of those who want one can have one each at most.

    A matching of the most pairs: were one dealt after the other, what one could do without
    might be the only one for another.
    """
    if not idle or not wanted:
        return 0
    # Loading it takes a while, which who asks for one generator alone need not spend.
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    fits = csr_array([[int(has(each, asked)) for each in idle] for asked in wanted])
    return sum(int(found) >= 0 for found in maximum_bipartite_matching(fits))


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
