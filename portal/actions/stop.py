"""Stopping all load and letting it go on, with what the workers are told."""

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from benchruns.emergency import stop
from benchruns.models import EmergencyStop
from portal import dispatch


def stop_all(*, by: AbstractBaseUser | None, reason: str) -> EmergencyStop:
    """Workers look at the row by themselves: no message has to reach them.

    Raises what ``stop.stop_all`` raises.
    """
    return stop.stop_all(by=by, reason=reason)


@transaction.atomic
def lift(*, by: AbstractBaseUser | None) -> EmergencyStop:
    """What waited begins now, and not at the next beat. Raises as ``stop.lift`` does."""
    lifted = stop.lift(by=by)
    dispatch.resume()
    return lifted
