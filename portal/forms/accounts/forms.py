"""Logging in, signing up, passwords, addresses, API tokens."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, ClassVar

from allauth.account import forms as allauth
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django import forms
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal.accounts import addresses, second_factor
from portal.forms.styled import style
from portal.models import TokenScope

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise  # of the stubs alone

LIFETIMES = (
    ("30", _("30 days")),
    ("90", _("90 days")),
    ("365", _("a year")),
    ("", _("until revoked")),
)


class OurForm(forms.BaseForm):
    """A form of allauth with our words and look; ``words`` holds labels and help.

    ``focused`` is the field to type in at once, on a page that is this form alone; empty
    where something is to be read first.
    """

    words: ClassVar[dict[str, tuple["StrOrPromise", "StrOrPromise"]]] = {}
    focused: ClassVar[str] = ""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # as allauth's own
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label, field.help_text = self.words.get(name, (field.label, ""))
            field.widget.attrs.pop("placeholder", None)
            if name == self.focused:
                field.widget.attrs["autofocus"] = True
        style(self)


OLD_PASSWORD = (_("Current password"), "")
NEW_PASSWORD = (
    _("New password"),
    _("8 characters or more; none that is common, all digits or like your name."),
)
REPEATED = (_("Repeat password"), "")
ADDRESS = (_("E-mail address"), "")


class LoginForm(OurForm, allauth.LoginForm):
    focused = "login"
    words = {
        "login": (_("User name or e-mail address"), ""),
        "password": (_("Password"), ""),
    }

    def add_prefix(self, field_name: str) -> str:
        """The name's field is called what programs and password stores know it by."""
        return "username" if field_name == "login" else super().add_prefix(field_name)


class SignUpForm(OurForm, allauth.SignupForm):
    focused = "username"
    words = {
        "username": (_("User name"), _("Letters, digits and . + - _, 150 at most.")),
        "email": (_("E-mail address"), _("A link to confirm it is sent there.")),
        "password1": (_("Password"), NEW_PASSWORD[1]),
        "password2": REPEATED,
    }

    def save(self, request: HttpRequest) -> User:
        """The user with the address, or nothing: without one none would be confirmed."""
        with transaction.atomic():
            user: User = super().save(request)
        return user

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """The user and no answer, or none and the answer that a new one would get."""
        if self.account_already_exists:
            # As slow as a new account, so that the time does not tell.
            make_password(self.cleaned_data["password1"])
        user, answer = super().try_save(request)
        return user, answer


class AddEmailForm(OurForm, allauth.AddEmailForm):
    words = {"email": (_("Another address"), _("A link to confirm it is sent there."))}

    def save(self, request: HttpRequest) -> EmailAddress:
        addresses.note_new(self.user, self.cleaned_data["email"])
        added: EmailAddress = super().save(request)
        return added


class ChangePasswordForm(OurForm, allauth.ChangePasswordForm):
    words = {
        "oldpassword": OLD_PASSWORD,
        "password1": NEW_PASSWORD,
        "password2": REPEATED,
    }

    def clean_oldpassword(self) -> str:
        """A wrong one is a failed login, and waits when there were too many."""
        old: str = self.cleaned_data["oldpassword"]
        adapter = get_adapter()
        if not adapter.reauthenticate(self.user, old):
            raise adapter.validation_error("enter_current_password")
        return old


class SetPasswordForm(OurForm, allauth.SetPasswordForm):
    words = {"password1": NEW_PASSWORD, "password2": REPEATED}


class ResetPasswordForm(OurForm, allauth.ResetPasswordForm):
    """Sends a link to an address that the account may trust; a new one is told to wait."""

    focused = "email"
    words = {"email": ADDRESS}
    users: list[User]  # as allauth finds them

    def clean_email(self) -> str:
        email: str = super().clean_email()
        found = self.users
        self.users = addresses.trusting(found, email)
        self.has_to_wait = bool(found) and not self.users
        return email

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        email: str = self.cleaned_data["email"]
        if self.has_to_wait:
            get_adapter().send_mail("account/email/new_address_waits", email, {})
            return email
        sent: str = super().save(request, **kwargs)
        return sent


class ResetPasswordKeyForm(OurForm, allauth.ResetPasswordKeyForm):
    words = {"password1": NEW_PASSWORD, "password2": REPEATED}

    def save(self) -> None:
        """The new password counts, and failures with the forgotten one no more.

        Nor does a second factor that is new.
        """
        second_factor.remove_new(self.user)
        super().save()
        adapter = get_adapter()
        adapter.forgive(adapter.request, self.user)


class PasswordAgainForm(OurForm, allauth.ReauthenticateForm):
    focused = "password"
    words = {"password": OLD_PASSWORD}


class TokenForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        max_length=100,
        help_text=_("What will use it, so that you know which one to revoke."),
    )
    scope = forms.ChoiceField(
        label=_("It may"),
        choices=TokenScope,
        initial=TokenScope.READ,
        help_text=_("Write registers endpoints and starts runs in your name."),
    )
    lifetime = forms.ChoiceField(
        label=_("It is valid for"), choices=LIFETIMES, initial="90", required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # as Django's own
        super().__init__(*args, **kwargs)
        style(self)

    @property
    def expires_at(self) -> datetime | None:
        days = self.cleaned_data["lifetime"]
        return timezone.now() + timedelta(days=int(days)) if days else None
