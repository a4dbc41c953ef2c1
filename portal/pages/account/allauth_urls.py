"""The addresses of allauth's pages, under the names by which it knows them itself.

Only these are served: no social login, no login by code, no telephone.
"""

from allauth.account import views
from allauth.mfa.base import views as two_factor
from allauth.mfa.recovery_codes import views as recovery_codes
from allauth.mfa.totp import views as app
from django.urls import path, re_path

from portal.pages.account import accounts

urlpatterns = [
    path("login/", accounts.login, name="account_login"),
    path("logout/", accounts.logout, name="account_logout"),
    path("signup/", accounts.sign_up, name="account_signup"),
    path("password/", accounts.password_change, name="account_change_password"),
    path("password/set/", views.password_set, name="account_set_password"),
    path("password/reset/", accounts.password_reset, name="account_reset_password"),
    path(
        "password/reset/sent/",
        views.password_reset_done,
        name="account_reset_password_done",
    ),
    path(
        "password/reset/changed/",
        views.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
    re_path(
        r"^password/reset/(?P<uidb36>[0-9A-Za-z]{1,13})-(?P<key>[^/]{1,200})/$",
        views.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path("account/email/", accounts.addresses, name="account_email"),
    path(
        "account/email/sent/",
        views.email_verification_sent,
        name="account_email_verification_sent",
    ),
    re_path(
        r"^account/confirm-email/(?P<key>[-:\w]{1,200})/$",
        accounts.confirm_email,
        name="account_confirm_email",
    ),
    path("account/inactive/", views.account_inactive, name="account_inactive"),
    path(
        "account/password-again/", views.reauthenticate, name="account_reauthenticate"
    ),
    path("account/2fa/", two_factor.index, name="mfa_index"),
    path("account/2fa/code/", two_factor.authenticate, name="mfa_authenticate"),
    path(
        "account/2fa/code-again/", two_factor.reauthenticate, name="mfa_reauthenticate"
    ),
    path("account/2fa/on/", app.activate_totp, name="mfa_activate_totp"),
    path("account/2fa/off/", app.deactivate_totp, name="mfa_deactivate_totp"),
    path(
        "account/2fa/recovery-codes/",
        recovery_codes.view_recovery_codes,
        name="mfa_view_recovery_codes",
    ),
    path(
        "account/2fa/recovery-codes/new/",
        recovery_codes.generate_recovery_codes,
        name="mfa_generate_recovery_codes",
    ),
    path(
        "account/2fa/recovery-codes/file/",
        recovery_codes.download_recovery_codes,
        name="mfa_download_recovery_codes",
    ),
]
