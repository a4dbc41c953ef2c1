"""A row for each generator of a run: its share, what it measured, what limited it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from benchruns.models import Run, RunPart
from benchruns.runs.parts import moves
from benchruns.vocabulary import PartState
from benchruns.workloads import WORKLOADS
from portal.pages.runs.evidence import LIMITS


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """``name`` is empty for who may not see it. Shares are of 100, times in ms.

    ``limit`` is its state while none is known. ``busy`` is what the tool's threads ran and waited for a CPU, ``idle`` what was left of
    the CPUs; null where it was not measured.
    """

    number: int
    name: str
    threads: int
    tps: float | None
    p95_ms: float | None
    limit: str
    busy: float | None
    idle: float | None
    round_trip_ms: float | None


def rows_of(run: Run, *, is_private_seen: bool) -> list[Row]:
    """Those of the last attempt; none of a run that one generator makes."""
    if run.generators == 1:
        return []
    workload = WORKLOADS[run.workload]
    return [
        Row(
            number=part.number,
            name=part.worker if is_private_seen else "",
            threads=workload.threads(part.parameters),
            tps=part.figures.get("tps"),
            p95_ms=part.figures.get("latency_p95_ms"),
            limit=_limit(part),
            **_seen(part.evidence.get("evidence", {})),
        )
        for part in moves.of_attempt(run.pk, run.attempt)
    ]


def _limit(part: RunPart) -> str:
    """What limited it; what it does, or became of it, while that is not known."""
    known = part.state not in (PartState.LOST, PartState.FAILED) and part.evidence
    verdict = part.evidence["verdict"] if known else ""
    return str(LIMITS.get(verdict, part.get_state_display()))


def _seen(numbers: Mapping[str, Any]) -> dict[str, float | None]:
    return {
        "busy": _percent(numbers.get("thread_busy")),
        "idle": _percent(numbers.get("client_idle")),
        "round_trip_ms": numbers.get("round_trip_ms"),
    }


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share
