"""A second factor: for staff, where ``REQUIRE_STAFF_TWO_FACTOR`` asks for it, and one that
is too new to outlive a forgotten password.

Until staff have set theirs up such an account opens nothing but the pages that do so.
"""

from collections.abc import Callable
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from benchruns.audit.record import record
from benchruns.vocabulary import AuditAction
from portal.accounts import addresses

SET_UP = "mfa_activate_totp"
LACKS = _("Staff log in with a second factor here. Set yours up first.")
# What is needed to set it up, or to leave.
OPEN_PREFIX = "mfa_"
OPEN = frozenset(
    {
        "account_login",
        "account_logout",
        "account_reauthenticate",
        "portal:login",
        "portal:logout",
        "portal:password-change",
        "portal:theme",
    }
)
API_PREFIX = "/api/v1/"  # refuses by itself, since tokens come there


def lacks_second_factor(user: object) -> bool:
    """Whether this is one of the staff who has to set a second factor up first."""
    return (
        bool(settings.REQUIRE_STAFF_TWO_FACTOR)
        and isinstance(user, User)
        and user.is_staff
        and not is_mfa_enabled(user)
    )


@transaction.atomic
def remove_new(user: User) -> None:
    """Take off what was put on in the last week: who knew the password alone may have done
    it, and a link from the owner's mail shows who the owner is."""
    factors = Authenticator.objects.filter(user=user)
    since = timezone.now() - addresses.WAIT
    if factors.filter(type=Authenticator.Type.TOTP, created_at__gt=since).exists():
        factors.delete()
        record(AuditAction.SECOND_FACTOR_CHANGED, by=user, on=user, change="removed")


class LeadToSecondFactor:
    """Leads staff without one from any page to where they set it up."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.answer(request)

    def process_view(self, request: HttpRequest, *_of_view: Any) -> HttpResponse | None:
        if not settings.REQUIRE_STAFF_TWO_FACTOR or _is_open(request):
            return None
        if not lacks_second_factor(request.user):
            return None
        messages.warning(request, LACKS)
        return redirect(SET_UP)


def _is_open(request: HttpRequest) -> bool:
    match = request.resolver_match
    name = match.view_name if match else ""
    is_api = request.path_info.startswith(API_PREFIX)
    return is_api or name in OPEN or name.startswith(OPEN_PREFIX)
