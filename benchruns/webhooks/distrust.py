"""What becomes of webhooks when API tokens end that led them somewhere, or knew their secret.

Who stole a token may have it tell them of events for ever, or sign events in Benchbook's name.
"""

from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import Q

from benchruns.audit.record import record
from benchruns.models import Webhook
from benchruns.vocabulary import AuditAction


def end_of_token(token: UUID, *, owner_id: int, by: AbstractBaseUser | None) -> int:
    """Pause those that it led somewhere, and pause those whose secret it knew, which is
    forgotten; how many were active."""
    return _distrust(owner_id, Q(address_by=token), Q(secret_by=token), by=by)


def end_of_all_tokens(owner: AbstractBaseUser, *, by: AbstractBaseUser | None) -> int:
    """The same for each token of the owner, whether it still worked or not."""
    is_led, is_known = Q(address_by__isnull=False), Q(secret_by__isnull=False)
    return _distrust(owner.pk, is_led, is_known, by=by)


@transaction.atomic
def _distrust(
    owner_id: int, is_led: Q, is_known: Q, *, by: AbstractBaseUser | None
) -> int:
    rows = Webhook.objects.filter(owner_id=owner_id).order_by("pk")
    own = rows.select_for_update(no_key=True)  # ends of runs name them meanwhile
    known = set(own.filter(is_known).values_list("pk", flat=True))
    were_active = 0
    for row in own.filter(is_led | is_known):
        changed = ["is_active"] * row.is_active + ["secret"] * (row.pk in known)
        if not changed:
            continue
        were_active += row.is_active
        row.is_active = False
        if row.pk in known:
            row.secret_encrypted, row.secret_by = "", None
        row.save(update_fields=["is_active", "secret_encrypted", "secret_by"])
        record(
            AuditAction.WEBHOOK_CHANGED,
            by=by,
            on=row,
            changed=changed,
            is_active=False,
        )
    return were_active
