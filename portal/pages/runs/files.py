"""What a run leaves behind as files: its samples as CSV, its tool's own output."""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain
from typing import Any, Self
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.dateparse import parse_datetime
from django.views.decorators.http import require_safe

from benchruns.models import Output, Result, Sample
from benchruns.runs.samples import ALL_COLUMNS
from benchruns.vocabulary import Phase
from portal.formats.cells import exact_time
from portal.pages.answers.csv import csv_answer
from portal.queries import runs as run_queries
from portal.web.permissions import Concealer, is_owner_or_staff
from portal.wording.runs import result_of

PLAIN = "text/plain; charset=utf-8"


@require_safe
def samples_csv(request: HttpRequest, id: UUID) -> HttpResponse:
    """The samples of the last attempt; seconds up to 0 are warm-up.

    Each measured second with its time of day, and whether it is of the steady window;
    both are empty where they are not known.
    """
    run = run_queries.shown(request.user, id)
    attempt = run.attempts.filter(number=run.attempt).first()
    clock = Clock.of(attempt.evidence if attempt else {}, result_of(run))
    rows = Sample.objects.filter(run=run, attempt=run.attempt).order_by("second")
    lines = (
        (second, *figures, clock.at(second), clock.is_steady(second))
        for second, *figures in rows.values_list(*ALL_COLUMNS).iterator()
    )
    head = (*ALL_COLUMNS, "measured_at", "is_steady")
    return csv_answer(f"samples-{str(run.pk)[:8]}.csv", chain([head], lines))


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """When a sample's second was, and the steady window, ``from_s`` to ``to_s``."""

    began_at: datetime | None
    steady: Mapping[str, Any]

    @classmethod
    def of(cls, evidence: Mapping[str, Any], result: Result | None) -> Self:
        began_at = parse_datetime(evidence.get("began_at") or "")
        return cls(began_at=began_at, steady=result.steady if result else {})

    def at(self, second: int) -> str:
        """The end of the second; the warm-up is a run of the tool's own."""
        if self.began_at is None or second < 1:
            return ""
        moment = self.began_at + timedelta(seconds=second)
        return exact_time(moment, "milliseconds")

    def is_steady(self, second: int) -> str:
        if not self.steady or second < 1:
            return ""
        is_within = self.steady["from_s"] < second <= self.steady["to_s"]
        return "true" if is_within else "false"


@require_safe
def output(request: HttpRequest, id: UUID) -> HttpResponse:
    """The output of the last attempt: one ``phase`` as it was, or all under headings."""
    run = run_queries.shown(request.user, id)
    phase = request.GET.get("phase", "")
    kept = dict(
        Output.objects.filter(
            attempt__run=run, attempt__number=run.attempt, part=1
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
