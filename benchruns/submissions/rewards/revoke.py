"""Codes that may not be redeemed any more."""

from enum import StrEnum
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from benchruns.audit.record import record
from benchruns.errors import NotAllowed
from benchruns.models import Reward, Submission
from benchruns.submissions.rewards.refusals import cleaned_reason, require_staff
from benchruns.vocabulary import AuditAction


class Ending(StrEnum):
    """Why a program voids a code; ``benchruns.sentences.rewards`` words it."""

    REPLACED = "replaced"
    SAME_TEXT = "same_text"
    SAME_FIGURES = "same_figures"


@transaction.atomic
def revoke(reward: Reward, *, by: AbstractBaseUser, reason: str) -> Reward:
    """Make a code void, as staff; NotAllowed for one that was redeemed or is void."""
    require_staff(by)
    text = cleaned_reason(reason)
    if not _revoke(reward, by=by, reason=text):
        reward.refresh_from_db()
        raise NotAllowed(
            _("The code was redeemed: there is nothing to revoke.")
            if reward.redeemed_at
            else _("The code is revoked already.")
        )
    reward.refresh_from_db()
    return reward


def revoke_unredeemed(
    submission: Submission, *, by: AbstractBaseUser, reason: str
) -> None:
    """Void the code of a withdrawn submission, if it has one that was not redeemed."""
    for reward in Reward.objects.filter(submission=submission):
        _revoke(reward, by=by, reason=reason)


def revoke_if_unredeemed(reward: Reward, *, by: AbstractBaseUser, why: Ending) -> bool:
    """Void a code that is not void yet; False where it was redeemed."""
    _revoke(reward, by=by, why=why.value)
    return not Reward.objects.filter(pk=reward.pk, redeemed_at__isnull=False).exists()


def _revoke(reward: Reward, *, by: AbstractBaseUser, **details: Any) -> bool:
    """``details`` are a person's ``reason``, or the ``why`` of a program."""
    valid = Reward.objects.filter(
        pk=reward.pk, redeemed_at__isnull=True, revoked_at__isnull=True
    )
    if not valid.update(revoked_at=timezone.now()):
        return False
    record(AuditAction.CODE_REVOKED, by=by, reward=reward, **details)
    return True
