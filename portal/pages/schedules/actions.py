"""What its owner does to a schedule: start it once more, pause it, let it go on, delete it.

Staff pause and delete those of others, too, and let go on what they paused.
"""

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from benchruns.errors import FieldError, FieldErrors, NotAllowed
from benchruns.limits.door import LimitReached
from benchruns.schedules import changes
from benchruns.sentences.failures.table import why_refused
from portal.actions import schedules as actions
from portal.queries import schedules as queries
from portal.web.requests import UserRequest, login_to_post, page_with_form


@require_POST
@login_to_post
def run_now(request: UserRequest, id: UUID) -> HttpResponse:
    schedule = queries.own(request.user, id)
    if _tried(request, lambda: actions.run_now(schedule)):
        messages.success(request, _("Started once more; its own times stay."))
    return redirect("portal:schedule-detail", id)


@require_POST
@login_to_post
def pause(request: UserRequest, id: UUID) -> HttpResponse:
    changes.pause(queries.shown(request.user, id), by=request.user)
    messages.success(request, _("Paused: it starts nothing until it is resumed."))
    return redirect("portal:schedule-detail", id)


@require_POST
@login_to_post
def resume(request: UserRequest, id: UUID) -> HttpResponse:
    schedule = queries.shown(request.user, id)
    if _tried(request, lambda: actions.resume(schedule, by=request.user)):
        messages.success(request, _("It goes on with its next time."))
    return redirect("portal:schedule-detail", id)


@login_required
@page_with_form
def delete(request: UserRequest, id: UUID) -> HttpResponse:
    """Asks first; its runs stay."""
    schedule = queries.shown(request.user, id)
    if request.method != "POST":
        return render(request, "schedules/delete.html", {"schedule": schedule})
    changes.delete(schedule, by=request.user)
    messages.success(
        request, _("%(name)s is deleted; its runs stay.") % {"name": schedule.name}
    )
    return redirect("portal:schedules")


def _tried(request: UserRequest, deed: Callable[[], object]) -> bool:
    """Whether it was done; if not, why. A limit is told on a page of its own, with 429."""
    try:
        deed()
    except LimitReached:
        raise
    except FieldError as error:
        messages.error(request, why_refused(error))
    except (FieldErrors, NotAllowed) as error:
        messages.error(request, str(error))
    else:
        return True
    return False
