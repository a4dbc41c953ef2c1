"""What one user may have, where it is not what all may, and what was used of it."""

from django.conf import settings
from django.db import models

from benchruns.vocabulary import Limit


class UserLimit(models.Model):
    """Another value of one limit for one user, set by staff."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="own_limits"
    )
    limit = models.CharField(max_length=20, choices=Limit)
    most = models.PositiveBigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "limit"], name="one_value_a_limit_of_a_user"
            )
        ]

    def __str__(self) -> str:
        return f"{self.limit} of {self.user_id}: {self.most}"


class LimitUse(models.Model):
    """So much of a limit over time was used: kept although what used it is deleted."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    limit = models.CharField(max_length=20, choices=Limit)
    amount = models.PositiveBigIntegerField()
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["user", "limit", "at"], name="limit_use")]

    def __str__(self) -> str:
        return f"{self.amount} of {self.limit} at {self.at}"
