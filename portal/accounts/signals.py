"""Acts of allauth that the audit log notes."""

from typing import Any

from allauth.account.signals import (
    email_added,
    email_changed,
    email_removed,
    user_signed_up,
)
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import (
    authenticator_added,
    authenticator_removed,
    authenticator_reset,
)
from django.contrib.auth.models import User
from django.dispatch import receiver

from benchruns.audit.record import record
from benchruns.vocabulary import AuditAction


@receiver(user_signed_up)
def note_account(user: User, **_kwargs: Any) -> None:
    record(AuditAction.ACCOUNT_MADE, by=user, on=user)


@receiver([email_added, email_changed, email_removed])
def note_mail(user: User, **_kwargs: Any) -> None:
    """That it was changed; the address itself is nobody else's."""
    record(AuditAction.MAIL_CHANGED, by=user, on=user)


@receiver(authenticator_added)
def note_factor(user: User, authenticator: Authenticator, **_kwargs: Any) -> None:
    _note_factor(user, authenticator, "added")


@receiver(authenticator_removed)
def note_factor_gone(user: User, authenticator: Authenticator, **_kwargs: Any) -> None:
    _note_factor(user, authenticator, "removed")


@receiver(authenticator_reset)
def note_factor_renewed(
    user: User, authenticator: Authenticator, **_kwargs: Any
) -> None:
    _note_factor(user, authenticator, "renewed")


def _note_factor(user: User, authenticator: Authenticator, change: str) -> None:
    kind = str(authenticator.type)
    record(
        AuditAction.SECOND_FACTOR_CHANGED, by=user, on=user, kind=kind, change=change
    )
