"""Whose password it is: the same work for a name that nobody has as for a known one."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.models import User
from django.http import HttpRequest


class OneCheckBackend(AuthenticationBackend):
    """Holds a password against an account once, though it was named in several ways.

    allauth's own looks for a name and for an address, and then hashes twice for an address
    that is known and once for any other: that tells which has an account.
    """

    _answers: dict[int, User | None]

    def authenticate(
        self, request: HttpRequest | None, **credentials: Any
    ) -> User | None:
        self._answers = {}
        user: User | None = super().authenticate(request, **credentials)
        return user

    def _check_password(self, user: User | None, password: str) -> User | None:
        if user is None:
            return None
        if user.pk not in self._answers:
            self._answers[user.pk] = super()._check_password(user, password)
        return self._answers[user.pk]
