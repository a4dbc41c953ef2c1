"""Test reports: what is taken, one's own, and those that were accepted."""

from collections.abc import Sequence
from http import HTTPStatus
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from benchruns.models import RewardPolicy, Submission
from benchruns.models.submissions import is_reviewer
from benchruns.submissions.drafts import changes as drafts
from benchruns.submissions.intake.intake import Refused
from benchruns.submissions.review import queue
from benchruns.vocabulary import SubmissionState
from portal.pages.submissions import lines as submission_lines
from portal.pages.submissions import uploads as submission_uploads
from portal.pages.submissions.formats import FORMATS
from portal.pages.submissions.uploads import Upload
from portal.web.address_words import page_of
from portal.web.requests import UserRequest, login_to_post, post_only

PAGE_SIZE = 25


@require_safe
def submissions(request: HttpRequest) -> HttpResponse:
    """``page`` is that of one's own, or of the accepted ones for who has none."""
    return _page(request)


@post_only("portal:submissions")
@login_to_post
def new(request: UserRequest) -> HttpResponse:
    """A draft of the files; the page again where none of them can be used."""
    uploaded = request.FILES.getlist("files")
    with submission_uploads.reading(uploaded, by=request.user) as upload:
        if upload.files:
            return _begun(request, upload)
    return _page(request, refused=upload.refused, nothing=not upload.refused)


def _begun(request: UserRequest, upload: Upload) -> HttpResponse:
    try:
        draft = drafts.begin(request.user, upload.files, replaces=_replaced(request))
        upload.files.clear()
    except drafts.NotEditable as error:
        messages.error(request, str(error))
        return redirect("portal:submissions")
    for refused in upload.refused:
        messages.error(request, submission_uploads.refusal(refused))
    return redirect("portal:submission-detail", draft.pk)


def _replaced(request: HttpRequest) -> UUID | None:
    """The id of the submission that this one is to supersede; None for none."""
    named = request.POST.get("replaces", "")
    if not named:
        return None
    try:
        return UUID(named)
    except ValueError as error:
        raise drafts.NotEditable(_("There is no such submission.")) from error


def _page(
    request: HttpRequest, *, refused: Sequence[Refused] = (), nothing: bool = False
) -> HttpResponse:
    user = request.user
    accepted = _page_of(
        request,
        "page",
        Submission.objects.visible_to(user)
        .filter(state=SubmissionState.ACCEPTED)
        .order_by("-accepted_at", "-id"),
    )
    own = None
    if user.is_authenticated:
        own = _page_of(request, "own", Submission.objects.filter(owner=user))
    reviewing = is_reviewer(user)
    context = {
        "refused": refused,
        "nothing": nothing,
        "formats": FORMATS,
        "policies": RewardPolicy.objects.filter(is_active=True),
        "new_url": reverse("portal:submission-new"),
        "limits": submission_uploads.LIMITS,
        "own": submission_lines.lines_of(own) if own else [],
        "own_page": own,
        "accepted": submission_lines.lines_of(accepted, is_public=True),
        "accepted_page": accepted,
        "is_reviewer": reviewing,
        "waiting": queue.waiting(user).count() if reviewing else 0,
    }
    status = HTTPStatus.BAD_REQUEST if refused or nothing else HTTPStatus.OK
    return render(request, "submissions/list.html", context, status=status)


def _page_of(
    request: HttpRequest, word: str, found: QuerySet[Submission]
) -> Page[Submission]:
    """The page that the address names, or the nearest that there is."""
    paginator = Paginator(submission_lines.with_results(found), PAGE_SIZE)
    return page_of(request, paginator, word=word)
