"""What a run leaves behind as files: its samples as CSV, its tool's own output."""

import zlib
from itertools import chain
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from benchruns.models import Output, Sample
from benchruns.runs.samples import ALL_COLUMNS
from benchruns.vocabulary import Phase
from portal.pages.answers.csv import csv_answer
from portal.queries import runs as run_queries
from portal.web.permissions import Concealer, is_owner_or_staff

PLAIN = "text/plain; charset=utf-8"


@require_GET
def samples_csv(request: HttpRequest, id: UUID) -> HttpResponse:
    """The samples of the last attempt; seconds up to 0 are warm-up."""
    run = run_queries.shown(request.user, id)
    rows = Sample.objects.filter(run=run, attempt=run.attempt).order_by("second")
    lines = chain([ALL_COLUMNS], rows.values_list(*ALL_COLUMNS).iterator())
    return csv_answer(f"samples-{str(run.pk)[:8]}.csv", lines)


@require_GET
def output(request: HttpRequest, id: UUID) -> HttpResponse:
    """The output of the last attempt: one ``phase`` as it was, or all under headings."""
    run = run_queries.shown(request.user, id)
    phase = request.GET.get("phase", "")
    kept = dict(
        Output.objects.filter(
            attempt__run=run, attempt__number=run.attempt
        ).values_list("phase", "content")
    )
    if phase and phase not in kept:
        raise Http404
    told = {name.value: _text(kept[name]) for name in Phase if name in kept}
    text = told[phase] if phase else _under_headings(told)
    if not is_owner_or_staff(request.user, run.owner_id):
        text = Concealer(run)(text)
    return HttpResponse(text, content_type=PLAIN)


def _text(content: bytes | memoryview) -> str:
    return zlib.decompress(content).decode()


def _under_headings(told: dict[str, str]) -> str:
    return "\n".join(f"== {phase} ==\n{text}" for phase, text in told.items())
