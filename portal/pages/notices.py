"""One's notices: what others did with submissions that concern one."""

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from benchruns.models import Notice
from benchruns.review import notices
from portal.pages.requests import UserRequest, login_to_post

PAGE_SIZE = 25


@dataclass(frozen=True, slots=True)
class NoticeLine:
    """``words`` is one sentence: who did what with which submission."""

    notice: Notice
    words: str


@login_required
@never_cache
@require_GET
def notice_list(request: UserRequest) -> HttpResponse:
    """Newest first. Opening a submission's page marks those about it as read."""
    found = Paginator(notices.page_of(request.user), PAGE_SIZE)
    page = found.get_page(request.GET.get("page"))
    lines = [NoticeLine(notice, notices.words(notice)) for notice in page]
    return render(request, "notices/list.html", {"page": page, "lines": lines})


@require_POST
@login_to_post
def mark_all_read(request: UserRequest) -> HttpResponse:
    if count := notices.mark_read(request.user):
        done = ngettext(
            "%(n)d notice marked as read.", "%(n)d notices marked as read.", count
        )
        messages.success(request, done % {"n": count})
    return redirect("portal:notices")
