"""The latency histogram of a result, as its tool counted it."""

from typing import Self

from django.db import models
from django.db.models import Q

from benchruns.figures import histograms
from benchruns.models.results import Result


class Histogram(models.Model):
    """``buckets`` are [microseconds, transactions], rising.

    A row of its own: whoever reads results does not read their buckets.
    """

    result = models.OneToOneField(
        Result, models.CASCADE, primary_key=True, related_name="histogram"
    )
    source = models.CharField(max_length=20)
    share = models.FloatField(default=1.0)
    buckets = models.JSONField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(share__gt=0, share__lte=1), name="histogram_share_is_one"
            )
        ]

    def __str__(self) -> str:
        return f"histogram of {self.result_id}"

    @classmethod
    def of(cls, result: Result, found: histograms.Histogram) -> Self:
        """Unsaved."""
        return cls(
            result=result,
            source=found.source,
            share=found.share,
            buckets=[list(each) for each in found.buckets],
        )

    @property
    def counts(self) -> histograms.Histogram:
        return histograms.Histogram(
            source=self.source,
            share=self.share,
            buckets=tuple((value, count) for value, count in self.buckets),
        )
