"""Comparisons that got an address of their own."""

from django.conf import settings
from django.db import models

from benchruns.models.base import PublicModel


class KeptComparison(PublicModel):
    """A comparison under a short address that never means another one.

    ``query`` is the canonical query of the compare page, with the results named by
    their ids; ``code`` is cut from its digest, so one comparison has one address.
    """

    code = models.CharField(max_length=16, unique=True)
    query = models.TextField()
    title = models.CharField(max_length=300)
    kept_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return self.title
