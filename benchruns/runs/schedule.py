"""Creating runs: what is asked for is checked at the door, then queued or scheduled."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from benchruns.audit import origin
from benchruns.engines import ENGINES, Family
from benchruns.errors import FieldError
from benchruns.failures.failure import Failure, failure
from benchruns.models import Endpoint, Run, Sweep
from benchruns.names.generator_labels import asked_labels
from benchruns.names.unfit import Unfit
from benchruns.reproduction.reproduce import Reproduction
from benchruns.runs import lifecycle
from benchruns.vocabulary import Regime, RunState, Tls
from benchruns.workloads import WORKLOADS, Workload

FURTHEST = timedelta(days=366)
# A clock that is slow, and a form that states minutes alone, are no past time.
CLOCK_TOLERANCE = timedelta(minutes=2)

# the sweep, the run's position in it and its repetition, both from 1
PlaceInSweep = tuple[Sweep, int, int]


class EndpointUnfit(FieldError):
    """The workload's tool cannot reach the endpoint as it is: ``failure`` says why."""

    def __init__(self, failure: Failure) -> None:
        super().__init__("endpoint", failure.code)
        self.failure = failure


@transaction.atomic
def schedule(
    *,
    owner: AbstractBaseUser,
    endpoint: Endpoint,
    workload: str,
    parameters: Mapping[str, object],
    not_before: datetime | None = None,
    expected_regime: str | None = None,
    keeps_data_set: bool = False,
    reproduction: Reproduction | None = None,
    place: PlaceInSweep | None = None,
    labels: Mapping[str, object] | None = None,
    generator_labels: Mapping[str, str] | None = None,
    generators: int = 1,
    goes_on_without_lost: bool = False,
) -> Run:
    """A new run, queued now or scheduled for ``not_before``.

    It is noted which API token asks for it, if one does.
    ``reproduction`` is where ``workload`` and ``parameters`` come from, if they do.
    ``labels`` are its name, note and tags, ``generator_labels`` what its load generator has
    to have beside the labels that the endpoint asks for. Raises FieldError, also where its owner has not
    consented to runs on the endpoint, FieldErrors for labels, or ParameterError for what ``parameters`` holds.
    """
    load = workload_for(endpoint, workload)
    check(endpoint, not_before=not_before, expected_regime=expected_regime)
    _check_consent(endpoint, load)
    now = timezone.now()
    is_later = not_before is not None and not_before > now
    run = Run.objects.create(
        owner_id=owner.pk,
        endpoint=endpoint,
        workload=load.name,
        parameters=load.clean(parameters),
        expected_regime=expected_regime,
        not_before=not_before,
        state=RunState.SCHEDULED if is_later else RunState.QUEUED,
        queued_at=None if is_later else now,
        keeps_data_set=keeps_data_set,
        generator_labels=wanted_labels(endpoint, generator_labels or {}),
        generators=generators,
        goes_on_without_lost=goes_on_without_lost,
        tokens=_tokens(),
        **_repeated(reproduction),
        **_position(place),
        **lifecycle.clean_labels(labels or {}),
    )
    lifecycle.record_event(run.id, attempt=0, code=run.state)
    return run


def wanted_labels(endpoint: Endpoint, asked: Mapping[str, str]) -> dict[str, str]:
    """Those of the endpoint and over them the run's own; FieldError for too many."""
    try:
        return asked_labels({**endpoint.generator_labels, **asked})
    except Unfit as unfit:
        raise FieldError("generator_labels", str(unfit)) from unfit


def _tokens() -> list[str]:
    token = origin.current().token
    return [] if token is None else [str(token)]


def _repeated(reproduction: Reproduction | None) -> dict[str, Any]:
    if reproduction is None:
        return {}
    return {
        "reproduces": reproduction.published,
        "differences": [each.as_dict() for each in reproduction.differences],
    }


def _position(place: PlaceInSweep | None) -> dict[str, Any]:
    if place is None:
        return {}
    sweep, position, repetition = place
    return {"sweep": sweep, "sweep_position": position, "repetition": repetition}


