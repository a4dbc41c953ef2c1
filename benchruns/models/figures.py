"""The columns of the one ``figures`` object; null means not known."""

from django.db import models

from benchruns.figures.metrics import Figures


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
