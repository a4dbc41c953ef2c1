"""What was seen of an attempt second by second."""

from django.db import models

from benchruns.models.runs.rows import Run


class Sample(models.Model):
    """One interval of an attempt; rates per second, latency in ms.

    ``second`` counts from the start of measuring: warm-up is 0 and below.
    """

    run = models.ForeignKey(Run, models.CASCADE, related_name="samples")
    attempt = models.PositiveIntegerField()
    second = models.IntegerField()
    threads = models.PositiveIntegerField(null=True)
    tps = models.FloatField(null=True)
    qps = models.FloatField(null=True)
    reads_per_s = models.FloatField(null=True)
    writes_per_s = models.FloatField(null=True)
    other_per_s = models.FloatField(null=True)
    latency_ms = models.FloatField(null=True)
    errors_per_s = models.FloatField(null=True)
    reconnects_per_s = models.FloatField(null=True)

    class Meta:
        ordering = ["attempt", "second"]
        constraints = [
            models.UniqueConstraint(
                fields=["run", "attempt", "second"], name="one_sample_a_second"
            )
        ]

    def __str__(self) -> str:
        return f"{self.second} s of {self.run_id}"


class Counter(models.Model):
    """What the server and the load generator counted in one second of an attempt.

    ``values`` maps a counter's name to its rate or level in that second; ``second``
    as in ``Sample``.
    """

    run = models.ForeignKey(Run, models.CASCADE, related_name="counters")
    attempt = models.PositiveIntegerField()
    second = models.IntegerField()
    values = models.JSONField()

    class Meta:
        ordering = ["attempt", "second"]
        constraints = [
            models.UniqueConstraint(
                fields=["run", "attempt", "second"], name="one_counter_row_a_second"
            )
        ]

    def __str__(self) -> str:
        return f"{self.second} s of {self.run_id}"