def workload_for(endpoint: Endpoint, name: str) -> Workload:
    """FieldError when there is none of this name, or none that can be run there."""
    workload = WORKLOADS.get(name)
    if workload is None:
        raise FieldError(
            "workload",
            _("There is no workload %(name)s. Choose one of: %(known)s.")
            % {"name": name, "known": ", ".join(WORKLOADS)},
        )
    engine = ENGINES[endpoint.engine]
    if engine.family not in workload.families:
        raise FieldError(
            "workload",
            _("%(workload)s does not run on %(engine)s. Choose one of: %(fitting)s.")
            % {
                "workload": name,
                "engine": engine.label,
                "fitting": ", ".join(workloads_of(engine.family)),
            },
        )
    _check_tls(endpoint, workload)
    _check_tool(endpoint, workload)
    return workload


def workloads_of(family: Family) -> list[str]:
    """Those whose tool speaks what the engine does."""
    return [each.name for each in WORKLOADS.values() if family in each.families]


def check(
    endpoint: Endpoint, *, not_before: datetime | None, expected_regime: str | None
) -> None:
    """FieldError for what refuses a run of any workload."""
    if endpoint.deleted_at is not None:
        raise _deleted()
    if not_before is not None:
        check_time(not_before)
    if expected_regime is not None and expected_regime not in Regime.values:
        raise FieldError(
            "expected_regime",
            _("Give one of: %(known)s.") % {"known": ", ".join(Regime.values)},
        )


def hold(endpoint: Endpoint) -> None:
    """Read anew, and nobody changes or deletes it until the transaction has ended.

    FieldError where somebody has deleted it since it was read, or has it lead to another
    server: what was planned is sized for the former one.
    """
    before = _server_of(endpoint)
    there = Endpoint.objects.registered().select_for_update(no_key=True)
    try:
        endpoint.refresh_from_db(from_queryset=there)
    except Endpoint.DoesNotExist as error:
        raise _deleted() from error
    if _server_of(endpoint) != before:
        raise FieldError(
            "endpoint",
            _(
                "This endpoint has just been changed: it leads to another server. Ask again."
            ),
        )


def _server_of(endpoint: Endpoint) -> tuple[str, str, int]:
    return endpoint.engine, endpoint.host, endpoint.port


def _deleted() -> FieldError:
    return FieldError("endpoint", _("This endpoint has been deleted."))


def _check_consent(endpoint: Endpoint, workload: Workload) -> None:
    if endpoint.consents_to(own_script=workload.is_custom):
        return
    if endpoint.has_consent:
        raise FieldError(
            "consent",
            _(
                "You confirmed what runs do to the server of %(name)s before their load could "
                "be a script of your own, which changes what it names. Confirm it again on "
                'the endpoint\'s page, or by "consent": true on it in the API.'
            )
            % {"name": endpoint.name},
        )
    raise FieldError(
        "consent",
        _(
            "You have not confirmed what runs do to the server of %(name)s. Confirm "
            'it on the endpoint\'s page, or by "consent": true on it in the API.'
        )
        % {"name": endpoint.name},
    )


def check_time(not_before: datetime) -> None:
    """FieldError for one that has passed, or is further off than anybody plans."""
    now = timezone.now()
    if not_before < now - CLOCK_TOLERANCE:
        raise FieldError(
            "not_before",
            _("This time has passed. Give one that is still to come, or start now."),
        )
    if not_before > now + FURTHEST:
        raise FieldError("not_before", _("Give a time within a year from now."))


def _check_tls(endpoint: Endpoint, workload: Workload) -> None:
    """EndpointUnfit for TLS that the workload's tool cannot make there."""
    if workload.tool not in ENGINES[endpoint.engine].family.needing_ca_for_tls:
        return
    if endpoint.tls == Tls.VERIFY_FULL:
        raise EndpointUnfit(failure("tls_unsupported"))
    if endpoint.tls == Tls.REQUIRE and not endpoint.tls_ca:
        raise EndpointUnfit(failure("tls_ca_missing"))


def _check_tool(endpoint: Endpoint, workload: Workload) -> None:
    """EndpointUnfit for a tool whose own connection failed at the last check."""
    check = endpoint.last_check
    tools = check.server.get("tools", {}) if check else {}
    if reason := tools.get(workload.tool):
        raise EndpointUnfit(failure(reason["code"], **reason["values"]))
