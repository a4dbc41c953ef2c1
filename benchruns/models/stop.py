"""The emergency stop: one row, the truth about whether any load may begin."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

THE_ONE = 1


class EmergencyStop(models.Model):
    """It stands while ``since`` is set; ``lifted_at`` is when the last one ended.

    There is one row at most, so that a claim and whoever stops all can wait for each
    other at it. ``by`` is null for what a command did. Earlier ones are in the audit log.
    """

    id = models.PositiveSmallIntegerField(primary_key=True, default=THE_ONE)
    since = models.DateTimeField(null=True)
    reason = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    lifted_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(id=THE_ONE), name="one_emergency_stop"),
            models.CheckConstraint(
                condition=Q(since__isnull=True) | ~Q(reason=""),
                name="emergency_stop_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return "emergency stop"

    @property
    def stands(self) -> bool:
        return self.since is not None

    def as_json(self) -> dict[str, Any]:
        """What everybody may know of it."""
        return {
            "stopped": self.stands,
            "reason": self.reason if self.stands else None,
            "since": self.since,
        }
