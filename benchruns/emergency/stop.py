"""Stopping all load at once, and letting it go on; all others ask here whether it stands."""

from datetime import datetime, timedelta

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from benchruns.audit.record import record
from benchruns.errors import FieldError, NotAllowed
from benchruns.models import EmergencyStop
from benchruns.models.stop import THE_ONE
from benchruns.names.rules import is_unseen
from benchruns.names.unfit import Unfit
from benchruns.vocabulary import AuditAction

LONGEST_REASON = 300


def standing() -> EmergencyStop | None:
    """The stop that stands now; None while load may begin."""
    return EmergencyStop.objects.filter(pk=THE_ONE, since__isnull=False).first()


@transaction.atomic
def stop_all(*, by: AbstractBaseUser | None, reason: str) -> EmergencyStop:
    """End what runs, and let nothing begin until ``lift``.

    FieldError for a ``reason`` that says nothing, NotAllowed while a stop stands.
    """
    words = _clean(reason)
    row = _held_row()
    if row.stands:
        raise NotAllowed(
            _("All load is stopped already: %(reason)s") % {"reason": row.reason}
        )
    row.since, row.reason, row.lifted_at = timezone.now(), words, None
    row.by_id = by.pk if by else None
    row.save(force_update=True)
    record(AuditAction.LOAD_STOPPED, by=by, on=row, reason=words)
    return row


@transaction.atomic
def lift(*, by: AbstractBaseUser | None) -> EmergencyStop:
    """Let load begin again; NotAllowed where nothing is stopped."""
    row = _held_row()
    if row.since is None:
        raise NotAllowed(_("Nothing is stopped; there is nothing to lift."))
    reason, since = row.reason, row.since.isoformat()
    row.since, row.reason, row.lifted_at = None, "", timezone.now()
    row.by_id = None
    row.save(force_update=True)
    record(
        AuditAction.LOAD_STOP_LIFTED, by=by, on=row, reason_of_stop=reason, since=since
    )
    return row


def forbids_claims() -> bool:
    """Whether nothing may be claimed; asked in the transaction of the claim.

    Who asks holds the row until the transaction ends: a stop comes wholly before the
    claim, which sees it, or wholly after it, and then the worker's lease does.
    """
    return _held_row().stands


def is_within(patience: timedelta, *, asked_at: datetime) -> bool:
    """Whether who asked then may be answered yet; time under a stop does not count."""
    row = EmergencyStop.objects.filter(pk=THE_ONE).first()
    if row is not None and row.stands:
        return True
    lifted_at = row.lifted_at if row else None
    return max(asked_at, lifted_at or asked_at) > timezone.now() - patience


def _held_row() -> EmergencyStop:
    """The row, which nobody else holds until the end of the transaction."""
    locked = EmergencyStop.objects.select_for_update()
    return locked.get_or_create(pk=THE_ONE)[0]


def _clean(reason: str) -> str:
    """On one line; everybody reads it."""
    text = " ".join(reason.split())
    if not text:
        raise FieldError("reason", _("Say why: everybody who waits will read it."))
    if is_unseen(text):
        raise FieldError("reason", str(Unfit("visible")))
    if len(text) > LONGEST_REASON:
        unfit = Unfit("length", most=LONGEST_REASON, count=len(text))
        raise FieldError("reason", str(unfit))
    return text
