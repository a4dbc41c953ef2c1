"""Columns of a result: its figures, in which null means not known, and what follows from others."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any

from django.db import models

from benchruns.figures.metrics import Figures
from benchruns.findings import doubt_of


class FiguresModel(models.Model):
    """Units as in ``benchruns.figures.metrics.Figures``."""

    tps = models.FloatField(null=True, blank=True)
    qps = models.FloatField(null=True, blank=True)
    transactions = models.FloatField(null=True, blank=True)
    queries = models.FloatField(null=True, blank=True)
    reads = models.FloatField(null=True, blank=True)
    writes = models.FloatField(null=True, blank=True)
    other = models.FloatField(null=True, blank=True)
    reads_per_s = models.FloatField(null=True, blank=True)
    writes_per_s = models.FloatField(null=True, blank=True)
    other_per_s = models.FloatField(null=True, blank=True)
    errors_per_s = models.FloatField(null=True, blank=True)
    reconnects_per_s = models.FloatField(null=True, blank=True)
    latency_min_ms = models.FloatField(null=True, blank=True)
    latency_avg_ms = models.FloatField(null=True, blank=True)
    latency_p50_ms = models.FloatField(null=True, blank=True)
    latency_p90_ms = models.FloatField(null=True, blank=True)
    latency_p95_ms = models.FloatField(null=True, blank=True)
    latency_p99_ms = models.FloatField(null=True, blank=True)
    latency_p999_ms = models.FloatField(null=True, blank=True)
    latency_max_ms = models.FloatField(null=True, blank=True)
    duration_s = models.FloatField(null=True, blank=True)
    nopm = models.FloatField(null=True, blank=True)
    tpm = models.FloatField(null=True, blank=True)
    batch_requests_per_s = models.FloatField(null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def figures(self) -> Figures:
        return Figures.read(self)


class DoubtField(models.CharField):  # type: ignore[type-arg]  # not generic at run time
    """Follows the row's findings whenever the row is saved whole, or made."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:  # noqa: FBT001 (Django's)
        doubt = doubt_of(model_instance.findings)  # type: ignore[attr-defined]  # a Result
        setattr(model_instance, self.attname, doubt)
        return doubt

    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, Any]]:
        """A column of text to migrations."""
        name, _path, args, keywords = super().deconstruct()
        return name, "django.db.models.CharField", args, keywords


def day_of(measured_at: datetime | None, published_on: date | None) -> date:
    """The day on which a row is listed; the first of all where neither is known."""
    if measured_at:
        return measured_at.astimezone(UTC).date()
    return published_on or date.min


class DayField(models.DateField):  # type: ignore[type-arg]  # not generic at run time
    """Follows when a row was measured or printed, whenever it is saved whole, or made.

    Never null, so that an index holds the order.
    """

    def pre_save(self, model_instance: models.Model, add: bool) -> date:  # noqa: FBT001 (Django's)
        day = day_of(
            model_instance.measured_at,  # type: ignore[attr-defined]  # a Result
            model_instance.published_on,  # type: ignore[attr-defined]
        )
        setattr(model_instance, self.attname, day)
        return day

    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, Any]]:
        """A column of days to migrations."""
        name, _path, args, keywords = super().deconstruct()
        return name, "django.db.models.DateField", args, keywords


class HasFindings(models.Func):
    """Whether a row has any: without a parameter, by which SQLite would know no index."""

    template = "(%(expressions)s <> '[]')"
    output_field = models.BooleanField()

    def __init__(self) -> None:
        super().__init__(models.F("findings"))
