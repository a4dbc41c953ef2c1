"""How long what stays, and what is past its time; the page itself deletes nothing."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from benchruns.retention.rules import preview
from portal.pages.staff import staff_only
from portal.web.requests import UserRequest


@staff_only
@never_cache
@require_safe
def retention(request: UserRequest) -> HttpResponse:
    rules = preview()
    context = {"rules": rules, "has_past": any(each.rows for each in rules)}
    return render(request, "retention/rules.html", context)
