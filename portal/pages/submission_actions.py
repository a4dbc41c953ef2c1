"""What is done to a submission on its page; each leads back to it."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from benchruns.models import Submission
from benchruns.review import moves
from benchruns.submissions import drafts
from benchruns.submissions.statement import StatementError
from portal.forms.submissions import FileStatementForm, StatementForm
from portal.pages import submission_detail, submission_uploads
from portal.pages.requests import UserRequest, login_to_post
from portal.pages.submission_uploads import refusal

Action = Callable[..., HttpResponse | None]


def _action(view: Action) -> Callable[..., HttpResponse]:
    """A POST that leads back to the submission, with the reason where it is refused."""

    def done(request: UserRequest, /, id: UUID, **kwargs: Any) -> HttpResponse:
        try:
            answer = view(request, id, **kwargs)
        except Submission.DoesNotExist as error:
            raise Http404(_("No such submission.")) from error
        except (moves.NotAllowed, drafts.NotEditable) as error:
            messages.error(request, str(error))
            answer = None
        return answer or redirect("portal:submission-detail", id)

    return require_POST(login_to_post(done))


@_action
def add_files(request: UserRequest, id: UUID) -> HttpResponse | None:
    """Those that can be read; the page again where none can."""
    upload = submission_uploads.read(request.FILES.getlist("files"))
    if not upload.files:
        return submission_detail.page(request, id, refused=upload.refused)
    drafts.add_files(id, by=request.user, files=upload.files)
    for refused in upload.refused:
        messages.error(request, refusal(refused))
    return None


@_action
def remove_file(request: UserRequest, id: UUID, *, file_id: UUID) -> None:
    drafts.remove_file(id, by=request.user, file_id=file_id)


@_action
def state(request: UserRequest, id: UUID) -> HttpResponse | None:
    """Keep the statement; the page again, with what was typed, where it is at fault."""
    form = StatementForm(request.POST)
    if not form.is_valid():
        return submission_detail.page(request, id, form=form)
    given = form.cleaned_data
    try:
        drafts.state(
            id,
            by=request.user,
            statement=form.stated,
            settings_text=given["settings_text"] or None,
            credit=given["credit"],
        )
    except StatementError as error:
        for name, text in error.errors.items():
            form.add_error(name if name in form.fields else None, text)
        return submission_detail.page(request, id, form=form)
    messages.success(request, _("Saved."))
    return None


@_action
def state_file(request: UserRequest, id: UUID, *, file_id: UUID) -> HttpResponse | None:
    form = FileStatementForm(request.POST, prefix=str(file_id))
    if not form.is_valid():
        return submission_detail.page(request, id, file_form=form)
    drafts.state_file(id, by=request.user, file_id=file_id, statement=form.stated)
    messages.success(request, _("Saved."))
    return None


@_action
def submit(request: UserRequest, id: UUID) -> None:
    moves.submit(id, by=request.user)
    messages.success(request, _("Submitted. A reviewer will look at it."))


@_action
def take_back(request: UserRequest, id: UUID) -> None:
    moves.take_back(id, by=request.user)
    messages.success(request, _("It is a draft again."))


@_action
def withdraw(request: UserRequest, id: UUID) -> None:
    moves.withdraw(id, by=request.user, reason=request.POST.get("text", ""))
    messages.success(request, _("Withdrawn."))


@_action
def comment(request: UserRequest, id: UUID) -> None:
    moves.comment(id, by=request.user, text=request.POST.get("text", ""))


@_action
def delete(request: UserRequest, id: UUID) -> HttpResponse:
    drafts.delete(id, by=request.user)
    messages.success(request, _("The draft was deleted."))
    return redirect("portal:submissions")
