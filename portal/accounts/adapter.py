"""How accounts work here: answers to what allauth asks of a project."""

import logging
from collections.abc import Sequence
from contextlib import suppress
from smtplib import SMTPException
from typing import Any, cast

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress, EmailConfirmationMixin
from allauth.account.utils import get_next_redirect_url
from allauth.core import ratelimit
from allauth.core.internal.ratelimit import truncate_ip
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from benchruns.endpoints.networks import canonical
from benchruns.models import Schedule, Webhook
from portal.accounts import addresses, belongings, stages, tokens

logger = logging.getLogger(__name__)

LONGEST_NEXT = 200
WRONG_PASSWORD = _("The name and the password do not belong together.")

# What anybody can have sent to any address, by naming it.
SENT_TO_STRANGERS = frozenset(
    {
        "account/email/email_confirmation",
        "account/email/email_confirmation_signup",
        "account/email/account_already_exists",
    }
)


class MailNotSentError(Exception):
    """The mail server took no mail, or there is none."""


class AccountAdapter(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": WRONG_PASSWORD,
        "email_password_mismatch": WRONG_PASSWORD,
        "incorrect_password": _("This is not your password."),
        "enter_current_password": _("This is not your password."),
        "too_many_login_attempts": _(
            "Too many failed attempts. Try again in a quarter of an hour."
        ),
        "rate_limited": _(
            "Too many failed attempts. Try again in a quarter of an hour."
        ),
        "duplicate_email": _("Your account has this address already."),
        "max_email_addresses": _("An account has %d addresses at most."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return bool(settings.SIGN_UP and settings.MAIL_IS_ON)

    def clean_username(self, username: str, *args: Any, **kwargs: Any) -> str:
        """Refuses what looks like an address: one could pass for somebody else's."""
        if "@" in username:
            raise ValidationError(_("A name has no @. Your address has a field below."))
        name: str = super().clean_username(username, *args, **kwargs)
        return name

    def clean_email(self, email: str) -> str:
        """Refuses what its column does not hold."""
        if len(email) > app_settings.EMAIL_MAX_LENGTH:
            raise ValidationError(
                _("An address has %d characters at most.")
                % app_settings.EMAIL_MAX_LENGTH
            )
        return email

    def get_login_stages(self) -> list[str]:
        """Ours in the place of the one that asks everybody to confirm an address."""
        own = f"{stages.__name__}.{stages.ConfirmationStage.__name__}"
        theirs = "allauth.account.stages.EmailVerificationStage"
        return [own if name == theirs else name for name in super().get_login_stages()]

    def is_safe_url(self, url: str) -> bool:
        """Whether a login may lead there: to pages of this portal, as it was called.

        Instead of allauth's own, which fails on a host that cannot be read.
        """
        return url_has_allowed_host_and_scheme(
            url,
            allowed_hosts={self.request.get_host()},
            require_https=self.request.is_secure(),
        )

    def get_client_ip(self, request: HttpRequest) -> str:
        """The caller's address; those who come by a socket of no address are one.

        IPv4 in its own form, also where a socket of IPv6 took the call: what is counted by
        network would count all of IPv4 as one.
        """
        try:
            address: str = super().get_client_ip(request)
        except PermissionDenied:
            return "unknown"
        with suppress(ValueError):
            return canonical(address)
        return address

    def _get_login_attempts_cache_key(
        self,
        request: HttpRequest,
        **credentials: Any,  # as allauth's own
    ) -> str:
        """Failures are those of one account from one address: nobody bars another.

        They count once for the account, by whichever of its names they were made, and for
        all addresses of an IPv6 network that one caller has.
        """
        name = credentials.get("email") or credentials.get("username") or ""
        account = _account_of(name) or super()._get_login_attempts_cache_key(
            request, **credentials
        )
        return f"{truncate_ip(self.get_client_ip(request))} {account}"

    def set_password(self, user: User, password: str) -> None:
        """With the old one end the account's other sessions, as Django sees to, and all
        its API tokens: who knew it may have made some. What
        those had sent or started is stopped."""
        with transaction.atomic():
            super().set_password(user, password)
            ended = tokens.end_with_password(user, by=user)
        if ended.tokens:
            words = ngettext(
                "%(n)d API token no longer works: make another where a program needs it.",
                "%(n)d API tokens no longer work: make others where programs need them.",
                ended.tokens,
            )
            messages.warning(self.request, words % {"n": ended.tokens})
        for words in tokens.words_of_stopped(ended.stopped):
            messages.warning(self.request, words)
        if ended.addresses:
            removed = _("Removed, since it was added in the last 7 days: %s.")
            messages.warning(self.request, removed % ", ".join(ended.addresses))
        messages.info(self.request, _("The account is signed out everywhere else."))
        messages.info(self.request, _words_of_kept(belongings.of(user)))

    def can_delete_email(self, email_address: EmailAddress) -> bool:
        """Not the last one by which a forgotten password can be set: else who knows the
        password for an hour would keep the account."""
        trusted = {each.lower() for each in addresses.trusted_of(email_address.user)}
        is_last = trusted == {email_address.email.lower()}
        return not is_last and bool(super().can_delete_email(email_address))

    def forgive(self, request: HttpRequest, user: User) -> None:
        """Forgets failed logins of an account from this address."""
        key = self._get_login_attempts_cache_key(request, username=user.username)
        ratelimit.clear(request, action="login_failed", key=key)

    def get_email_confirmation_url(
        self, request: HttpRequest, emailconfirmation: EmailConfirmationMixin
    ) -> str:
        """With the page that somebody signed up for: the mail may open elsewhere."""
        url = super().get_email_confirmation_url(request, emailconfirmation)
        return with_next(request, url)

    def respond_email_verification_sent(
        self, request: HttpRequest, user: User | None
    ) -> HttpResponse:
        return redirect(with_next(request, reverse("account_email_verification_sent")))

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("portal:account")

    def send_mail(
        self, template_prefix: str, email: str, context: dict[str, Any]
    ) -> None:
        """Sends it, or raises MailNotSentError.

        A second one of a kind that strangers can cause is left out while the first is new.
        """
        if not settings.MAIL_IS_ON:
            raise MailNotSentError
        kind = f"{template_prefix.removesuffix('_signup')} {email}"
        is_limited = template_prefix in SENT_TO_STRANGERS
        if is_limited and not self._may_mail(kind, is_sent=False):
            return
        try:
            super().send_mail(template_prefix, email, context)
        except (SMTPException, OSError) as error:
            logger.exception("mail could not be sent: %s", template_prefix)
            raise MailNotSentError from error
        if is_limited:
            self._may_mail(kind, is_sent=True)

    def _may_mail(self, kind: str, *, is_sent: bool) -> bool:
        """Whether nothing of the kind was sent just now; counts one that is sent."""
        return bool(
            ratelimit.consume(
                self.request,
                action="mail_to_confirm",
                key=kind,
                dry_run=not is_sent,
            )
        )

    def send_notification_mail(
        self,
        template_prefix: str,
        user: AbstractBaseUser,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Tells the owner what was changed, at each address; ``email`` is one more."""
        owner = cast("User", user)
        places = addresses.told_of(owner)
        if email and email.lower() not in {each.lower() for each in places}:
            places.append(email)
        self.tell(template_prefix, owner, context, places=places)

    def tell(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        *,
        places: Sequence[str],
    ) -> None:
        """The same, at these addresses alone; what was changed stays so without mail.

        A mail of a new password lists the account's webhooks, schedules and what else it keeps.
        """
        if not settings.MAIL_IS_ON:
            return
        told = {
            "webhooks": Webhook.objects.filter(owner_id=user.pk),
            "webhooks_address": self.request.build_absolute_uri(
                reverse("portal:webhooks")
            ),
            "kept": belongings.of(user),
            "runs_address": self.request.build_absolute_uri(reverse("portal:runs")),
            "schedules": Schedule.objects.filter(owner_id=user.pk),
            "schedules_address": self.request.build_absolute_uri(
                reverse("portal:schedules")
            ),
            **(context or {}),
        }
        for place in places:
            try:
                super().send_notification_mail(template_prefix, user, told, place)
            except MailNotSentError:
                logger.warning("nobody was told of a change of an account: no mail")


def _words_of_kept(account: belongings.Kept) -> str:
    words = [_("Addresses of the account: %s.") % (", ".join(account.emails) or "–")]
    if account.factor_since:
        words.append(
            _("Two-factor authentication is on, since %s.")
            % date_format(account.factor_since, "Y-m-d")
        )
    if account.runs:
        left = ngettext(
            "%(n)d run of the account waits or runs: cancel it if you do not know it.",
            "%(n)d runs of the account wait or run: cancel what you do not know.",
            account.runs,
        )
        words.append(left % {"n": account.runs})
    return " ".join(words)


def _account_of(name: str) -> str:
    """The key of the account of this name or address; empty where there is none."""
    named = Q(username__iexact=name) | Q(email__iexact=name)
    named |= Q(emailaddress__email__iexact=name)
    found = User.objects.filter(named).order_by("pk").values_list("pk", flat=True)
    account = found.first()
    return "" if account is None else f"account {account}"


def with_next(request: HttpRequest, url: str) -> str:
    """``url``, which hands on the page that a login is to lead to.

    Not a long one: strangers can have it sent to any address.
    """
    wanted = get_next_redirect_url(request) or ""
    if not wanted.startswith("/") or len(wanted) > LONGEST_NEXT:
        return url
    return f"{url}?{urlencode({REDIRECT_FIELD_NAME: wanted})}"
