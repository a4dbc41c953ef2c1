"""What the run page asks for every second: one small JSON answer.

It is the busiest address of the portal, so it makes no objects, renders no template
and reads what is new alone.
"""

import json
from typing import Any
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Max, Q
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from benchruns.models import Event, Run
from benchruns.runs import counters, samples
from benchruns.runs.queue_places import places
from benchruns.runs.report import seconds_left, seconds_since
from benchruns.runs.summaries import storage
from benchruns.runs.summaries.kinds import CHART_POINTS, EVERY_SECOND, Kind
from benchruns.vocabulary import RunState, Visibility
from portal.pages.runs.generators import table as generators
from portal.web.page_cache.live_answers import SHARED
from portal.web.permissions import is_owner_or_staff
from portal.wording.runs import why_it_waits

COLUMNS = (
    "owner_id",
    "visibility",
    "state",
    "phase",
    "progress",
    "attempt",
    "parameters",
    "output_tail",
    "generators",
    "started_at",
    "finished_at",
)


@require_safe
@never_cache
def live(request: HttpRequest, id: UUID) -> HttpResponse:
    """``after`` is the last second that the page has samples of, ``counted`` the last
    one of counters, ``attempt`` the one they are of."""
    found = Run.objects.visible_to(request.user).filter(pk=id)
    row = found.order_by().values_list(*COLUMNS).first()
    if row is None:
        raise Http404
    owner, visibility, state, phase, progress, attempt, parameters, tail = row[:8]
    makers, started_at, finished_at = row[8:]
    events = Event.objects.filter(run_id=id).aggregate(
        last=Max("id"), phase_began_at=Max("at", filter=Q(code="phase"))
    )
    answer: dict[str, Any] = {
        "state": state,
        "phase": phase,
        "progress": progress,
        "attempt": attempt,
        "event": events["last"],
        "left": seconds_left(
            phase=phase,
            progress=progress,
            parameters=parameters,
            spent_seconds=seconds_since(events["phase_began_at"], now=timezone.now()),
        ),
    }
    is_kept = not _has_samples(request, attempt) and storage.is_long(
        state=state, started_at=started_at, finished_at=finished_at
    )
    if not is_kept:
        answer |= _samples(request, id, attempt)
        answer["counters"] = _counters(request, id, attempt)
    if state == RunState.RUNNING and makers > 1:
        answer["generators"] = generators.live_rows(id, attempt)
    if state == RunState.QUEUED:
        answer["waiting"] = why_it_waits(places().get(id))
    if is_owner_or_staff(request.user, owner):
        if tail:
            answer["tail"] = tail
    elif visibility == Visibility.PUBLIC:
        request.META[SHARED] = True
    if is_kept:
        return _beside(answer, storage.text_of(id, attempt=attempt, kind=Kind.CHARTS))
    return JsonResponse(answer)


def _beside(answer: dict[str, Any], text: str) -> HttpResponse:
    """With what is kept as JSON: to read it and to write it again costs more than the rest."""
    own = json.dumps(answer, cls=DjangoJSONEncoder)
    return HttpResponse(
        f"{own[:-1]}, {text[1:]}".encode(), content_type="application/json"
    )


def _samples(request: HttpRequest, run_id: UUID, attempt: int) -> dict[str, Any]:
    """The newer ones, or all of another attempt, thinned to what a chart can show."""
    after = _whole(request.GET.get("after"))
    if after is not None and _has_samples(request, attempt):
        return {"samples": samples.newer(run_id, attempt=attempt, after=after)}
    step, rows, ranges = samples.charted(
        run_id, attempt=attempt, limit=CHART_POINTS, whole=EVERY_SECOND
    )
    return {"samples": rows, "step": step, **({"ranges": ranges} if ranges else {})}


def _has_samples(request: HttpRequest, attempt: int) -> bool:
    """Whether the page asks for those that are newer than its own."""
    after = _whole(request.GET.get("after"))
    return after is not None and _whole(request.GET.get("attempt")) == attempt


def _counters(request: HttpRequest, run_id: UUID, attempt: int) -> dict[str, Any]:
    """The same of the counters, which come a little later: of many, each so many."""
    counted = _whole(request.GET.get("counted"))
    if counted is not None and _whole(request.GET.get("attempt")) == attempt:
        return {"rows": counters.newer(run_id, attempt=attempt, after=counted)}
    step, rows = counters.thinned(run_id, attempt=attempt, limit=EVERY_SECOND)
    return {"rows": rows, "step": step}


def _whole(text: str | None) -> int | None:
    try:
        return int(text or "")
    except ValueError:
        return None
