"""One act noted, in the transaction that does it."""

from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Model

from benchruns.audit import origin
from benchruns.models import AuditEntry, Reward
from benchruns.vocabulary import AuditAction

LONGEST_NAME = 200


def record(
    action: AuditAction,
    *,
    by: AbstractBaseUser | None,
    on: Model | None = None,
    name: str = "",
    reward: Reward | None = None,
    **details: Any,
) -> AuditEntry:
    """``on`` is what was acted on, ``name`` what it is called if not ``str(on)``.

    ``by`` is None for what a worker or a command does by itself. ``details`` are JSON and
    never hold a password, a token or a code.
    """
    came = origin.current()
    subject = on or reward
    return AuditEntry.objects.create(
        action=action,
        actor_id=by.pk if by else None,
        actor_name=by.get_username() if by else "",
        door=came.door or "",
        address=came.address or None,
        request=came.request,
        token_id=came.token,
        token_hint=came.token_hint,
        subject_kind=subject._meta.label_lower if subject else "",
        subject_id=str(subject.pk) if subject else "",
        subject_name=(name or (str(on) if on else ""))[:LONGEST_NAME],
        reward=reward,
        details=details,
    )
