"""A row for each generator of a run: its share, what it does, what it measured, its limit."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.translation import gettext as _

from benchruns.models import PartSecond, Run, RunPart
from benchruns.runs.parts import moves
from benchruns.vocabulary import PartKind, PartState
from benchruns.workloads import WORKLOADS
from portal.formats.figures import figure
from portal.pages.runs.evidence import limit_word


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """``name`` is empty for who may not see it. Shares are of 100, times in ms.

    ``tps`` are those of its last second until it has measured; of one that is lost none are
    counted. ``limit`` is what limited it,
    or else its state. ``busy`` is what the tool's threads ran and waited for a CPU, ``idle``
    what was left of the CPUs; null where it was not measured.
    """

    number: int
    name: str
    threads: int
    tps: float | None
    p95_ms: float | None
    state: str
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
            tps=_tps(part),
            p95_ms=part.figures.get("latency_p95_ms"),
            state=_state(part),
            limit=_limit(part) or _state(part),
            **_seen(part.evidence.get("evidence", {})),
        )
        for part in _parts(run.pk, run.attempt)
    ]


def live_rows(run_id: UUID, attempt: int) -> list[tuple[int, str, str]]:
    """Number, state and TPS of each while the run goes on, as its page prints them."""
    return [
        (part.number, _state(part), figure(_tps(part)))
        for part in _parts(run_id, attempt)
    ]


def _parts(run_id: UUID, attempt: int) -> QuerySet[RunPart]:
    seconds = PartSecond.objects.filter(part=OuterRef("pk"), kind=PartKind.SAMPLE)
    last = seconds.order_by("-second").values("values")[:1]
    return moves.of_attempt(run_id, attempt).annotate(last_second=Subquery(last))


def _tps(part: RunPart) -> float | None:
    if part.state == PartState.LOST:
        return None
    last: Mapping[str, float | None] = part.last_second or {}  # type: ignore[attr-defined]  # of _parts
    tps: float | None = part.figures.get("tps", last.get("tps"))
    return tps


def _state(part: RunPart) -> str:
    """With what limited it, once that is known."""
    if part.state == PartState.ENDED and not part.worker:
        return _("did not come")
    return ", ".join(filter(None, (part.get_state_display(), _limit(part))))


def _limit(part: RunPart) -> str:
    if not part.evidence or part.state in (PartState.LOST, PartState.FAILED):
        return ""
    return limit_word(part.evidence["verdict"], part.evidence.get("reason"))


def _seen(numbers: Mapping[str, Any]) -> dict[str, float | None]:
    return {
        "busy": _percent(numbers.get("thread_busy")),
        "idle": _percent(numbers.get("client_idle")),
        "round_trip_ms": numbers.get("round_trip_ms"),
    }


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share
