"""A reviewer's decision on a submission, as its page sends it."""

from http import HTTPStatus
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from benchruns.errors import NotAllowed
from benchruns.models import Submission
from benchruns.sentences.checks import vendor_consent
from benchruns.submissions.review import moves
from portal.forms.review import DecisionForm, Move
from portal.forms.submissions import COMMENT
from portal.pages.submissions import detail as submission_detail
from portal.web.requests import UserRequest, login_to_post, post_only


@post_only("portal:submission-detail", "id")
@login_to_post
def decide(request: UserRequest, id: UUID) -> HttpResponse:
    """Back to the submission; its page again, with the words, where it was refused.

    What the form lacks is 400, what it comes too late for 409.

    A comment that was begun beside the decision stays on the page, not sent yet.
    """
    form = DecisionForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Nothing was decided: use the form of this page."))
        return _again(request, id, HTTPStatus.BAD_REQUEST)
    try:
        done = _made(form, id, by=request.user)
    except Submission.DoesNotExist as error:
        raise Http404(_("No such submission.")) from error
    except (moves.AgainstRating, moves.Unasked):
        asked = Move(form.cleaned_data["move"])
        return _again(request, id, HTTPStatus.OK, asked=asked)
    except moves.WordsNotAllowed as refused:
        return _again(request, id, HTTPStatus.BAD_REQUEST, wrong_words=str(refused))
    except moves.NoGrade as refused:
        return _again(request, id, HTTPStatus.BAD_REQUEST, wrong_grade=str(refused))
    except NotAllowed as refused:
        messages.error(request, str(refused))
        return _again(request, id, HTTPStatus.CONFLICT)
    messages.success(request, done)
    if request.POST.get(COMMENT, ""):
        return _again(request, id, HTTPStatus.OK)
    return redirect("portal:submission-detail", id)


def _made(form: DecisionForm, id: UUID, *, by: User) -> str:
    """Make the move; what was done, in words."""
    given = form.cleaned_data
    text, version = given["text"], given["version"]
    is_sure = given["is_sure"] == given["move"]
    match given["move"]:
        case Move.ACCEPT:
            accepted = moves.accept(
                id,
                by=by,
                grade=given["grade"],
                version=version,
                text=text,
                instance_class=given["instance_class"],
                asks=moves.Asks.NOTHING if is_sure else moves.Asks.AGAINST_RATING,
            )
            if why := vendor_consent.reason_of(accepted):
                return _("Accepted. Its results stay private. %(why)s") % {"why": why}
            return _("Accepted. Its results are public.")
        case Move.REQUEST_CHANGES:
            moves.request_changes(id, by=by, text=text, version=version)
            return _("Its owner is asked for changes.")
        case _:
            moves.reject(id, by=by, text=text, version=version, is_sure=is_sure)
            return _("Rejected. Its owner gets a notice with the reason.")


def _again(
    request: UserRequest,
    id: UUID,
    status: HTTPStatus,
    *,
    wrong_words: str = "",
    wrong_grade: str = "",
    asked: str = "",
) -> HttpResponse:
    answer = submission_detail.page(
        request,
        id,
        words=request.POST.get(COMMENT, ""),
        wrong_words=wrong_words,
        wrong_grade=wrong_grade,
        asked=asked,
    )
    answer.status_code = status
    return answer
