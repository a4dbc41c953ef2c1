"""A new key on its way from the request that made it to the page that shows it, once.

It rests nowhere but in the browser that asked, for a minute, and encrypted there: what is kept
of it here is a fingerprint. A page that is reloaded makes no second one.
"""

import json
from uuid import UUID

from cryptography.fernet import InvalidToken
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponse

from benchruns.encryption import decrypt, encrypt
from portal.models import ApiToken

COOKIE = "new_key"
SECONDS = 60


def send(answer: HttpResponse, token: ApiToken, key: str, *, path: str) -> None:
    """To the page of this ``path`` alone, which ``take``s it."""
    answer.set_cookie(
        COOKIE,
        encrypt(json.dumps([str(token.pk), key])),
        max_age=SECONDS,
        path=path,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def sent(
    request: HttpRequest, *, owner: AbstractBaseUser
) -> tuple[ApiToken, str] | None:
    """The token and its key; None where none of its owner's was just made."""
    try:
        token_id, key = json.loads(decrypt(request.COOKIES.get(COOKIE, "")) or "[]")
        own = ApiToken.objects.filter(user_id=owner.pk, revoked_at__isnull=True)
        token = own.filter(pk=UUID(token_id), key_hash=ApiToken.hash(key)).first()
    except (InvalidToken, ValueError, TypeError, AttributeError):
        return None
    return None if token is None else (token, key)


def forget(answer: HttpResponse, *, path: str) -> None:
    answer.delete_cookie(COOKIE, path=path, samesite="Lax")
