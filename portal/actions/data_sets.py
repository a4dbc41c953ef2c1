"""Dropping kept data."""

from django.db import transaction

from benchruns.models import DataSet
from benchruns.runs import kept_data
from portal import dispatch


@transaction.atomic
def drop(data_set: DataSet) -> None:
    """Have a worker drop it soon; NotAllowed while something uses it."""
    kept_data.request_drop(data_set.pk)
    dispatch.drop_data(data_set.endpoint_id)
