"""The list of what waits and what recurs, and the page of one schedule."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from benchruns.models import Notice
from benchruns.submissions.review import notices
from benchruns.vocabulary import PauseReason
from portal.pages.schedules.queue import scheduled_lines, server_queues
from portal.pages.schedules.rows import parameters, row_of, times_of
from portal.queries import runs as run_queries
from portal.queries import schedules as queries
from portal.web import permissions
from portal.web.address_words import page_of
from portal.web.requests import UserRequest

PAGE_SIZE = 25  # of what recurs


@login_required
@require_safe
def schedules(request: UserRequest) -> HttpResponse:
    listed = run_queries.listed(request.user).defer(None)
    page = page_of(request, Paginator(queries.listed(request.user), PAGE_SIZE))
    return render(
        request,
        "schedules/list.html",
        {
            "servers": server_queues(request, listed),
            "scheduled": scheduled_lines(request, listed),
            "page": page,
            "recurring": [row_of(each, viewer=request.user) for each in page],
        },
    )


@login_required
@require_safe
def detail(request: UserRequest, id: UUID) -> HttpResponse:
    """Opening it marks its notices as read."""
    schedule = queries.shown(request.user, id)
    is_own = permissions.is_owner(request.user, schedule.owner_id)
    if is_own:
        of_this: list[int] = list(
            Notice.objects.filter(schedule=schedule).values_list("pk", flat=True)
        )
        notices.mark_read(request.user, notices=of_this)
    return render(
        request,
        "schedules/detail.html",
        {
            "row": row_of(schedule, viewer=request.user),
            "schedule": schedule,
            "is_own": is_own,
            "may_run_now": is_own and schedule.paused_for != PauseReason.BY_STAFF,
            "parameters": parameters(schedule),
            "times": times_of(schedule, viewer=request.user),
        },
    )
