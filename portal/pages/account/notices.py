"""One's notices: what others did with submissions, which schedules paused themselves, and
which runs wait for a load generator in vain."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from benchruns.models import Notice, Submission
from benchruns.sentences import schedules
from benchruns.sentences.generators import notices as of_generators
from benchruns.submissions.review import notices
from portal.web.address_words import page_of
from portal.web.requests import UserRequest, login_to_post

PAGE_SIZE = 25


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeLine:
    """``words`` is one sentence: what happened to which submission, schedule or run.

    ``address`` is empty for a submission that was taken back: its owner alone has a page to
    open. ``text`` is what somebody wrote.
    """

    notice: Notice
    words: str
    address: str
    text: str


@login_required
@never_cache
@require_safe
def notice_list(request: UserRequest) -> HttpResponse:
    """Newest first. Opening a submission's page marks those about it as read."""
    found = Paginator(notices.page_of(request.user), PAGE_SIZE)
    page = page_of(request, found)
    return render(
        request, "notices/list.html", {"page": page, "lines": _lines(request, page)}
    )


def _lines(request: UserRequest, page: Iterable[Notice]) -> list[NoticeLine]:
    shown = list(page)
    about = {each.event.submission_id for each in shown if each.event is not None}
    visible = Submission.objects.visible_to(request.user).filter(pk__in=about)
    seen = set(visible.values_list("pk", flat=True))
    return [_line(notice, seen) for notice in shown]


def _line(notice: Notice, seen: set[UUID]) -> NoticeLine:
    event = notice.event
    if notice.run is not None:
        words = of_generators.notice(notice)
        address = reverse("portal:run-detail", args=[notice.run_id])
        return NoticeLine(notice=notice, words=words, address=address, text="")
    if event is None:
        words = schedules.notice(notice)
        address = (
            reverse("portal:schedules")
            if notice.schedule_id is None
            else reverse("portal:schedule-detail", args=[notice.schedule_id])
        )
        return NoticeLine(notice=notice, words=words, address=address, text="")
    is_seen = event.submission_id in seen
    return NoticeLine(
        notice=notice,
        words=notices.words(notice, is_seen=is_seen),
        address=reverse("portal:submission-detail", args=[event.submission_id])
        if is_seen
        else "",
        text=event.text,
    )


@require_POST
@login_to_post
def mark_all_read(request: UserRequest) -> HttpResponse:
    if count := notices.mark_read(request.user):
        done = ngettext(
            "%(n)d notice marked as read.", "%(n)d notices marked as read.", count
        )
        messages.success(request, done % {"n": count})
    return redirect("portal:notices")
