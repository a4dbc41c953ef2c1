"""What a caller asks to run, from the body of a request; its errors by their keys."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from benchruns.models import Endpoint, Result, Run
from benchruns.reproduction.reproduce import ReproductionError
from benchruns.runs import request as run_request
from benchruns.runs import schedule
from benchruns.runs import sweeps as sweeping
from benchruns.runs.request import AS_PUBLISHED, RunRequest, Settled
from benchruns.runs.sweeps import Ladder
from benchruns.workloads import WORKLOADS, refuse_of_any
from portal.actions import runs as actions
from portal.api.authentication import by_valid_token, caller
from portal.api.faults import Faults
from portal.api.fields import StrictSerializer
from portal.api.serializers.run_request import SweepRequestSerializer
from portal.web.problems import Unprocessable

LABELS = ("name", "note", "tags")
Values = Mapping[str, Any]  # of a body, by key
NO_THREADS = gettext_lazy(
    "Give the thread counts to measure: the vendor's row states one alone."
)


def settle(request: Request, shape: type[StrictSerializer]) -> Settled:
    """The request in full; 400 or 422 names all of the body that is wrong."""
    asked = shape(data=request.data)
    user = caller(request)
    faults = Faults()
    with faults.gathered(), unprocessable():
        asked.is_valid(raise_exception=True)
        return run_request.settle(read(asked.validated_data, user))
    look_at_each(asked.validated_data or asked.sound, user, faults)
    raise faults.refusal


def start(request: Request, shape: type[StrictSerializer]) -> Run:
    """The run, or the first one of a sweep; 400 or 422 as ``settle``."""
    settled = settle(request, shape)
    if issubclass(shape, SweepRequestSerializer) and settled.ladder is None:
        raise ValidationError({"threads": [NO_THREADS]})
    faults = Faults()
    with (
        faults.gathered(),
        unprocessable(),
        transaction.atomic(),
        by_valid_token(request),
    ):
        return actions.start(settled, owner=caller(request))
    raise faults.refusal


def look_at_each(values: Values, user: AbstractBaseUser, faults: Faults) -> None:
    """What each value is refused for, whatever is wrong with the others."""
    endpoint: Endpoint | None = None
    with faults.gathered():
        endpoint = (
            _own_endpoint(values["endpoint"], user) if "endpoint" in values else None
        )
    row: Result | None = None
    with faults.gathered():
        row = _published(values.get("reproduce"), user)
    for name in ("not_before", "expected_regime"):
        stated = {"not_before": None, "expected_regime": None, name: values.get(name)}
        with faults.gathered():
            schedule.check(endpoint or Endpoint(), **stated)
    threads = values.get("threads")
    with faults.gathered():
        sweeping.check(
            Ladder(
                threads=[1] if threads is None else threads,
                repetitions=values.get("repetitions", 1),
                settle_seconds=values.get("settle_seconds", 0),
            )
        )
    if values.get("reproduce") is None and "reproduce" not in faults:
        _look_at_load(values, endpoint, faults)
    else:
        _look_at_parameters(values, row.workload if row else None, faults)


def _look_at_load(values: Values, endpoint: Endpoint | None, faults: Faults) -> None:
    """Of a request that repeats no row."""
    for key in run_request.OF_A_ROW:
        with faults.gathered():
            run_request.refuse_without_row(key, values.get(key))
    name = values.get("workload")
    if name is not None and (endpoint is not None or name not in WORKLOADS):
        with faults.gathered():
            schedule.workload_for(endpoint or Endpoint(), name)
    if name in WORKLOADS:
        with faults.gathered():
            WORKLOADS[name].clean(values.get("parameters", {}))
    else:
        _look_at_parameters(values, None, faults)


def _look_at_parameters(values: Values, workload: str | None, faults: Faults) -> None:
    """Each by itself: those of a row stand beside it, or it is not known whose they are."""
    known = WORKLOADS.get(workload or "")
    with faults.gathered():
        refuse_of_any(
            values.get("parameters", {}),
            among=[known] if known else WORKLOADS.values(),
        )


def read(asked: dict[str, Any], user: AbstractBaseUser) -> RunRequest:
    """Of validated values by key. ValidationError for a row that the caller has not."""
    return RunRequest(
        endpoint=_own_endpoint(asked["endpoint"], user),
        workload=asked["workload"],
        parameters=asked["parameters"],
        reproduces=_published(asked["reproduce"], user),
        scale_down=asked["scale_down"],
        match_ratio=asked["match_ratio"],
        threads=asked.get("threads"),
        repetitions=asked["repetitions"],
        settle_seconds=asked["settle_seconds"],
        keeps_data_set=asked["keep_data"],
        generator_labels=asked["generator_labels"],
        generators=asked["generators"],
        goes_on_without_lost=asked["go_on_without_lost"],
        not_before=asked.get("not_before"),
        expected_regime=asked.get("expected_regime", AS_PUBLISHED),
        labels={name: asked[name] for name in LABELS if name in asked},
    )


def _own_endpoint(endpoint_id: UUID, user: AbstractBaseUser) -> Endpoint:
    found = (
        Endpoint.objects.registered().filter(pk=endpoint_id, owner_id=user.pk).first()
    )
    if found is None:
        raise ValidationError({"endpoint": [_("You have no endpoint of this id.")]})
    return found


def _published(result_id: UUID | None, user: AbstractBaseUser) -> Result | None:
    if result_id is None:
        return None
    visible = Result.objects.visible_to(user).select_related("campaign")
    found = visible.filter(pk=result_id).first()
    if found is None:
        message = _(
            "There is no result of this id. Take one of "
            "/api/v1/results/?provenance=published."
        )
        raise ValidationError({"reproduce": [message]})
    return found


@contextmanager
def unprocessable() -> Iterator[None]:
    try:
        yield
    except ReproductionError as error:
        raise Unprocessable({error.field: [error.message]}) from error
