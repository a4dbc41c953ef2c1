"""What an account keeps with a new password: its owner is to look whether it is all theirs."""

from dataclasses import dataclass
from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User

from benchruns.models import Run
from benchruns.vocabulary import TERMINAL_STATES
from portal.accounts import addresses


@dataclass(frozen=True, slots=True)
class Kept:
    """``factor_since`` is when two-factor authentication was put on; None while it is off.

    ``runs`` is how many wait or run, whoever asked for them.
    """

    emails: tuple[str, ...]
    factor_since: datetime | None
    runs: int


def of(user: User) -> Kept:
    """Addresses that are not confirmed as well."""
    rows = EmailAddress.objects.filter(user=user).order_by("pk")
    every = (*addresses.told_of(user), *rows.values_list("email", flat=True))
    unended = Run.objects.filter(owner=user, cancel_requested_at__isnull=True).exclude(
        state__in=TERMINAL_STATES
    )
    factors = Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP)
    return Kept(
        emails=tuple({each.lower(): each for each in every}.values()),
        factor_since=factors.values_list("created_at", flat=True).first(),
        runs=unended.count(),
    )
