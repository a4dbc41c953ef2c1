"""One's notices: what others did with submissions that concern one."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from benchruns.models import Notice, Submission
from benchruns.submissions.review import notices
from portal.web.requests import UserRequest, login_to_post

PAGE_SIZE = 25


@dataclass(frozen=True, slots=True)
class NoticeLine:
    """``words`` is one sentence: who did what with which submission.

    One that was taken back ``is_seen`` by its owner alone: there is no page to open.
    """

    notice: Notice
    words: str
    is_seen: bool


@login_required
@never_cache
@require_GET
def notice_list(request: UserRequest) -> HttpResponse:
    """Newest first. Opening a submission's page marks those about it as read."""
    found = Paginator(notices.page_of(request.user), PAGE_SIZE)
    page = found.get_page(request.GET.get("page"))
    return render(
        request, "notices/list.html", {"page": page, "lines": _lines(request, page)}
    )


def _lines(request: UserRequest, page: Iterable[Notice]) -> list[NoticeLine]:
    shown = list(page)
    about = {notice.event.submission_id for notice in shown}
    visible = Submission.objects.visible_to(request.user).filter(pk__in=about)
    seen = set(visible.values_list("pk", flat=True))
    return [
        NoticeLine(notice, notices.words(notice, is_seen=is_seen), is_seen)
        for notice in shown
        for is_seen in [notice.event.submission_id in seen]
    ]


@require_POST
@login_to_post
def mark_all_read(request: UserRequest) -> HttpResponse:
    if count := notices.mark_read(request.user):
        done = ngettext(
            "%(n)d notice marked as read.", "%(n)d notices marked as read.", count
        )
        messages.success(request, done % {"n": count})
    return redirect("portal:notices")
