"""The counters of each generator of a run, asked for by its page when they are looked at."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.http import HttpRequest, JsonResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from benchruns.models import Run
from benchruns.runs.parts import counters, moves
from benchruns.runs.summaries.kinds import COUNTER_POINTS, Kind
from benchruns.runs.summaries.storage import content_of
from benchruns.vocabulary import RunState
from portal.queries import runs as run_queries
from portal.web.permissions import is_owner_or_staff

Charts = Sequence[tuple[str, str | Promise, str | Promise]]  # name, label, unit

# In the order of ``benchruns.runs.parts.counters.CHARTED``.
CHARTS: Charts = (
    ("client_cpu_percent", gettext_lazy("Client CPU"), "%"),
    ("thread_busy_percent", gettext_lazy("Threads busy"), "%"),
    ("client_idle_percent", gettext_lazy("CPU left"), "%"),
    ("round_trip_ms", gettext_lazy("Round trip"), "ms"),
    ("queue_length", gettext_lazy("Queue"), gettext_lazy("waiting")),
    ("schedule_lag_ms", gettext_lazy("Behind schedule"), "ms"),
)


@require_safe
@never_cache
def generator_counters(request: HttpRequest, id: UUID) -> JsonResponse:
    """Of the last attempt: each with its number, its name (for owner and staff) and rows."""
    run = run_queries.shown(request.user, id)
    step, rows = _rows(run)
    sees_names = is_owner_or_staff(request.user, run.owner_id)
    told: list[dict[str, Any]] = [
        {
            "number": part.number,
            "name": part.worker if sees_names else "",
            **rows.get(part.number, {"rows": []}),
        }
        for part in moves.of_attempt(run.pk, run.attempt)
    ]
    return JsonResponse({"step": step, "generators": told})


def _rows(run: Run) -> tuple[int, Mapping[int, Any]]:
    """By number, with ``ranges`` where they are means; while it runs, each so many."""
    if run.is_terminal:
        found = content_of(run, Kind.GENERATORS)
        return found["step"], {int(n): own for n, own in found["generators"].items()}
    step, rows = counters.thinned(run.pk, attempt=run.attempt, limit=COUNTER_POINTS)
    return step, {number: {"rows": own} for number, own in rows.items()}


def charts_of(run: Run, *, has_samples: bool) -> Charts:
    """Those that its page offers: none where there are none of the run itself, whose seconds
    they share. What a running one will count is waited for."""
    if run.generators == 1:
        return ()
    is_coming = run.state == RunState.RUNNING
    if is_coming or (has_samples and counters.is_any(run.pk, attempt=run.attempt)):
        return CHARTS
    return ()
