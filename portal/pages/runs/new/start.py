"""The form of a new run is sent: to the page of what it starts, or of what it started before.

A form has a key. Sent again with the same content, as by Back and the button or by two clicks, it
is the same form; with another content it is another one.
"""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.crypto import salted_hmac
from django.utils.html import format_html
from django.utils.translation import gettext as _

from benchruns.models import Run
from benchruns.runs.request import Settled
from portal.actions import runs as actions
from portal.pages.runs.new import repeat
from portal.pages.sweeps import repeat as sweep_repeat
from portal.web.requests import UserRequest

AGREED, KEY = "consent", "form_key"
# The token is another one on each page, and what is agreed to is no part of what is asked for.
NO_CONTENT = frozenset({"csrfmiddlewaretoken", AGREED, KEY})


def start(request: UserRequest, settled: Settled, *, key: UUID | None) -> HttpResponse:
    """``key`` is the form's; without it each sending counts. Raises as ``actions.start``."""
    gives_consent = AGREED in request.POST
    if key is None:
        run = actions.start(settled, owner=request.user, gives_consent=gives_consent)
        return _page_of(run)
    run, was_before = actions.start_once(
        settled,
        owner=request.user,
        form=_told_apart(key, request.POST),
        gives_consent=gives_consent,
    )
    if was_before:
        _tell(request, run)
    return _page_of(run)


def _told_apart(key: UUID, sent: QueryDict) -> str:
    """One form with one content. Keyed, so that no key of a program is ever the same."""
    content = sorted(pair for pair in sent.lists() if pair[0] not in NO_CONTENT)
    digest = salted_hmac(__name__, repr(content), algorithm="sha256").hexdigest()
    return f"form {key} {digest}"


def _tell(request: UserRequest, run: Run) -> None:
    """With a way to what was perhaps meant: the form anew, filled in alike."""
    told = _(
        "You have started this already, from the same form: no second one was started."
    )
    sweep = run.sweep
    address = repeat.url_of(run) if sweep is None else sweep_repeat.url_of(sweep, [run])
    button = format_html(
        '<a class="bb-btn bb-btn-small" href="{}">{}</a>',
        address,
        _("Start another one"),
    )
    messages.info(request, format_html("{} {}", told, button))


def _page_of(run: Run) -> HttpResponse:
    if run.sweep_id is not None:
        return redirect("portal:sweep-detail", run.sweep_id)
    return redirect("portal:run-detail", run.pk)
