"""Logging in, a new password, API tokens."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal.forms.styled import style
from portal.login_limit import is_barred
from portal.models import TokenScope

LIFETIMES = (
    ("30", _("30 days")),
    ("90", _("90 days")),
    ("365", _("a year")),
    ("", _("until revoked")),
)


class LoginForm(AuthenticationForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:  # as Django's own
        super().__init__(*args, **kwargs)
        style(self)

    def get_invalid_login_error(self) -> ValidationError:
        """The usual one, or that even the right password would not do now."""
        name = self.cleaned_data.get("username", "")
        if self.request is not None and is_barred(self.request, name):
            return ValidationError(
                _("Too many failed attempts. Try again in a quarter of an hour.")
            )
        return super().get_invalid_login_error()


class NewPasswordForm(PasswordChangeForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:  # as Django's own
        super().__init__(*args, **kwargs)
        style(self)


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
