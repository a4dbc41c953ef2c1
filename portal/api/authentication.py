"""Who calls: ``Authorization: Token <key>``, Bearer accepted too."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.db import connection
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.request import Request

from benchruns.audit.origin import asked_by_token
from benchruns.row_locks import lock_user
from portal.accounts import tokens
from portal.models import ApiToken

SCHEMES = (b"token", b"bearer")
USE_IS_NOTED_EVERY = timedelta(minutes=1)


class TokenAuthentication(BaseAuthentication):
    """An API token; other schemes and no header leave the caller anonymous."""

    def authenticate(
        self, request: Request
    ) -> tuple[AbstractBaseUser, ApiToken] | None:
        scheme, _space, key = get_authorization_header(request).partition(b" ")
        if scheme.lower() not in SCHEMES:
            return None
        token = _find(key.strip())
        _note_use(token)
        asked_by_token(token.pk, hint=token.hint)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return 'Token realm="Benchbook"'


def caller(request: Request) -> AbstractBaseUser:
    """Who is signed in; NotAuthenticated when nobody is."""
    if not request.user.is_authenticated:
        raise NotAuthenticated
    return request.user


def token_of(request: Request) -> UUID | None:
    """The token that asks, None where a browser does that is signed in."""
    return request.auth.pk if isinstance(request.auth, ApiToken) else None


@contextmanager
def by_valid_token(request: Request) -> Iterator[None]:
    """What a token does within ends with it, though it be revoked while it is done.

    In a transaction the user's row is locked first, as ``row_locks`` says.
    """
    if connection.in_atomic_block:
        lock_user(caller(request).pk)
    yield
    token = token_of(request)
    if token is not None:
        tokens.end_if_revoked(token, owner=caller(request), by=caller(request))


def is_by_token(request: Request) -> bool:
    """Whether a token asks, which may have been stolen, and no browser that is signed in."""
    return token_of(request) is not None


def _find(key: bytes) -> ApiToken:
    digest = ApiToken.hash(key.decode("latin-1"))
    token = ApiToken.objects.select_related("user").filter(key_hash=digest).first()
    if token is None:
        raise AuthenticationFailed(
            _("No token has this key: see that it is whole, or create a new token.")
        )
    if token.revoked_at is not None:
        raise AuthenticationFailed(_("This token has been revoked."))
    if not token.is_valid:
        raise AuthenticationFailed(_("This token has expired."))
    if not token.user.is_active:
        raise AuthenticationFailed(_("The account of this token is closed."))
    return token


def _note_use(token: ApiToken) -> None:
    now = timezone.now()
    stale = now - USE_IS_NOTED_EVERY
    if token.last_used_at is None or token.last_used_at < stale:
        unnoted = Q(last_used_at__isnull=True) | Q(last_used_at__lt=stale)
        ApiToken.objects.filter(unnoted, pk=token.pk).update(last_used_at=now)
