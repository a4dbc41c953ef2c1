"""Codes of two-factor authentication."""

from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from django.utils.translation import gettext_lazy as _

from portal.forms.accounts.forms import OurForm

APP_CODE = _("Code from your app")


class CodeForm(OurForm, AuthenticateForm):
    focused = "code"
    words = {"code": (APP_CODE, _("Or one of your recovery codes."))}


class CodeAgainForm(OurForm, ReauthenticateForm):
    focused = "code"
    words = {"code": (APP_CODE, _("Or one of your recovery codes."))}


class AppForm(OurForm, ActivateTOTPForm):
    words = {"code": (APP_CODE, _("The six digits that the app shows now."))}
