"""Who changed what in the catalogue, and how it was before."""

from django.conf import settings
from django.db import models

from benchruns.models.base import one_of
from benchruns.vocabulary import CatalogueKind


class CatalogueChange(models.Model):
    """One act of staff on one row of the catalogue; rows are only ever added.

    ``key`` is the word by which addresses name the row. ``values`` maps each key that
    was set to ``[before, after]`` (JSON); of a row that was not there before it is null.
    """

    at = models.DateTimeField(auto_now_add=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    kind = models.CharField(max_length=20, choices=CatalogueKind)
    key = models.CharField(max_length=400)
    values = models.JSONField(default=dict)

    class Meta:
        ordering = ["-at", "-id"]
        indexes = [models.Index(fields=["kind", "key"], name="changes_of_a_row")]
        constraints = [one_of("kind", CatalogueKind, name="changed_kind_is_known")]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"
