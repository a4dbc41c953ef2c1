"""The audit log of policies and codes; entries are only ever added."""

from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import QuerySet

from benchruns.models import AuditEntry, Reward
from benchruns.submissions.rewards.refusals import require_staff
from benchruns.vocabulary import AuditAction


def entries(viewer: AbstractBaseUser) -> QuerySet[AuditEntry]:
    """All of policies and codes, newest first, for staff; NotAllowed for others."""
    require_staff(viewer)
    return AuditEntry.objects.exclude(action=AuditAction.RUN_DELETED).select_related(
        "actor", "reward__owner"
    )


def record(
    action: AuditAction,
    *,
    by: AbstractBaseUser | None,
    reward: Reward | None = None,
    **details: Any,
) -> AuditEntry:
    """Note one act, in its transaction; ``details`` are JSON and never hold a code."""
    return AuditEntry.objects.create(
        action=action, actor_id=by.pk if by else None, reward=reward, details=details
    )
