"""Cancelling a sweep."""

from benchruns.models import Sweep
from benchruns.runs import sweeps
from portal import dispatch


def cancel(sweep: Sweep) -> int:
    """How many runs were cancelled; its data goes soon. NotAllowed if all have ended."""
    count = sweeps.cancel(sweep)
    dispatch.drop_data(sweep.endpoint_id)
    return count
