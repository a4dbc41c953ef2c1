"""What a user does to a sweep: cancel it, publish it, take its figures along."""

from collections.abc import Iterable
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import ngettext
from django.views.decorators.http import (
    require_POST,
    require_safe,
)

from benchruns.errors import NotAllowed
from benchruns.runs import sweeps as sweeping
from benchruns.runs.lifecycle import ConsentNeeded
from benchruns.runs.sweep_report import SweepReport, report_of
from benchruns.sentences.doubts import doubts_of
from portal.actions import sweeps as actions
from portal.pages.answers.csv import Line, csv_answer
from portal.pages.runs.changes import cancel as cancels
from portal.pages.sweeps import words
from portal.queries import sweeps as sweep_queries
from portal.web import permissions
from portal.web.requests import UserRequest, back_to, login_to_post, page_with_form
from portal.wording import runs as run_wording

COLUMNS = (
    "position",
    "threads",
    "repetition",
    "run",
    "state",
    "result",
    "tps",
    "qps",
    "tpm",
    "nopm",
    "latency_p95_ms",
    "regime",
    "bottleneck",
    "exclusion_reason",
)
DOUBTS = "doubts"  # what the verdict is said with, in words


@require_POST
@login_to_post
def cancel(request: UserRequest, id: UUID) -> HttpResponse:
    """Cancel all that has not ended and go back to ``next``, or to the sweep; ask first
    where much is lost."""
    sweep = sweep_queries.shown(request.user, id)
    if not permissions.is_owner_or_staff(request.user, sweep.owner_id):
        raise Http404
    runs = sweep_queries.runs_of(sweep, request.user)
    asked = cancels.question(
        request,
        runs,
        title=words.title(sweep, runs, is_private_seen=True),
        back=reverse("portal:sweep-detail", args=[id]),
        is_sweep=True,
    )
    if asked is not None:
        return asked
    try:
        actions.cancel(sweep, by=request.user)
    except NotAllowed as error:
        messages.warning(request, str(error))
    return back_to(request, reverse("portal:sweep-detail", args=[id]))


@login_required
@page_with_form
def publish(request: UserRequest, id: UUID) -> HttpResponse:
    """Say what everybody will see, then show it to everybody."""
    sweep = sweep_queries.shown(request.user, id)
    if not permissions.is_owner(request.user, sweep.owner_id):
        raise Http404
    if request.method != "POST":
        runs = sweep_queries.runs_of(sweep, request.user)
        measured = next((run for run in runs if run_wording.result_of(run)), runs[0])
        return render(
            request,
            "sweeps/publish.html",
            {
                "sweep": sweep,
                "title": words.title(sweep, runs, is_private_seen=True),
                "public_title": words.title(sweep, runs, is_private_seen=False),
                "restriction": run_wording.publishing_restriction(measured),
            },
        )
    has_consent = request.POST.get("vendor_consent") == "yes"
    try:
        count = sweeping.publish(sweep, vendor_consent=has_consent)
    except ConsentNeeded as error:
        messages.error(request, str(error))
        return redirect("portal:sweep-publish", id)
    except NotAllowed as error:
        messages.error(request, str(error))
    else:
        text = ngettext(
            "Public: everybody can see its %(count)d succeeded run now.",
            "Public: everybody can see its %(count)d succeeded runs now.",
            count,
        )
        messages.success(request, text % {"count": count})
    return redirect("portal:sweep-detail", id)


@require_safe
def repeats_csv(request: HttpRequest, id: UUID) -> HttpResponse:
    """Every repeat that may be seen, exact, in the order in which they run."""
    sweep = sweep_queries.shown(request.user, id)
    report = report_of(sweep, sweep_queries.runs_of(sweep, request.user))
    return csv_answer(f"sweep-{str(sweep.pk)[:8]}.csv", _lines(report))


def _lines(report: SweepReport) -> Iterable[Line]:
    yield (*COLUMNS, DOUBTS)
    for repeat in report.repeats:
        doubts = ", ".join(doubts_of(repeat.findings))
        yield [*(getattr(repeat, name) for name in COLUMNS), doubts]
