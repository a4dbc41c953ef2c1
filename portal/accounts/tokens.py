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
from benchruns.row_locks import lock_user
from benchruns.runs.lifecycle import ended_tokens as of_runs
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
    token, key = ApiToken.issue(
        user, name=name, scope=scope, expires_at=expires_at, parent=parent
    )
    if parent is not None and _is_revoked(parent.pk):
        raise NotAllowed(_("This token has been revoked."))
    record(
        AuditAction.TOKEN_ISSUED,
        by=user,
        on=token,
        scope=scope,
        expires_at=expires_at.isoformat() if expires_at else None,
    )
    return token, key


@dataclass(frozen=True, slots=True)
class Stopped:
    """How many that tokens had a say in went on until now: webhooks and schedules, which are
    paused, and runs, which are cancelled."""

    webhooks: int = 0
    schedules: int = 0
    runs: int = 0

    def __add__(self, other: "Stopped") -> "Stopped":
        return Stopped(
            self.webhooks + other.webhooks,
            self.schedules + other.schedules,
            self.runs + other.runs,
        )


@transaction.atomic
def revoke(token: ApiToken, *, by: AbstractBaseUser | None) -> Stopped:
    """It works no more, nor does what was made with it: a stolen one may have made some.

    What is stopped, since it led webhooks somewhere or knew their secret, made schedules or
    changed them, or asked for runs. One that is revoked already stays as it is.
    """
    lock_user(token.user_id)
    unrevoked = ApiToken.objects.filter(pk=token.pk, revoked_at__isnull=True)
    if unrevoked.update(revoked_at=timezone.now()):
        record(AuditAction.TOKEN_REVOKED, by=by, on=token)
    stopped = _stop_what_it_made(token.pk, owner_id=token.user_id, by=by)
    for child in token.children.filter(revoked_at__isnull=True):
        stopped += revoke(child, by=by)
    return stopped


@transaction.atomic
def end_if_revoked(
    token: UUID, *, owner: AbstractBaseUser, by: AbstractBaseUser
) -> None:
    """To be asked after a token has made or changed a webhook or a schedule, or asked for a
    run, and after staff let a schedule go on: it may have been revoked meanwhile, as a name may take seconds to be looked up."""
    lock_user(owner.pk)
    if _is_revoked(token):
        _stop_what_it_made(token, owner_id=owner.pk, by=by)


def _stop_what_it_made(
    token: UUID, *, owner_id: int, by: AbstractBaseUser | None
) -> Stopped:
    # in the order of ``row_locks``; schedules before runs: they start no more
    schedules = of_schedules.end_of_token(token, owner_id=owner_id, by=by)
    return Stopped(
        webhooks=of_webhooks.end_of_token(token, owner_id=owner_id, by=by),
        schedules=schedules,
        runs=of_runs.end_of_token(token, owner_id=owner_id, by=by),
    )


def _is_revoked(token: UUID) -> bool:
    """After whoever revokes it now; who does later finds what was made with it."""
    row = ApiToken.objects.select_for_update().filter(pk=token).first()
    return row is None or row.revoked_at is not None


def words_of_stopped(stopped: Stopped) -> Iterator[str]:
    if stopped.webhooks:
        yield ngettext(
            "%(n)d webhook of an API token is paused: see where it leads before you resume it.",
            "%(n)d webhooks of API tokens are paused: see where each leads before you resume it.",
            stopped.webhooks,
        ) % {"n": stopped.webhooks}
    if stopped.schedules:
        yield ngettext(
            "%(n)d schedule of an API token is paused: see what it does before you resume it.",
            "%(n)d schedules of API tokens are paused: see what each does before you resume it.",
            stopped.schedules,
        ) % {"n": stopped.schedules}
    if stopped.runs:
        yield ngettext(
            "%(n)d run that an API token had asked for is cancelled.",
            "%(n)d runs that API tokens had asked for are cancelled.",
            stopped.runs,
        ) % {"n": stopped.runs}


@dataclass(frozen=True, slots=True)
class Ended:
    """How many tokens worked, and what of theirs went on until now; the new mail addresses
    that the account had."""

    tokens: int
    stopped: Stopped
    addresses: tuple[str, ...]


@transaction.atomic
def end_with_account(user: User, *, by: User | None) -> None:
    """Take all from an account that is closed by which somebody was let in: it may be opened
    again for its owner.

    With its password go its sessions, the key of its feed and links that set another one.
    """
    lock_user(user.pk)
    user.set_unusable_password()
    user.save(update_fields=["password"])
    for token in ApiToken.objects.filter(user_id=user.pk, revoked_at__isnull=True):
        revoke(token, by=by)


@transaction.atomic
def end_with_password(user: User, *, by: User | None) -> Ended:
    """Revoke what who knew the old password may have made, and stop where tokens had
    events sent and servers loaded, and remove addresses that it was given of late."""
    lock_user(user.pk)
    now = timezone.now()
    valid = list(ApiToken.objects.filter(user_id=user.pk).valid(at=now))
    # the rows of tokens come first, as in ``row_locks``
    list(ApiToken.objects.filter(user_id=user.pk).select_for_update().order_by("pk"))
    schedules = of_schedules.end_of_all_tokens(user, by=by)
    stopped = Stopped(
        webhooks=of_webhooks.end_of_all_tokens(user, by=by),
        schedules=schedules,
        runs=of_runs.end_of_all_tokens(user, by=by),
    )
    for token in valid:
        stopped += revoke(token, by=by)
    counts = {"tokens": len(valid), **asdict(stopped)}
    record(AuditAction.PASSWORD_CHANGED, by=by, on=user, **counts)
    removed = addresses.remove_new(user, by=by)
    return Ended(len(valid), stopped, addresses=tuple(removed))
