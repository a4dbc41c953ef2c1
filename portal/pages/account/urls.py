"""The addresses of one's account: sign-in, tokens, notices, look."""

from django.urls import path

from portal.pages.account import accounts, limits, notices, preferences, tokens

urlpatterns = [
    path("theme/", preferences.theme, name="theme"),
    path("login/", accounts.login, name="login"),
    path("logout/", accounts.logout, name="logout"),
    path("password/", accounts.password_change, name="password-change"),
    path("account/", accounts.account, name="account"),
    path("account/limits/", limits.own_limits, name="limits"),
    path("limits/", limits.user_limits, name="user-limits"),
    path("tokens/", tokens.tokens, name="tokens"),
    path("tokens/made/", tokens.made, name="token-made"),
    path("tokens/<uuid:id>/revoke/", tokens.revoke, name="token-revoke"),
    path("notices/", notices.notice_list, name="notices"),
    path("notices/read/", notices.mark_all_read, name="notices-read"),
]
