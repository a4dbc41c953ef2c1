"""Dropping kept data."""

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from benchruns.audit.record import record
from benchruns.models import DataSet
from benchruns.runs import kept_data
from benchruns.vocabulary import AuditAction
from portal import dispatch


@transaction.atomic
def drop(data_set: DataSet, *, by: AbstractBaseUser) -> None:
    """Have a worker drop it soon; NotAllowed while something uses it."""
    kept_data.request_drop(data_set.pk)
    record(
        AuditAction.DATA_SET_DROPPED,
        by=by,
        on=data_set,
        name=data_set.workspace,
        endpoint=data_set.endpoint.name,
        owner=data_set.endpoint.owner.get_username(),
    )
    dispatch.drop_data(data_set.endpoint_id)
