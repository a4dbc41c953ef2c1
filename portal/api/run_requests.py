"""What a caller asks to run, from the body of a request; its errors by their keys."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from benchruns.errors import FieldError
from benchruns.models import Endpoint, Result, Run
from benchruns.reproduction.reproduce import ReproductionError
from benchruns.runs import request as run_request
from benchruns.runs.request import AS_PUBLISHED, RunRequest, Settled
from benchruns.sentences.failures.table import why_refused
from benchruns.workloads import ParameterError
from portal.actions import runs as actions
from portal.api.authentication import caller
from portal.api.fields import StrictSerializer
from portal.api.serializers.run_request import SweepRequestSerializer
from portal.web.problems import Unprocessable

LABELS = ("name", "note", "tags")
NO_THREADS = gettext_lazy(
    "Give the thread counts to measure: the published row states one alone."
)


def settle(request: Request, shape: type[StrictSerializer]) -> Settled:
    """The request in full; 400 or 422 names what of the body is wrong."""
    asked = shape(data=request.data)
    asked.is_valid(raise_exception=True)
    with _told_by_field():
        return run_request.settle(_read(asked.validated_data, caller(request)))


def start(request: Request, shape: type[StrictSerializer]) -> Run:
    """The run, or the first one of a sweep; 400 or 422 as ``settle``."""
    settled = settle(request, shape)
    if issubclass(shape, SweepRequestSerializer) and settled.ladder is None:
        raise ValidationError({"threads": [NO_THREADS]})
    with _told_by_field():
        return actions.start(settled, owner=caller(request))


def _read(asked: dict[str, Any], user: AbstractBaseUser) -> RunRequest:  # by key
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
        not_before=asked["not_before"],
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
def _told_by_field() -> Iterator[None]:
    try:
        yield
    except ParameterError as error:
        named = {name: [text] for name, text in error.errors.items()}
        raise ValidationError({"parameters": named}) from error
    except ReproductionError as error:
        raise Unprocessable({error.field: [error.message]}) from error
    except FieldError as error:
        raise ValidationError({error.field: [why_refused(error)]}) from error
