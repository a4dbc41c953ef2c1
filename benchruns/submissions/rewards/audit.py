"""What the audit log holds of policies and codes."""

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import QuerySet

from benchruns.models import AuditEntry
from benchruns.submissions.rewards.refusals import require_staff
from benchruns.vocabulary import AuditAction

ACTIONS = (
    AuditAction.POLICY_CHANGED,
    AuditAction.CODE_ISSUED,
    AuditAction.CODE_REDEEMED,
    AuditAction.CODE_REVOKED,
    AuditAction.CODE_REFUSED,
)


def entries(viewer: AbstractBaseUser) -> QuerySet[AuditEntry]:
    """All of them, newest first, for staff; NotAllowed for others."""
    require_staff(viewer)
    return AuditEntry.objects.filter(action__in=ACTIONS).select_related(
        "actor", "reward__owner"
    )
