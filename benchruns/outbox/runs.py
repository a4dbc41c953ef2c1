"""What is told of a run that moved, and of a sweep whose last run has ended."""

from collections import Counter
from typing import Any
from uuid import UUID

from benchruns.models import Result, Run, Sweep
from benchruns.outbox.record import address_of, listening, put
from benchruns.vocabulary import TERMINAL_STATES, RunState, WebhookEvent

_EVENTS = {
    RunState.RUNNING: WebhookEvent.RUN_STARTED,
    RunState.SUCCEEDED: WebhookEvent.RUN_SUCCEEDED,
    RunState.FAILED: WebhookEvent.RUN_FAILED,
    RunState.CANCELLED: WebhookEvent.RUN_CANCELLED,
}
FIGURES = ("tps", "qps", "latency_avg_ms", "latency_p95_ms", "regime")


def tell_of_run(run_id: UUID) -> None:
    """To be called in the transaction of a move, after all that it writes."""
    run = Run.objects.only("owner", "state", "sweep").get(pk=run_id)
    event = _EVENTS.get(RunState(run.state))
    if event is None or not listening(run.owner_id, event, WebhookEvent.SWEEP_ENDED):
        return
    run = Run.objects.select_related("occurrence").get(pk=run_id)
    put(run.owner_id, event, {"run": _run(run)})
    if run.sweep_id is not None and run.state in TERMINAL_STATES:
        _tell_of_sweep(run.sweep_id)


def _tell_of_sweep(sweep_id: UUID) -> None:
    """Of two last runs that end at once the second waits here, and sees the first one's end."""
    sweep = Sweep.objects.select_for_update(no_key=True).get(pk=sweep_id)
    states = Counter(Run.objects.filter(sweep=sweep).values_list("state", flat=True))
    if not states.keys() <= set(TERMINAL_STATES):
        return
    told = {
        "id": str(sweep.pk),
        "workload": sweep.workload,
        "endpoint": str(sweep.endpoint_id),
        "threads": sweep.threads,
        "repetitions": sweep.repetitions,
        "runs": {state: states.get(state, 0) for state in sorted(TERMINAL_STATES)},
        "address": address_of("sweeps", sweep),
    }
    put(sweep.owner_id, WebhookEvent.SWEEP_ENDED, {"sweep": told})


def _run(run: Run) -> dict[str, Any]:
    result = Result.objects.filter(run=run).first()
    occurrence = run.occurrence
    return {
        "id": str(run.pk),
        "name": run.name,
        "state": run.state,
        "workload": run.workload,
        "endpoint": str(run.endpoint_id),
        "attempt": run.attempt,
        "sweep": str(run.sweep_id) if run.sweep_id else None,
        "schedule": str(occurrence.schedule_id) if occurrence else None,
        "failure_code": run.failure_code or None,
        "result": _result(result) if result else None,
        "address": address_of("runs", run),
    }


def _result(result: Result) -> dict[str, Any]:
    return {
        "id": str(result.pk),
        "series": str(result.series_id) if result.series_id else None,
        **{name: getattr(result, name) for name in FIGURES},
        "doubt": result.doubt or None,
    }
