"""The queue of reviewers: what waits for a decision, and what one has decided lately."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.paginator import Paginator
from django.db.models import Prefetch, QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from benchruns.figures.metrics import LEADING_SPEEDS, METRICS
from benchruns.models import Result, Submission
from benchruns.sentences.doubts import doubts_text
from benchruns.submissions.rating.rating import Rating
from benchruns.submissions.review import queue
from benchruns.submissions.review.check_counts import CheckCounts, check_counts
from benchruns.submissions.review.result_names import NEEDED, files_for_titles, title_of
from portal.formats.figures import figure
from portal.pages.reviews.reviewers import reviewers_only
from portal.web.address_words import page_of
from portal.web.requests import UserRequest

PAGE_SIZE = 25
MOST_DECIDED = 10
LATENCIES = ("latency_p95_ms", "latency_p99_ms", "latency_avg_ms")


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueLine:
    """A submission with what the programs say of it, for who decides what to open.

    ``doubt`` says what is in doubt of its figures: the sentence of the only one, else of how
    many.
    """

    submission: Submission
    title: str
    figures: str
    doubt: str
    checks: CheckCounts
    rating: Rating | None


@dataclass(frozen=True, slots=True)
class DecidedLine:
    submission: Submission
    title: str


@reviewers_only
@require_safe
def review(request: UserRequest) -> HttpResponse:
    waiting = _with_results(queue.waiting(request.user))
    page = page_of(request, Paginator(waiting, PAGE_SIZE))
    decided = _with_results(queue.decided(request.user)).defer("checks")
    context = {
        "page": page,
        "lines": [_line(each) for each in page],
        "decided": [
            DecidedLine(each, title_of(each)) for each in decided[:MOST_DECIDED]
        ],
    }
    return render(request, "submissions/review.html", context)


def _with_results(submissions: QuerySet[Submission]) -> QuerySet[Submission]:
    results = Result.objects.only(
        *NEEDED, "threads", *LEADING_SPEEDS, *LATENCIES, "findings", "doubt"
    ).select_related("instance_class")
    return submissions.defer("parameter_settings").prefetch_related(
        Prefetch("results", results), files_for_titles()
    )


def _line(submission: Submission) -> QueueLine:
    results = list(submission.results.all())
    return QueueLine(
        submission=submission,
        title=title_of(submission),
        figures=_figures(results),
        doubt=_doubt(results),
        checks=check_counts(submission),
        rating=Rating.read(submission.rating),
    )


def _figures(results: Sequence[Result]) -> str:
    """ "6,740 TPS, p95 20.4 ms, 8 threads"; of several results the span of speed."""
    name = next(
        (n for n in LEADING_SPEEDS if any(getattr(r, n) is not None for r in results)),
        None,
    )
    if name is None:
        return ""
    known = [value for r in results if (value := getattr(r, name)) is not None]
    unit = METRICS[name].unit
    if len(results) > 1:
        return _("%(least)s to %(most)s %(unit)s") % {
            "least": figure(min(known)),
            "most": figure(max(known)),
            "unit": unit,
        }
    return ", ".join([f"{figure(known[0])} {unit}", *_beside(results[0])])


def _doubt(results: Sequence[Result]) -> str:
    told = [doubts_text(each) for each in results if each.doubt]
    if not told or len(results) == 1:
        return "".join(told)
    return _("%(count)s of %(all)s in doubt") % {
        "count": len(told),
        "all": len(results),
    }


def _beside(result: Result) -> list[str]:
    """The latency and the threads under which a speed was reached."""
    parts = []
    for name in LATENCIES:
        value = getattr(result, name)
        if value is not None:
            metric = METRICS[name]
            parts.append(f"{metric.label} {figure(value)} {metric.unit}")
            break
    if result.threads:
        parts.append(_("%(count)s threads") % {"count": f"{result.threads:,}"})
    return parts
