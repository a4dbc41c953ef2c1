"""Making a schedule of a run that one has made, and changing its times."""

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from benchruns.errors import FieldError, FieldErrors, NotAllowed
from benchruns.models import Run, Schedule
from benchruns.schedules import changes
from benchruns.schedules.stored import request_of_run
from benchruns.sentences.failures.table import why_refused
from portal.forms.schedules import ScheduleForm, initial_of
from portal.pages.runs.rows import row_of, rows_of
from portal.pages.schedules import outlook
from portal.queries import runs as run_queries
from portal.queries import schedules as queries
from portal.web import permissions
from portal.web.requests import UserRequest, page_with_form

OFFERED = 10  # of one's newest runs


@login_required
@page_with_form
def new(request: UserRequest) -> HttpResponse:
    """The times of a schedule that repeats ``?run=``; without one, runs to choose from."""
    word = request.GET.get("run", "")
    if not word:
        return _choice(request)
    run = _own_run(request, word)
    form = ScheduleForm(
        outlook.typed(request),
        initial={"name": run.name or row_of(run, viewer=request.user).title[:120]},
    )
    if outlook.is_sent(request) and form.is_valid():
        made = _tried(
            form,
            lambda: changes.create(
                owner=request.user,
                request=request_of_run(run),
                name=form.cleaned_data["name"],
                rhythm=form.rhythm(),
                when_busy=form.cleaned_data["when_busy"],
            ),
        )
        if made is not None:
            messages.success(request, _("It runs from now on at its times."))
            return redirect("portal:schedule-detail", made.pk)
    return render(
        request,
        "schedules/form.html",
        {
            "form": form,
            "run": row_of(run, viewer=request.user),
            "outlook": outlook.of_form(form, request=lambda: request_of_run(run)),
            "back": reverse("portal:run-detail", args=[run.pk]),
        },
    )


@login_required
@page_with_form
def change(request: UserRequest, id: UUID) -> HttpResponse:
    """Its name, times and what it does when the server is busy."""
    schedule = queries.own(request.user, id)
    form = ScheduleForm(outlook.typed(request), initial=initial_of(schedule))
    if outlook.is_sent(request) and form.is_valid():
        changed = _tried(
            form,
            lambda: changes.change(
                schedule,
                by=request.user,
                name=form.cleaned_data["name"],
                when_busy=form.cleaned_data["when_busy"],
                rhythm=form.rhythm(of=schedule),
            ),
        )
        if changed is not None:
            messages.success(request, _("Changed."))
            return redirect("portal:schedule-detail", id)
    return render(
        request,
        "schedules/form.html",
        {
            "form": form,
            "schedule": schedule,
            "outlook": outlook.of_form(form, of=schedule),
            "back": reverse("portal:schedule-detail", args=[id]),
        },
    )


def _choice(request: UserRequest) -> HttpResponse:
    own = run_queries.listed(request.user).filter(
        owner_id=request.user.pk, endpoint__deleted_at__isnull=True
    )
    return render(
        request,
        "schedules/choose.html",
        {"runs": rows_of(own[:OFFERED], viewer=request.user)},
    )


def _own_run(request: UserRequest, word: str) -> Run:
    """404 for what is none of one's own."""
    try:
        run = run_queries.shown(request.user, UUID(word))
    except ValueError:
        raise Http404 from None
    if not permissions.is_owner(request.user, run.owner_id):
        raise Http404
    return run


def _tried(form: ScheduleForm, change: Callable[[], Schedule]) -> Schedule | None:
    """None with the form's error where it is refused."""
    try:
        return change()
    except FieldError as error:
        name = {"every_seconds": "every"}.get(error.field, error.field)
        form.add_error(name if name in form.fields else None, why_refused(error))
    except (FieldErrors, NotAllowed) as error:
        form.add_error(None, str(error))
    return None
