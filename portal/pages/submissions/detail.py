"""The page of one submission: what was understood, what it will look like, its review."""

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from benchruns.models import Result, Submission
from benchruns.parsers.tool_report import Kind
from benchruns.reports.submitted import successor_of
from benchruns.sentences.checks import vendor_consent
from benchruns.submissions.intake.intake import Refused
from benchruns.submissions.report import submission_report
from benchruns.submissions.report_parts import FileReport, SubmissionReport
from benchruns.submissions.review import history, notices
from benchruns.submissions.review.moves import TALKED_ABOUT, UNDECIDED
from benchruns.submissions.review.result_names import title_of
from benchruns.submissions.statement.completeness import ESSENTIAL
from benchruns.vocabulary import SubmissionState, SubmissionStep
from portal.forms.submissions import FileStatementForm, StatementForm, WordsForm
from portal.pages.reviews import review as submission_review
from portal.pages.reviews.new_names import names_new_to_the_catalogue
from portal.pages.submissions import form as submission_form
from portal.pages.submissions import uploads as submission_uploads
from portal.pages.submissions.catalogue import known_to_the_form
from portal.pages.submissions.duplicate_names import names_of
from portal.pages.submissions.preview.loads import preview_of
from portal.pages.submissions.save import Typed
from portal.templatetags.submissions import field_label, value_text

State = SubmissionState


@dataclass(frozen=True, slots=True)
class FilePart:
    """A file; ``may_differ`` where something may be stated for it alone.

    ``form`` is that, for the one file that it was asked for.
    """

    report: FileReport
    may_differ: bool
    form: FileStatementForm | None


@require_safe
@never_cache
def detail(request: HttpRequest, id: UUID) -> HttpResponse:
    return page(request, id)


def page(
    request: HttpRequest,
    id: UUID,
    *,
    typed: Typed | None = None,
    words: str = "",
    wrong_words: str = "",
    wrong_grade: str = "",
    asked: str = "",
    refused: Sequence[Refused] = (),
) -> HttpResponse:
    """With what was ``typed`` and could not be kept, and the files refused.

    ``words`` are a comment that was begun; ``wrong_words`` says what is wrong with those
    of a decision, ``wrong_grade`` with its grade, ``asked`` is the move that is to be
    confirmed.
    """
    try:
        report = submission_report(id, user=request.user)
    except Submission.DoesNotExist as error:
        raise Http404(_("No such submission.")) from error
    submission = report.submission
    if request.user.is_authenticated:
        notices.mark_read(request.user, of=submission)
    results = [each.result for each in report.results]
    decision = submission_review.decision(
        request,
        submission,
        report,
        wrong_words=wrong_words,
        wrong_grade=wrong_grade,
        asked=asked,
    )
    withheld = vendor_consent.reason_of(submission)
    form_id = _form_beside(report, may_decide=decision.get("may_decide", False))
    context = {
        "report": report,
        "submission": submission,
        "title": title_of(submission),
        "refused": refused,
        "files": _files(report, typed or Typed(), request.GET.get("differs", "")),
        "typed": typed,
        "preview": preview_of(report),
        "elsewhere": names_of(report, viewer=request.user),
        "timeline": history.timeline(submission, viewer=request.user),
        "steps": _steps(submission),
        "stated": [
            (field_label(name), value_text(name, value))
            for name, value in report.statement.items()
        ],
        "reviewers_words": _reviewers_words(report),
        "replaces_url": _replaces_url(submission),
        "is_undecided": submission.state in UNDECIDED,
        "engine_pages": _engine_pages(submission, results),
        "stands_on_pages": submission.state == State.ACCEPTED and not withheld,
        "words": WordsForm(words=words, form_id=form_id),
        "is_unsaved": bool(typed or refused or words),
        "may_talk": _may_talk(report),
        "may_withdraw": _may_withdraw(report),
        "new_url": reverse("portal:submission-new"),
        "limits": submission_uploads.LIMITS,
        "reward": submission_review.reward_of(submission, request.user),
        "successor": successor_of(submission, user=request.user)
        if submission.state == State.SUPERSEDED
        else None,
        "withheld": withheld,
        "rewarded_before": submission_review.rewarded_before(submission, request.user),
        "decision": decision,
    }
    if report.is_editable:
        context |= _editing(report, typed or Typed())
    return render(
        request, "submissions/detail.html", context, status=_status(typed, refused)
    )


