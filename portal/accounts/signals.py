"""Acts of allauth that the audit log notes."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.account.signals import (
    email_added,
    email_changed,
    email_confirmed,
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
from django.http import HttpRequest

from benchruns.audit.record import record
from benchruns.vocabulary import AuditAction
from portal.accounts import addresses


@receiver(user_signed_up)
def note_account(user: User, **_kwargs: Any) -> None:
    record(AuditAction.ACCOUNT_MADE, by=user, on=user)


# That an address was changed is noted; the address itself is nobody else's.


@receiver(email_changed)
def note_first(user: User, **_kwargs: Any) -> None:
    record(AuditAction.MAIL_CHANGED, by=user, on=user, change="made the first")


@receiver(email_removed)
def tell_removed(
    request: HttpRequest, user: User, email_address: EmailAddress, **_kwargs: Any
) -> None:
    """There as well, if it was confirmed; allauth tells the others."""
    record(AuditAction.MAIL_CHANGED, by=user, on=user, change="removed")
    if email_address.verified:
        get_adapter(request).tell(
            "account/email/email_deleted",
            user,
            {"deleted_email": email_address.email},
            places=[email_address.email],
        )


@receiver(email_added)
def tell_added(
    request: HttpRequest, user: User, email_address: EmailAddress, **_kwargs: Any
) -> None:
    _tell_new("added", request, user, email_address)


@receiver(email_confirmed)
def tell_confirmed(
    request: HttpRequest, email_address: EmailAddress, **_kwargs: Any
) -> None:
    """Of one that was given later; it is new again. The one of a sign-up is expected."""
    user = email_address.user
    if email_address.email.lower() in addresses.new_of(user):
        addresses.note_new(user, email_address.email)
        _tell_new("confirmed", request, user, email_address)


def _tell_new(
    change: str, request: HttpRequest, user: User, address: EmailAddress
) -> None:
    record(AuditAction.MAIL_CHANGED, by=user, on=user, change=change)
    get_adapter(request).send_notification_mail(
        f"account/email/email_{change}", user, {"new_email": address.email}
    )


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
