"""Results that their owner left out as outliers, with the reason."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from benchruns.models.base import PublicModel


class Exclusion(PublicModel):
    """One decision to leave a result out; undone ones stay as its history.

    ``Result.exclusion`` is the one in force, and the only place that says so.
    """

    result = models.ForeignKey(
        "benchruns.Result", models.CASCADE, related_name="exclusions"
    )
    reason = models.CharField(max_length=500)
    excluded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    excluded_at = models.DateTimeField(auto_now_add=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-excluded_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["result"],
                condition=Q(undone_at__isnull=True),
                name="one_exclusion_in_force",
            ),
            models.CheckConstraint(
                condition=~Q(reason=""), name="exclusion_has_a_reason"
            ),
        ]

    def __str__(self) -> str:
        return self.reason
