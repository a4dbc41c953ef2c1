"""Starting a run or a sweep."""

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from benchruns.endpoints import consents
from benchruns.models import Run
from benchruns.row_locks import lock_user
from benchruns.runs import request
from benchruns.runs.request import Settled
from benchruns.vocabulary import RunState
from portal import dispatch


@transaction.atomic
def start(
    settled: Settled, *, owner: AbstractBaseUser, gives_consent: bool = False
) -> Run:
    """The run, or the first one of a sweep, announced if it can begin.

    With it its owner may give the consent that its endpoint lacks. Raises what
    ``request.start`` raises.
    """
    lock_user(owner.pk)
    if gives_consent:
        consents.give(settled.request.endpoint, by=owner)
    run = request.start(settled, owner=owner)
    # Each ending announces the next: of a sweep the first run suffices.
    if run.state == RunState.QUEUED:
        dispatch.announce(run.pk)
    return run
