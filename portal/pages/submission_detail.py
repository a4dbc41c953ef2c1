"""The page of one submission: what was understood, what it will look like, its review."""

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from uuid import UUID

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from benchruns.intake.intake import Refused
from benchruns.models import InstanceClass, Provider, Result, Submission
from benchruns.review import history, notices
from benchruns.submissions.report import (
    FileReport,
    SubmissionReport,
    submission_report,
)
from benchruns.vocabulary import SubmissionState, SubmissionStep
from portal.forms.submissions import (
    FileStatementForm,
    StatementForm,
    WordsForm,
    typed,
)
from portal.pages import submission_preview, submission_review
from portal.pages.submission_lines import title_of
from portal.templatetags.submissions import field_label, value_text

State = SubmissionState
MOST_KNOWN = 500  # classes that the form proposes


@dataclass(frozen=True, slots=True)
class FilePart:
    """A file with the form of what differs for it; no form where nothing may change."""

    report: FileReport
    form: FileStatementForm | None


@require_GET
@never_cache
def detail(request: HttpRequest, id: UUID) -> HttpResponse:
    return page(request, id)


def page(
    request: HttpRequest,
    id: UUID,
    *,
    form: StatementForm | None = None,
    file_form: FileStatementForm | None = None,
    refused: Sequence[Refused] = (),
) -> HttpResponse:
    """With the form as it was sent, or the files refused, where that is at fault."""
    try:
        report = submission_report(id, user=request.user)
    except Submission.DoesNotExist as error:
        raise Http404(_("No such submission.")) from error
    submission = report.submission
    if request.user.is_authenticated:
        notices.mark_read(request.user, of=submission)
    results = [each.result for each in report.results]
    context = {
        "report": report,
        "submission": submission,
        "title": title_of(submission, results),
        "refused": refused,
        "files": _files(report, file_form),
        "previews": submission_preview.previews(report),
        "timeline": history.timeline(submission, viewer=request.user),
        "steps": _steps(submission),
        "stated": [
            (field_label(name), value_text(name, value))
            for name, value in submission.statement.items()
        ],
        "asked_for": _asked_for(report),
        "replaces_url": _replaces_url(submission),
        "engine_pages": _engine_pages(submission, results),
        "words": WordsForm(),
        "may_talk": _may_talk(report),
        "may_withdraw": report.is_owner and submission.state in WITHDRAWABLE,
        "files_url": reverse("portal:submission-files", args=[submission.pk]),
        "new_url": reverse("portal:submission-new"),
        "reward": submission_review.reward_of(submission, request.user),
        "decision": submission_review.decision(request, submission, report),
    }
    if report.is_editable:
        context |= _editing(submission, form)
    status = HTTPStatus.BAD_REQUEST if refused else HTTPStatus.OK
    return render(request, "submissions/detail.html", context, status=status)


WITHDRAWABLE = (
    State.DRAFT,
    State.SUBMITTED,
    State.CHANGES_REQUESTED,
    State.ACCEPTED,
)
ENDED = (State.WITHDRAWN, State.SUPERSEDED)


def _asked_for(report: SubmissionReport) -> str:
    """The words of the reviewer who last asked for changes."""
    steps = report.submission.events.filter(step=SubmissionStep.CHANGES_REQUESTED)
    last = steps.order_by("-at", "-id").first() if report.is_owner else None
    return last.text if last else ""


def _replaces_url(submission: Submission) -> str:
    if submission.replaces_id is None:
        return ""
    return reverse("portal:submission-detail", args=[submission.replaces_id])


def _engine_pages(
    submission: Submission, results: Sequence[Result]
) -> list[tuple[str, str]]:
    """The pages that it will stand on, as they will be."""
    pages = {(each.engine, each.version_slug): each.engine_title for each in results}
    return [
        (title, f"{reverse('portal:engine-version', args=page)}?draft={submission.pk}")
        for page, title in pages.items()
    ]


def _may_talk(report: SubmissionReport) -> bool:
    is_inside = report.is_owner or report.is_reviewer
    submission = report.submission
    return is_inside and submission.version > 0 and submission.state not in ENDED


def _editing(submission: Submission, form: StatementForm | None) -> dict[str, object]:
    providers = Provider.objects.values_list("slug", "name")
    classes = InstanceClass.objects.values_list("code", flat=True).distinct()
    return {
        "form": form
        or StatementForm(
            initial={**typed(submission.statement), "credit": submission.credit}
        ),
        "known_providers": list(providers),
        "known_classes": list(classes.order_by("code")[:MOST_KNOWN]),
    }


def _files(report: SubmissionReport, sent: FileStatementForm | None) -> list[FilePart]:
    return [FilePart(each, _form_of(each, report, sent)) for each in report.files]


def _form_of(
    each: FileReport, report: SubmissionReport, sent: FileStatementForm | None
) -> FileStatementForm | None:
    if not report.is_editable or not each.runs or each.kind == "template":
        return None
    prefix = str(each.file.pk)
    if sent is not None and sent.prefix == prefix:
        return sent
    form = FileStatementForm(initial=typed(each.file.statement), prefix=prefix)
    _hint(form, each)
    return form


def _hint(form: forms.Form, each: FileReport) -> None:
    """What is known already stands in the empty fields as a hint."""
    for condition in each.runs[0].conditions:
        if condition.name in form.fields and condition.name not in each.file.statement:
            widget = form.fields[condition.name].widget
            widget.attrs["placeholder"] = str(condition.value)[:60]


@dataclass(frozen=True, slots=True)
class Step:
    label: str
    state: str  # done, active, failed or pending


def _steps(submission: Submission) -> list[Step]:
    """Draft, review, decision: where it stands on its way."""
    state = submission.state
    is_open = state in (State.DRAFT, State.CHANGES_REQUESTED)
    first = _("Changes requested") if state == State.CHANGES_REQUESTED else _("Draft")
    decided = state in (State.ACCEPTED, State.REJECTED, *ENDED)
    last = submission.get_state_display().capitalize() if decided else _("Decision")
    return [
        Step(first, "active" if is_open else "done"),
        Step(_("Review"), _review_state(submission, decided=decided)),
        Step(last, _last_state(state) if decided else "pending"),
    ]


def _review_state(submission: Submission, *, decided: bool) -> str:
    if submission.state == State.SUBMITTED:
        return "active"
    return "done" if decided and submission.version else "pending"


def _last_state(state: str) -> str:
    return "done" if state == State.ACCEPTED else "failed"
