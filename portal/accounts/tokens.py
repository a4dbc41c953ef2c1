"""API tokens made and revoked: each is noted in the audit log."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from benchruns.audit.record import record
from benchruns.errors import NotAllowed
from benchruns.schedules import distrust as of_schedules
from benchruns.vocabulary import AuditAction
from benchruns.webhooks import distrust as of_webhooks
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


@dataclass(frozen=True, slots=True)
class Paused:
    """How many that tokens had a say in went on until now."""

    webhooks: int = 0
    schedules: int = 0

    def __add__(self, other: "Paused") -> "Paused":
        return Paused(self.webhooks + other.webhooks, self.schedules + other.schedules)


@transaction.atomic
def revoke(token: ApiToken, *, by: AbstractBaseUser | None) -> Paused:
    """It works no more, nor does what was made with it: a stolen one may have made some.

    What is paused, since it led webhooks somewhere or knew their secret, made schedules or
    changed them. One that is revoked already stays as it is.
    """
    unrevoked = ApiToken.objects.filter(pk=token.pk, revoked_at__isnull=True)
    if unrevoked.update(revoked_at=timezone.now()):
        record(AuditAction.TOKEN_REVOKED, by=by, on=token)
    paused = _pause_what_it_made(token.pk, owner_id=token.user_id, by=by)
    for child in token.children.filter(revoked_at__isnull=True):
        paused += revoke(child, by=by)
    return paused


@transaction.atomic
def end_if_revoked(token: UUID, *, by: AbstractBaseUser) -> None:
    """To be asked after a token has made or changed a webhook or a schedule: it may have been
    revoked meanwhile, as a name may take seconds to be looked up."""
    if _is_revoked(token):
        _pause_what_it_made(token, owner_id=by.pk, by=by)


def _pause_what_it_made(
    token: UUID, *, owner_id: int, by: AbstractBaseUser | None
) -> Paused:
    return Paused(
        webhooks=of_webhooks.end_of_token(token, owner_id=owner_id, by=by),
        schedules=of_schedules.end_of_token(token, owner_id=owner_id, by=by),
    )


def _is_revoked(token: UUID) -> bool:
    """After whoever revokes it now; who does later finds what was made with it."""
    row = ApiToken.objects.select_for_update().filter(pk=token).first()
    return row is None or row.revoked_at is not None


def words_of_paused(paused: Paused) -> Iterator[str]:
    if paused.webhooks:
        yield ngettext(
            "%(n)d webhook of an API token is paused: see where it leads before you resume it.",
            "%(n)d webhooks of API tokens are paused: see where each leads before you resume it.",
            paused.webhooks,
        ) % {"n": paused.webhooks}
    if paused.schedules:
        yield ngettext(
            "%(n)d schedule of an API token is paused: see what it does before you resume it.",
            "%(n)d schedules of API tokens are paused: see what each does before you resume it.",
            paused.schedules,
        ) % {"n": paused.schedules}


@dataclass(frozen=True, slots=True)
class Ended:
    """How many tokens worked, how many webhooks of tokens sent and schedules of tokens
    started runs until now; the new mail addresses that the account had."""

    tokens: int
    webhooks: int
    schedules: int
    addresses: tuple[str, ...] = ()

    @property
    def paused(self) -> Paused:
        return Paused(self.webhooks, self.schedules)


@transaction.atomic
def end_with_password(user: User, *, by: User | None) -> Ended:
    """Revoke what who knew the old password may have made, and pause where tokens had
    events sent and servers loaded, and remove addresses that it was given of late."""
    now = timezone.now()
    valid = list(ApiToken.objects.filter(user_id=user.pk).valid(at=now))
    paused = Paused(
        webhooks=of_webhooks.end_of_all_tokens(user, by=by),
        schedules=of_schedules.end_of_all_tokens(user, by=by),
    )
    for token in valid:
        paused += revoke(token, by=by)
    counts = {"tokens": len(valid), **asdict(paused)}
    record(AuditAction.PASSWORD_CHANGED, by=by, on=user, **counts)
    removed = addresses.remove_new(user, by=by)
    return Ended(**counts, addresses=tuple(removed))
