"""What a schedule's form would come to as it is filled in: its next times, or why it is refused."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import QueryDict

from benchruns.errors import FieldError, FieldErrors, NotAllowed
from benchruns.models import Schedule
from benchruns.runs.request import RunRequest
from benchruns.schedules import changes
from benchruns.sentences.failures.table import why_refused
from portal.forms.schedules import ScheduleForm
from portal.web.requests import UserRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """``refusals`` are a label, empty where it is of no field, and a sentence each."""

    times: Sequence[datetime] = ()
    refusals: Sequence[tuple[str, str]] = ()


def typed(request: UserRequest) -> QueryDict | None:
    """What the form holds: as it was sent, or as it is being filled in; None as it is opened."""
    if request.method == "POST":
        return request.POST
    return request.GET if "kind" in request.GET else None


def is_sent(request: UserRequest) -> bool:
    """Without scripts a form that is held back is sent to be looked at anew."""
    return request.method == "POST" and "look_again" not in request.POST


def of_form(
    form: ScheduleForm,
    *,
    request: Callable[[], RunRequest] | None = None,
    of: Schedule | None = None,
) -> Outlook:
    """``request`` is what a new one will run, ``of`` the schedule that is changed."""
    filled = form if form.is_bound else _as_opened(form)
    if not filled.is_valid():
        return Outlook(refusals=_errors(filled))
    try:
        times = changes.outlook(
            filled.rhythm(of=of),
            request=request() if request else None,
            may_be_over=of is not None and of.paused_at is not None,
        )
    except FieldError as error:
        return Outlook(refusals=[("", why_refused(error))])
    except (FieldErrors, NotAllowed) as error:
        return Outlook(refusals=[("", str(error))])
    return Outlook(times=times)


def _as_opened(form: ScheduleForm) -> ScheduleForm:
    held = {
        name: form.get_initial_for_field(field, name)
        for name, field in form.fields.items()
    }
    return ScheduleForm(held)


def _errors(form: ScheduleForm) -> list[tuple[str, str]]:
    of_fields = [
        (str(field.label), str(text)) for field in form for text in field.errors
    ]
    return [*of_fields, *(("", str(text)) for text in form.non_field_errors())]
