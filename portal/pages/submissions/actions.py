"""What is done to a submission on its page; each leads back to it.

Of one that its owner may change, each first keeps what the page's form holds.
"""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.errors import NotAllowed
from benchruns.models import Submission
from benchruns.sentences.checks.table import failed_first
from benchruns.submissions.drafts import changes as drafts
from benchruns.submissions.review import moves
from benchruns.vocabulary import SubmissionState
from portal.forms.review import DECISION_TEXT
from portal.forms.submissions import COMMENT
from portal.links.submissions import submission_url
from portal.pages.submissions import detail as submission_detail
from portal.pages.submissions import lines as submission_lines
from portal.pages.submissions import save
from portal.web.requests import UserRequest, login_to_post, page_with_form, post_only

Action = Callable[..., HttpResponse | None]
DETAIL = "portal:submission-detail"


def _action(view: Action) -> Callable[..., HttpResponse]:
    """A POST that leads back to the submission, with the reason where it is refused."""

    @post_only(DETAIL, "id")
    @login_to_post
    @wraps(view)
    def done(request: UserRequest, /, id: UUID, **kwargs: Any) -> HttpResponse:
        try:
            answer = view(request, id, **kwargs)
        except Submission.DoesNotExist as error:
            raise Http404(_("No such submission.")) from error
        except moves.ChecksFailed as error:
            messages.error(request, failed_first(error.failed))
            answer = None
        except (NotAllowed, drafts.NotEditable) as error:
            messages.error(request, str(error))
            answer = None
        return answer or _again(request, id)

    return done


def _again(request: UserRequest, id: UUID) -> HttpResponse:
    """With the comment that was typed beside what was done, which is not sent yet."""
    if words := request.POST.get(COMMENT, ""):
        return submission_detail.page(request, id, words=words)
    return redirect(DETAIL, id)


def _keeping(*, undone: save.Text = "") -> Callable[[Action], Action]:
    """For an action of a page whose form is kept first.

    Where it cannot be kept nothing is done, and ``undone`` says so.
    """

    def keeping(view: Action) -> Action:
        @wraps(view)
        def done(request: UserRequest, id: UUID, **kwargs: Any) -> HttpResponse | None:
            words = request.POST.get(COMMENT, "")
            page = partial(submission_detail.page, words=words)
            again = save.keep(request, id, page=page, undone=undone)
            return again or view(request, id, **kwargs)

        return done

    return keeping


@_action
@_keeping()
def add_files(request: UserRequest, id: UUID) -> None:
    if not request.FILES:
        messages.error(request, _("Choose at least one file."))


@_action
@_keeping(undone=gettext_lazy("The file was not removed."))
def remove_file(request: UserRequest, id: UUID, *, file_id: UUID) -> None:
    drafts.remove_file(id, by=request.user, file_id=file_id)


@_action
@_keeping()
def state(request: UserRequest, id: UUID) -> HttpResponse | None:
    """Keep the statement; then ask what differs for the file that ``differs`` names."""
    if differing := request.POST.get("differs", ""):
        query = urlencode({"differs": differing})
        return redirect(f"{submission_url(id)}?{query}#file-{differing}")
    if not request.FILES:
        messages.success(request, _("Saved."))
    return None


@_action
@_keeping(undone=gettext_lazy("It was not submitted."))
def submit(request: UserRequest, id: UUID) -> HttpResponse:
    """With the comment that was typed: it is for whoever looks at this version."""
    moves.submit(id, by=request.user, text=request.POST.get(COMMENT, ""))
    messages.success(request, _("Submitted. A reviewer will look at it."))
    return redirect(DETAIL, id)


@_action
def take_back(request: UserRequest, id: UUID) -> None:
    moves.take_back(id, by=request.user)
    messages.success(request, _("It is a draft again."))


@_action
def withdraw(request: UserRequest, id: UUID) -> None:
    moves.withdraw(id, by=request.user, reason=request.POST.get("reason", ""))
    messages.success(request, _("Withdrawn."))


@_action
@_keeping(undone=gettext_lazy("The comment was not sent."))
def comment(request: UserRequest, id: UUID) -> HttpResponse:
    """The page again where a reviewer has begun words of a decision beside it."""
    moves.comment(id, by=request.user, text=request.POST.get(COMMENT, ""))
    if request.POST.get(DECISION_TEXT, ""):
        messages.success(request, _("The comment was sent."))
        return submission_detail.page(request, id)
    return redirect(DETAIL, id)


@_action
def _delete(request: UserRequest, id: UUID) -> HttpResponse:
    drafts.delete(id, by=request.user)
    messages.success(request, _("The draft was deleted."))
    return redirect("portal:submissions")


@login_required
def _ask_to_delete(request: HttpRequest, id: UUID) -> HttpResponse:
    own = Submission.objects.filter(
        owner_id=request.user.pk, state=SubmissionState.DRAFT, version=0
    )
    draft = submission_lines.with_results(own).filter(pk=id).first()
    if draft is None:
        return redirect(DETAIL, id)
    facts = {"line": submission_lines.line_of(draft), "files": draft.files.count()}
    return render(request, "submissions/delete.html", facts)


@page_with_form
def delete(request: HttpRequest, id: UUID) -> HttpResponse:
    """Asks before."""
    view = _delete if request.method == "POST" else _ask_to_delete
    return view(request, id=id)
