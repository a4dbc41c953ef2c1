"""Asking for a run: where, what, how often and when."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from benchruns.endpoints import bounds
from benchruns.engines import ENGINES
from benchruns.errors import FieldError
from benchruns.limits.door import LimitReached
from benchruns.models import Endpoint, Result
from benchruns.reproduction import reproduce as reproduction
from benchruns.sentences.endpoints import what_runs_do
from benchruns.workloads import ParameterError, Workload
from portal.forms.runs import LATER, RunForm, workloads_for
from portal.pages.endpoints import to_try
from portal.pages.runs import reproduction as run_reproduction
from portal.pages.runs.new.draft import Draft, buffer_of, read
from portal.pages.runs.new.start import AGREED, KEY, start
from portal.queries.endpoints import last_check, with_last_check
from portal.queries.generators import known_labels
from portal.web import errors
from portal.web.requests import UserRequest, page_with_form

PRESETS = (
    ("quick", gettext_lazy("Quick")),
    ("cached", gettext_lazy("Cached")),
    ("disk_io", gettext_lazy("Disk I/O")),
    ("paper", gettext_lazy("As the paper")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """An endpoint to choose from; one of another family cannot be chosen."""

    endpoint: Endpoint
    is_fitting: bool


@login_required
@page_with_form
def new(request: UserRequest) -> HttpResponse:
    """The address may fill the form in; with ``reproduce`` a published row does."""
    given = request.POST if request.method == "POST" else request.GET
    published = _published(request, given.get("reproduce"))
    refusal = reproduction.refusal(published) if published else ""
    own = Endpoint.objects.registered().filter(owner=request.user)
    offers = _offers(list(with_last_check(own)), published)
    context: dict[str, Any] = {
        "offers": offers,
        "refusal": refusal,
        "row": run_reproduction.row_of(published) if published else None,
        "kinds": _kinds(published) if published else "",
        "to_try": to_try.offered(),
    }
    if refusal or not any(offer.is_fitting for offer in offers):
        return render(request, "runs/new.html", context)
    asked = request.GET.get("endpoint") if request.method != "POST" else None
    if asked and asked not in {str(offer.endpoint.pk) for offer in offers}:
        messages.warning(
            request, _("You have no such endpoint: another one of yours is chosen.")
        )
    # Without scripts a form that cannot be started is sent to be planned anew.
    is_sent = request.method == "POST" and "plan_again" not in request.POST
    draft = read(
        given,
        owner=request.user,
        endpoints=[o.endpoint for o in offers if o.is_fitting or is_sent],
        published=published,
        is_sent=is_sent,
    )
    form = RunForm(
        request.POST if is_sent else None,
        initial=_initial(draft, given),
        owner=request.user,
    )
    if is_sent:
        started = _started(request, form, draft)
        if started is not None:
            return started
    context |= {"form": form, "draft": draft, **_choices(draft, form, given)}
    status = HTTPStatus.BAD_REQUEST if is_sent else HTTPStatus.OK
    page = render(request, "runs/new.html", context, status=status)
    reached = draft.limit_reached
    return page if reached is None else errors.of_limit(page, reached)


def _published(request: UserRequest, wanted: str | None) -> Result | None:
    """The row to reproduce, None where none is asked for; 404 for an unknown one."""
    if not wanted:
        return None
    shown = Result.objects.visible_to(request.user).select_related(
        "campaign", "source", "provider", "instance_class"
    )
    try:
        return shown.get(pk=UUID(wanted))
    except (ValueError, Result.DoesNotExist) as error:
        text = _(
            "There is no result “%(word)s” to reproduce that you may see: press "
            "Reproduce on the page of one that there is."
        )
        raise errors.Missing(text % {"word": wanted[:36]}) from error


def _offers(endpoints: Sequence[Endpoint], published: Result | None) -> list[Offer]:
    """All of them; those that a row cannot be reproduced on cannot be chosen."""
    family = ENGINES[published.engine].family if published else None
    return [
        Offer(
            endpoint=endpoint,
            is_fitting=family in (None, ENGINES[endpoint.engine].family),
        )
        for endpoint in endpoints
    ]


def _kinds(published: Result) -> str:
    """The kinds of server that a row can be reproduced on: "MySQL or MariaDB"."""
    family = ENGINES[published.engine].family
    alike = [each.label for each in ENGINES.values() if each.family == family]
    return _(" or ").join(alike)


def _initial(draft: Draft, given: QueryDict) -> dict[str, Any]:
    expected = draft.published.regime if draft.published else None
    filled = {name: value for name, value in given.dict().items() if name != KEY}
    return {"expected_regime": expected or "", **filled}


def _choices(draft: Draft, form: RunForm, given: QueryDict) -> dict[str, Any]:
    """What the endpoint and the workload leave to choose from."""
    endpoint, workload = draft.endpoint, draft.workload
    sizes = run_reproduction.sizes_of(draft.published, buffer_bytes=buffer_of(endpoint))
    return {
        "endpoint": endpoint,
        "workload": workload,
        "words": workload.words,
        "parameters": draft.parameters,
        "plan": draft.plan,
        "known_labels": known_labels(),
        "check": last_check(endpoint) if endpoint else None,
        "workloads": workloads_for(endpoint),
        "presets": [
            (label, preset)
            for name, label in PRESETS
            for preset in draft.presets
            if preset.name == name
        ],
        "preset": draft.preset,
        "what_runs_do": _unconfirmed(endpoint, workload),
        "is_agreed": AGREED in given,
        "sizes": sizes,
        "published_ratio": reproduction.published_ratio(draft.published)
        if draft.published and sizes
        else None,
        "differences": run_reproduction.lines_so_far(draft.settled)
        if draft.settled
        else [],
        "start_label": _start_label(draft.runs, is_later=form["when"].value() == LATER),
        "is_refused": bool(
            form.errors or (form.is_bound and (draft.complaints or not draft.settled))
        ),
    }


def _unconfirmed(endpoint: Endpoint | None, workload: Workload) -> str:
    """What its owner has still to agree to; empty where that is done."""
    if endpoint is None or endpoint.consents_to(own_script=workload.is_custom):
        return ""
    return what_runs_do(bounds.of_endpoint(endpoint))


def _start_label(runs: int, *, is_later: bool) -> str:
    if is_later:
        text = ngettext("Schedule the run", "Schedule %(runs)s runs", runs)
    else:
        text = ngettext("Start the run", "Start %(runs)s runs", runs)
    return text % {"runs": f"{runs:,}"}


def _started(request: UserRequest, form: RunForm, draft: Draft) -> HttpResponse | None:
    """To the page of the run; None with the reason at its field."""
    is_valid = form.is_valid()
    if is_valid and draft.settled is not None:
        wanted = replace(
            draft.settled.request,
            endpoint=form.cleaned_data["endpoint"],
            not_before=form.cleaned_data["not_before"],
            labels=form.labels,
        )
        settled = replace(draft.settled, request=wanted)
        own_script = settled.workload.is_custom
        if not (
            AGREED in request.POST or wanted.endpoint.consents_to(own_script=own_script)
        ):
            draft.problems["consent"] = _("Set this tick first, then start the run.")
            form.add_error(None, draft.problems["consent"])
            return None
        try:
            return start(request, settled, key=form.cleaned_data["form_key"])
        except (FieldError, ParameterError) as error:
            draft.note(error)
        except LimitReached as reached:
            draft.limit_reached = reached
            form.add_error(None, str(reached))
    for field, message in draft.problems.items():
        form.add_error(field if field in form.fields else None, message)
    return None
