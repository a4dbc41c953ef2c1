"""Asking once before a cancel that throws work away; without scripts, too."""

from collections.abc import Iterable
from datetime import timedelta

from django.http import HttpResponse
from django.shortcuts import render

from benchruns.models import Run
from benchruns.runs import lifecycle
from portal.web.requests import UserRequest

LITTLE_WORK = timedelta(minutes=1)  # lost without a question


def question(
    request: UserRequest, runs: Iterable[Run], *, title: str, back: str, is_sweep: bool
) -> HttpResponse | None:
    """The page that asks, once; None where little is lost, or it was answered.

    Its form is sent to the address that it was asked at, with ``next`` as it came.
    """
    if request.POST.get("confirmed") == "yes":
        return None
    worked = lifecycle.work_lost(runs)
    if worked <= LITTLE_WORK:
        return None
    context = {
        "title": title,
        "back": back,
        "is_sweep": is_sweep,
        "seconds": worked.total_seconds(),
        "next": request.POST.get("next", ""),
    }
    return render(request, "runs/cancel.html", context)
