"""Sweeps: one action that runs a ladder of thread counts, several times each, in order.

The data is prepared once: the first run loads it, the others use it again.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext as _

from benchruns.errors import FieldError, NotAllowed
from benchruns.failures.failure import Failure
from benchruns.models import Endpoint, Run, Sweep
from benchruns.reproduction.reproduce import Reproduction
from benchruns.runs import lifecycle
from benchruns.runs.schedule import schedule, workload_for
from benchruns.vocabulary import TERMINAL_STATES, RunState
from benchruns.workloads import ParameterError, Workload

MOST_RUNS = 200
MOST_SETTLE_SECONDS = 3600
CANCEL_LOOKS = 5  # a run that slips through one is caught by the next
SETTLE_SECONDS = 5  # time for the server to write what the run before left


@dataclass(frozen=True, slots=True, kw_only=True)
class Ladder:
    """Thread counts in order, and how often each is measured."""

    threads: Sequence[int]
    repetitions: int = 1
    settle_seconds: int = SETTLE_SECONDS

    @property
    def runs(self) -> int:
        return len(self.threads) * self.repetitions


@transaction.atomic
def start(
    *,
    owner: AbstractBaseUser,
    endpoint: Endpoint,
    workload: str,
    parameters: Mapping[str, object],
    ladder: Ladder,
    not_before: datetime | None = None,
    expected_regime: str | None = None,
    keeps_data_set: bool = False,
    reproduction: Reproduction | None = None,
    labels: Mapping[str, object] | None = None,
    generator_labels: Mapping[str, str] | None = None,
    generators: int = 1,
    goes_on_without_lost: bool = False,
) -> Sweep:
    """A sweep with all its runs, queued or scheduled, each count's repetitions in a row.

    ``labels`` are the name, note and tags of each, ``generator_labels`` as of ``schedule``. Raises FieldError (fields ``threads``, ``repetitions``, ``settle_seconds`` and
    those of ``schedule``), or ParameterError for what ``parameters`` hold.
    """
    load = workload_for(endpoint, workload)
    check(ladder)
    cleaned = rungs(load, parameters, ladder)
    sweep = Sweep.objects.create(
        owner_id=owner.pk,
        endpoint=endpoint,
        workload=load.name,
        parameters=_shared(load, cleaned[0]),
        threads=list(ladder.threads),
        repetitions=ladder.repetitions,
        settle_seconds=ladder.settle_seconds,
    )
    position = 0
    for each in cleaned:
        for repetition in range(1, ladder.repetitions + 1):
            position += 1
            schedule(
                owner=owner,
                endpoint=endpoint,
                workload=load.name,
                parameters=each,
                not_before=not_before,
                expected_regime=expected_regime,
                keeps_data_set=keeps_data_set,
                reproduction=reproduction
                and reproduction.with_load(load.threads(each)),
                place=(sweep, position, repetition),
                labels=labels,
                generator_labels=generator_labels,
                generators=generators,
                goes_on_without_lost=goes_on_without_lost,
            )
    return sweep


def rungs(
    workload: Workload, parameters: Mapping[str, object], ladder: Ladder
) -> list[dict[str, Any]]:
    """The parameters of each thread count. Raises FieldError or ParameterError."""
    return [_rung(workload, parameters, threads) for threads in ladder.threads]


def _rung(
    workload: Workload, parameters: Mapping[str, object], threads: int
) -> dict[str, Any]:
    """The parameters under a number of threads; what is wrong with it is said of it."""
    try:
        return workload.clean({**parameters, workload.load: threads})
    except ParameterError as error:
        if workload.load in error.errors:
            message = error.errors[workload.load]
            raise FieldError("threads", message) from error
        raise


def _shared(workload: Workload, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """What all runs of a sweep have in common."""
    return {name: v for name, v in parameters.items() if name != workload.load}


def check(ladder: Ladder) -> None:
    """FieldError for a ladder that cannot be climbed."""
    threads = list(ladder.threads)
    if not threads:
        raise FieldError("threads", _("Give one thread count at least."))
    if len(set(threads)) < len(threads):
        raise FieldError(
            "threads",
            _("Give each thread count once; repetitions measure it several times."),
        )
    if ladder.repetitions < 1:
        raise FieldError("repetitions", _("Give an integer from 1 on."))
    if ladder.runs > MOST_RUNS:
        raise FieldError(
            "repetitions" if len(threads) <= MOST_RUNS else "threads",
            _(
                "These are %(runs)s runs, and a sweep has %(most)d at most: give fewer "
                "thread counts or repetitions."
            )
            % {"runs": f"{ladder.runs:,}", "most": MOST_RUNS},
        )
    if not 0 <= ladder.settle_seconds <= MOST_SETTLE_SECONDS:
        raise FieldError(
            "settle_seconds",
            _("Give a value from 0 to %(most)s.")
            % {"most": f"{MOST_SETTLE_SECONDS:,}"},
        )


def cancel(sweep: Sweep, *, by: AbstractBaseUser | None = None) -> int:
    """Cancel what waits and ask what runs to stop; how many runs that were.

    Raises NotAllowed when every run has ended.
    """
    unfinished = sweep.runs.exclude(state__in=TERMINAL_STATES)
    cancelled: set[Any] = set()
    for _look in range(CANCEL_LOOKS):
        # Read at once: a run may begin, or wait again, at any time.
        found = list(unfinished.values_list("pk", "state"))
        # The waiting ones first, or the end of the running one would start the next.
        found.sort(key=lambda each: each[1] == RunState.RUNNING)
        for run_id, _state in found:
            with suppress(NotAllowed):  # it has ended meanwhile
                lifecycle.request_cancel(run_id, by=by)
                cancelled.add(run_id)
        if not unfinished.filter(cancel_requested_at__isnull=True).exists():
            break
    if not cancelled:
        raise NotAllowed(_("The sweep has ended; there is nothing to cancel."))
    return len(cancelled)


@transaction.atomic
def fail_in_prepare(run_id: UUID, *, attempt: int, failure: Failure) -> None:
    """Fail a run that could not get its data, and cancel what waits for it in a sweep."""
    lifecycle.fail(run_id, attempt=attempt, failure=failure)
    run = Run.objects.get(pk=run_id)
    waiting = Run.objects.filter(
        sweep=run.sweep_id,
        sweep__isnull=False,
        state__in=[RunState.SCHEDULED, RunState.QUEUED],
    )
    for each in list(waiting.values_list("pk", flat=True)):
        lifecycle.call_off(each, sweep_position=run.sweep_position or 0)


@transaction.atomic
def publish(sweep: Sweep, *, vendor_consent: bool = False) -> int:
    """Show its succeeded runs and their results to everybody; how many they are.

    Raises as ``lifecycle.publish`` does.
    """
    succeeded = sweep.runs.filter(state=RunState.SUCCEEDED)
    ids: list[Any] = list(succeeded.values_list("pk", flat=True))
    if not ids:
        raise NotAllowed(_("No run of the sweep has succeeded yet."))
    for run_id in ids:
        lifecycle.publish(run_id, vendor_consent=vendor_consent)
    return len(ids)


def first_run(sweep: Sweep) -> Run:
    return sweep.runs.get(sweep_position=1)
