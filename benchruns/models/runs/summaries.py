"""What is kept of all seconds of a long run, so that its pages need not read them."""

from django.db import models

from benchruns.models.runs.rows import Run


class RunSummary(models.Model):
    """Of an attempt of a run that ended: what one kind of page shows of its seconds.

    ``content`` is JSON text, sent as it is; ``made_for`` says what it holds. Only
    ``benchruns.runs.summaries`` writes and reads it, and removes it where a second of the
    run is changed.
    """

    run = models.ForeignKey(Run, models.CASCADE, related_name="summaries")
    attempt = models.PositiveIntegerField()
    kind = models.CharField(max_length=10)
    made_for = models.CharField(max_length=20)
    content = models.TextField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["run", "kind"], name="one_summary_of_a_run_a_kind"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.run_id}"