def _status(typed: Typed | None, refused: Sequence[Refused]) -> HTTPStatus:
    if typed is not None and typed.is_stale:
        return HTTPStatus.CONFLICT
    return HTTPStatus.BAD_REQUEST if refused else HTTPStatus.OK


WITHDRAWABLE = (*UNDECIDED, State.ACCEPTED)
ENDED = (State.WITHDRAWN, State.SUPERSEDED)


def _reviewers_words(report: SubmissionReport) -> str:
    """For its owner: why a reviewer rejected it, or last asked for changes."""
    of_reviewers = [SubmissionStep.CHANGES_REQUESTED, SubmissionStep.REJECTED]
    steps = report.submission.events.filter(step__in=of_reviewers)
    last = steps.order_by("-at", "-id").first() if report.is_owner else None
    return last.text if last else ""


def _replaces_url(submission: Submission) -> str:
    if submission.replaces_id is None:
        return ""
    return reverse("portal:submission-detail", args=[submission.replaces_id])


def _may_withdraw(report: SubmissionReport) -> bool:
    """Its owner, unless it is a draft to delete; a reviewer what was accepted."""
    submission = report.submission
    if not report.is_owner:
        return report.is_reviewer and submission.state == State.ACCEPTED
    is_new = submission.state == State.DRAFT and submission.version == 0
    return submission.state in WITHDRAWABLE and not is_new


def _engine_pages(
    submission: Submission, results: Sequence[Result]
) -> list[tuple[str, str]]:
    """The pages that it stands on; before it is decided as they will be."""
    asked = f"?draft={submission.pk}" if submission.state in UNDECIDED else ""
    pages = {(each.engine, each.version_slug): each.engine_title for each in results}
    return [
        (title, f"{reverse('portal:engine-version', args=page)}{asked}")
        for page, title in pages.items()
    ]


def _form_beside(report: SubmissionReport, *, may_decide: bool) -> str:
    """The form that a comment is sent with, so that no button loses what stands there."""
    if report.is_editable:
        return "edit"
    return "decision" if may_decide else ""


def _may_talk(report: SubmissionReport) -> bool:
    is_inside = report.is_owner or report.is_reviewer
    return is_inside and report.submission.state in TALKED_ABOUT


def _editing(report: SubmissionReport, typed: Typed) -> dict[str, object]:
    submission = report.submission
    has_runs = bool(submission_form.runs_of(report))
    lacking = report.missing if has_runs else [need.code for need in ESSENTIAL]
    form = typed.statement or StatementForm(submission)
    return {
        "layout": submission_form.layout(form, report, lacking),
        "known": known_to_the_form(),
        "new_names": names_new_to_the_catalogue(report),
    }


def _files(report: SubmissionReport, typed: Typed, asked_for: str) -> list[FilePart]:
    return [_file_part(each, report, typed, asked_for) for each in report.files]


def _file_part(
    each: FileReport, report: SubmissionReport, typed: Typed, asked_for: str
) -> FilePart:
    may_differ = report.is_editable and bool(each.runs) and each.kind != Kind.TEMPLATE
    key = str(each.file.pk)
    form = None
    if may_differ and typed.of_file is not None and typed.of_file.prefix == key:
        form = typed.of_file
    elif may_differ and asked_for == key:
        form = FileStatementForm(each.file)
    if form is not None:
        submission_form.hint(form, each.runs)
    return FilePart(each, may_differ, form)


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
    is_reviewed = submission.accepted_at or submission.state == State.REJECTED
    return "done" if decided and is_reviewed else "pending"


def _last_state(state: str) -> str:
    return "done" if state == State.ACCEPTED else "failed"
