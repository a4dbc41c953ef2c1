"""Where a code stands: whether it can be redeemed, and if not, why."""

from datetime import datetime

from django.db import models
from django.utils.translation import gettext_lazy as _

from benchruns.models import Reward


class Standing(models.TextChoices):
    VALID = "valid", _("valid")
    REDEEMED = "redeemed", _("redeemed")
    REVOKED = "revoked", _("revoked")
    EXPIRED = "expired", _("expired")


def standing(reward: Reward, *, at: datetime) -> Standing:
    """What was done with a code outweighs its end."""
    if reward.redeemed_at is not None:
        return Standing.REDEEMED
    if reward.revoked_at is not None:
        return Standing.REVOKED
    if reward.expires_at is not None and reward.expires_at <= at:
        return Standing.EXPIRED
    return Standing.VALID
