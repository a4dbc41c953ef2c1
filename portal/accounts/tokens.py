"""API tokens made and revoked: each is noted in the audit log."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from benchruns.audit.record import record
from benchruns.errors import NotAllowed
from benchruns.vocabulary import AuditAction
from benchruns.webhooks import distrust
from portal.accounts import addresses
from portal.models import ApiToken


@transaction.atomic
def issue(
    user: AbstractBaseUser,
    *,
    name: str,
    scope: str,
    expires_at: datetime | None,
    parent: ApiToken | None = None,
) -> tuple[ApiToken, str]:
    """A new token and its key, which is shown once and never stored.

    ``parent`` is the token that asks for it, if one does; NotAllowed where that was revoked
    meanwhile.
    """
    if parent is not None and _is_revoked(parent.pk):
        raise NotAllowed(_("This token has been revoked."))
    token, key = ApiToken.issue(
        user, name=name, scope=scope, expires_at=expires_at, parent=parent
    )
    record(
        AuditAction.TOKEN_ISSUED,
        by=user,
        on=token,
        scope=scope,
        expires_at=expires_at.isoformat() if expires_at else None,
    )
    return token, key


@transaction.atomic
def revoke(token: ApiToken, *, by: AbstractBaseUser | None) -> int:
    """It works no more, nor does what was made with it: a stolen one may have made some.

    How many webhooks are paused, since it led them somewhere or knew their secret. One that
    is revoked already stays as it is.
    """
    unrevoked = ApiToken.objects.filter(pk=token.pk, revoked_at__isnull=True)
    if unrevoked.update(revoked_at=timezone.now()):
        record(AuditAction.TOKEN_REVOKED, by=by, on=token)
    paused = distrust.end_of_token(token.pk, owner_id=token.user_id, by=by)
    children = token.children.filter(revoked_at__isnull=True)
    return paused + sum(revoke(child, by=by) for child in children)


@transaction.atomic
def end_if_revoked(token: UUID, *, by: AbstractBaseUser) -> None:
    """To be asked after a token has made a webhook or led one elsewhere: it may have been
    revoked meanwhile, as a name may take seconds to be looked up."""
    if _is_revoked(token):
        distrust.end_of_token(token, owner_id=by.pk, by=by)


def _is_revoked(token: UUID) -> bool:
    """After whoever revokes it now; who does later finds what was made with it."""
    row = ApiToken.objects.select_for_update().filter(pk=token).first()
    return row is None or row.revoked_at is not None


def words_of_paused(webhooks: int) -> str:
    words = ngettext(
        "%(n)d webhook of an API token is paused: see where it leads before you resume it.",
        "%(n)d webhooks of API tokens are paused: see where each leads before you resume it.",
        webhooks,
    )
    return words % {"n": webhooks}


@dataclass(frozen=True, slots=True)
class Ended:
    """How many tokens worked and how many webhooks of tokens sent until now; the new mail
    addresses that the account had."""

    tokens: int
    webhooks: int
    addresses: tuple[str, ...] = ()


@transaction.atomic
def end_with_password(user: User, *, by: User | None) -> Ended:
    """Revoke what who knew the old password may have made, pause where tokens had events
    sent, and remove addresses that the account was given of late."""
    now = timezone.now()
    valid = list(ApiToken.objects.filter(user_id=user.pk).valid(at=now))
    paused = sum(revoke(token, by=by) for token in valid)
    paused += distrust.end_of_all_tokens(user, by=by)
    counts = {"tokens": len(valid), "webhooks": paused}
    record(AuditAction.PASSWORD_CHANGED, by=by, on=user, **counts)
    removed = addresses.remove_new(user, by=by)
    return Ended(**counts, addresses=tuple(removed))
