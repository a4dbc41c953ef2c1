"""Starting a run or a sweep."""

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from benchruns.models import Run
from benchruns.runs import request
from benchruns.runs.request import Settled
from benchruns.vocabulary import RunState
from portal import dispatch


@transaction.atomic
def start(settled: Settled, *, owner: AbstractBaseUser) -> Run:
    """The run, or the first one of a sweep, announced if it can begin.

    Raises what ``request.start`` raises.
    """
    run = request.start(settled, owner=owner)
    # Each ending announces the next: of a sweep the first run suffices.
    if run.state == RunState.QUEUED:
        dispatch.announce(run.pk)
    return run
