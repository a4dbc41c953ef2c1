"""The list of load generators, and one with its runs; names of hosts are not for everybody."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from portal.pages.runs.rows import rows_of
from portal.queries import generators as queries
from portal.web.address_words import page_of
from portal.web.requests import UserRequest

PAGE_SIZE = 20


@login_required
@require_safe
def generators(request: UserRequest) -> HttpResponse:
    return render(request, "generators/list.html", {"generators": queries.listed()})


@login_required
@require_safe
def detail(request: UserRequest, id: UUID) -> HttpResponse:
    generator = queries.shown(id)
    found = Paginator(queries.runs_of(generator, request.user), PAGE_SIZE)
    page = page_of(request, found)
    facts = {
        "generator": generator,
        "page": page,
        "runs": rows_of(page, viewer=request.user),
    }
    return render(request, "generators/detail.html", facts)
