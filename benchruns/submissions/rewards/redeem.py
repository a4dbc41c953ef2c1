"""Redeeming a code, once, by staff; what is refused is noted as well."""

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from benchruns.audit.record import record
from benchruns.errors import NotAllowed
from benchruns.models import Reward
from benchruns.submissions.rewards import codes
from benchruns.submissions.rewards.refusals import require_staff
from benchruns.vocabulary import AuditAction


class Why(StrEnum):
    """Why a code was not redeemed."""

    UNKNOWN = "unknown"
    OWN = "own"
    REDEEMED = "redeemed"
    REVOKED = "revoked"
    EXPIRED = "expired"


class RedeemingRefused(NotAllowed):
    """The code was not redeemed; ``why`` tells the cases apart."""

    def __init__(self, why: Why, message: str) -> None:
        super().__init__(message)
        self.why = why


@dataclass(frozen=True, slots=True)
class _Refusal:
    why: Why
    message: str


def redeem(typed: str, *, by: AbstractBaseUser) -> Reward:
    """Redeem a code as it was typed; raises RedeemingRefused, NotAllowed for non-staff.

    Of two who redeem it at once, one does.
    """
    require_staff(by)
    code = codes.read(typed)
    reward = _find(code)
    if reward is not None and _redeem(reward, by=by):
        reward.refresh_from_db()
        return reward
    # Outside of any transaction of ours: the entry stays although this raises.
    raise _refused(code, by=by)


def look_up(typed: str, *, by: AbstractBaseUser) -> Reward:
    """The reward of a code as it was typed, wherever it stands; nothing is redeemed.

    Raises RedeemingRefused where there is no such code, NotAllowed for non-staff.
    """
    require_staff(by)
    code = codes.read(typed)
    reward = _find(code)
    if reward is None:
        raise _refused(code, by=by)
    return reward


@transaction.atomic
def _redeem(reward: Reward, *, by: AbstractBaseUser) -> bool:
    now = timezone.now()
    valid = Reward.objects.filter(
        Q(expires_at__isnull=True) | Q(expires_at__gt=now),
        pk=reward.pk,
        redeemed_at__isnull=True,
        revoked_at__isnull=True,
    ).exclude(owner_id=by.pk)
    if not valid.update(redeemed_at=now, redeemed_by_id=by.pk):
        return False
    record(AuditAction.CODE_REDEEMED, by=by, reward=reward)
    return True


def _find(code: str | None) -> Reward | None:
    if code is None:
        return None
    return (
        Reward.objects.filter(code_hash=codes.digest(code))
        .select_related("redeemed_by")
        .first()
    )


def _refused(code: str | None, *, by: AbstractBaseUser) -> RedeemingRefused:
    """Why, noted in the log."""
    refusal = _refusal(code, by=by)
    record(AuditAction.CODE_REFUSED, by=by, reward=_find(code), why=refusal.why.value)
    return RedeemingRefused(refusal.why, refusal.message)


def _refusal(code: str | None, *, by: AbstractBaseUser) -> _Refusal:
    reward = _find(code)
    if reward is None:
        return _Refusal(
            Why.UNKNOWN,
            _("There is no such code. It reads BB-XXXX-XXXX-XXXX; compare each sign."),
        )
    if reward.redeemed_at and reward.redeemed_by:
        words = _("This code was redeemed already, on %(time)s by %(name)s.") % {
            "time": _in_words(reward.redeemed_at),
            "name": reward.redeemed_by.get_username(),
        }
        return _Refusal(Why.REDEEMED, words)
    if reward.revoked_at:
        words = _("This code was revoked on %(time)s.")
        return _Refusal(Why.REVOKED, words % {"time": _in_words(reward.revoked_at)})
    if reward.owner_id == by.pk:
        return _Refusal(
            Why.OWN, _("It is your own code: somebody else of the staff redeems it.")
        )
    words = _("This code expired on %(time)s.")
    return _Refusal(
        Why.EXPIRED,
        words % {"time": _in_words(reward.expires_at)} if reward.expires_at else words,
    )


def _in_words(time: datetime) -> str:
    return f"{time.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
