"""Accounts: allauth's views where mail may fail, and the page that leads to all of them."""

from typing import Any

from allauth.account import views
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core.internal.httpkit import authenticated_user
from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from portal.accounts.adapter import AccountAdapter, MailNotSentError, with_next
from portal.accounts.addresses import keep_first, new_of
from portal.models import ApiToken
from portal.web.requests import UserRequest


def _no_mail() -> str:
    return _(
        "The mail could not be sent, so nothing was done. Try again later, "
        "or tell those who run this Benchbook."
    )


class MailMayFail:
    """Of a view with a form: tells above the form that no mail went out."""

    def form_valid(self, form: BaseForm) -> HttpResponse:
        try:
            answer: HttpResponse = super().form_valid(form)  # type: ignore[misc]  # of the view
        except MailNotSentError:
            form.add_error(None, _no_mail())
            refused: HttpResponse = self.form_invalid(form)  # type: ignore[attr-defined]
            return refused
        return answer


class Login(MailMayFail, views.LoginView):
    """By name or address; who has never confirmed an address is sent the link again."""


class SignUp(views.SignupView):
    """Makes an account that counts once its address is confirmed, or nothing at all."""

    user: User | None = None

    def form_valid(self, form: BaseForm) -> HttpResponse:
        try:
            answer: HttpResponse = super().form_valid(form)
        except MailNotSentError:
            if self.user is not None:
                self.user.delete()
            form.add_error(None, _no_mail())
        except IntegrityError:
            # Somebody took the name since the form was checked.
            form.add_error("username", AccountAdapter.error_messages["username_taken"])
        else:
            return answer
        refused: HttpResponse = self.form_invalid(form)
        return refused


class ConfirmEmail(views.ConfirmEmailView):
    """Leads to the login, and from there to the page that was signed up for."""

    def get_redirect_url(self) -> str:
        address = self.object.email_address
        page = get_adapter().get_email_verification_redirect_url(address)
        return with_next(self.request, resolve_url(page))


class PasswordReset(MailMayFail, views.PasswordResetView):
    """Sends a link, and says the same whether the address has an account or not."""


class Addresses(views.EmailView):
    """A new one is not made the first: see ``portal.accounts.addresses``."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        keep_first(self.request.user)
        try:
            answer: HttpResponse = super().post(request, *args, **kwargs)
        except MailNotSentError:
            messages.error(
                request,
                _(
                    "The mail could not be sent, so the address is not confirmed. "
                    "Have the link sent again later."
                ),
            )
            return redirect("account_email")
        return answer

    def _action_primary(
        self, request: HttpRequest, *args: Any, **kwargs: Any
    ) -> HttpResponse | None:
        owner = authenticated_user(request)
        if request.POST["email"].lower() in new_of(owner):
            messages.error(request, _("An address that is new waits 7 days for that."))
            return redirect("account_email")
        answer: HttpResponse | None = super()._action_primary(request, *args, **kwargs)
        return answer

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        context["new"] = new_of(self.request.user)
        return context


login = Login.as_view()
logout = views.logout
sign_up = SignUp.as_view()
confirm_email = ConfirmEmail.as_view()
password_change = views.password_change
password_reset = PasswordReset.as_view()
addresses = Addresses.as_view()


@login_required
@require_safe
def account(request: UserRequest) -> HttpResponse:
    """What belongs to the account, and where each is changed."""
    user = request.user
    address = EmailAddress.objects.filter(user=user).order_by("-primary").first()
    kinds = Authenticator.objects.filter(user=user).values_list("type", flat=True)
    facts = {
        "address": address,
        "email": address.email if address else user.email,
        "has_two_factor": Authenticator.Type.TOTP in set(kinds),
        "tokens": ApiToken.objects.filter(user=user).valid(at=timezone.now()).count(),
    }
    return render(request, "accounts/account.html", facts)
