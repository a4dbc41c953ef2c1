"""Cancelling a sweep."""

from django.contrib.auth.models import AbstractBaseUser

from benchruns.models import Sweep
from benchruns.runs import sweeps
from portal import dispatch


def cancel(sweep: Sweep, *, by: AbstractBaseUser) -> int:
    """How many runs were cancelled; its data goes soon. NotAllowed if all have ended."""
    count = sweeps.cancel(sweep, by=by)
    dispatch.drop_data(sweep.endpoint_id)
    return count
