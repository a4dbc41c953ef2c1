"""Starting a run or a sweep."""

from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.db import IntegrityError, transaction

from benchruns.endpoints import consents
from benchruns.models import Run
from benchruns.row_locks import lock_user
from benchruns.runs import request
from benchruns.runs.request import Settled
from benchruns.vocabulary import RunState
from portal import dispatch
from portal.models import IdempotencyRecord


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


def start_once(
    settled: Settled, *, owner: AbstractBaseUser, form: str, gives_consent: bool = False
) -> tuple[Run, bool]:
    """What this ``form`` starts, and whether it did so before.

    ``form`` tells it as it was filled in from all others of the owner. Raises as ``start``.
    """
    record = IdempotencyRecord(user_id=owner.pk, key=form)
    if (run := _started_by(record)) is not None:
        return run, True
    try:
        with transaction.atomic():
            record.insert()
            run = start(settled, owner=owner, gives_consent=gives_consent)
            record.body = {"run": str(run.pk)}
            record.save(update_fields=["body"])
    except IntegrityError:
        # sent twice at once: the other one had the key first
        if (run := _started_by(record)) is None:
            raise
        return run, True
    return run, False


def _started_by(record: IdempotencyRecord) -> Run | None:
    """None of a run that is gone: what it started can be started again."""
    known = record.find()
    if known is None or known.body is None:
        return None
    run = Run.objects.filter(pk=UUID(known.body["run"])).first()
    if run is None:
        known.delete()
    return run
