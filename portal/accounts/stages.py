"""The steps of logging in that are not allauth's own."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.stages import EmailVerificationStage
from django.contrib.auth.models import User


class ConfirmationStage(EmailVerificationStage):
    """Asks who signed up to confirm the address, and nobody else."""

    def handle(self) -> tuple[Any, bool]:  # a response or None, as allauth's own
        user = self.login.user
        # Without a user: the address has an account, which is not told.
        if user is not None and not is_waiting(user):
            return None, True
        response, goes_on = super().handle()
        return response, goes_on


def is_waiting(user: User) -> bool:
    """Whether somebody signed up as this user and has never confirmed the address.

    Signing up alone makes an address primary before it is confirmed and before anybody
    has logged in. Accounts that staff made have no address, or a plain one.
    """
    if user.last_login is not None:
        return False
    addresses = EmailAddress.objects.filter(user=user, primary=True, verified=False)
    return bool(addresses.exists())
