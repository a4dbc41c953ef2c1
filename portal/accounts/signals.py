"""Acts of allauth that the audit log notes."""

from typing import Any

from allauth.account.signals import user_signed_up
from django.contrib.auth.models import User
from django.dispatch import receiver

from benchruns.audit.record import record
from benchruns.vocabulary import AuditAction


@receiver(user_signed_up)
def note_account(user: User, **_kwargs: Any) -> None:
    record(AuditAction.ACCOUNT_MADE, by=user, on=user)
