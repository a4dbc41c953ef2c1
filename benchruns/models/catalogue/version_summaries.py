"""What is kept of all results of an engine's version, so that a page need not read them."""

from django.db import models


class VersionSummary(models.Model):
    """Of the current results of one version.

    ``counts`` has them by visibility, provenance and workload; ``class_count`` is of those
    that everybody sees, ``class_count_of_all`` of the private ones as well; ``tables`` counts
    those of papers by source, section and campaign, ``kinds`` all by what their list is
    filtered by (``benchruns.results.kinds``). The rest is of those that everybody sees:
    ``papers`` counts published ones by source, ``tile`` is what the home page draws of them
    (``benchruns.reports.shelf.picture``; null where nothing can be drawn) and ``left_out``
    counts what cannot be shown. Only ``benchruns.reports.shelf``
    writes it; a ``ChangedVersion`` says that it does not hold any more.
    """

    engine = models.CharField(max_length=20)
    engine_version = models.CharField(max_length=40, blank=True)
    counts = models.JSONField(default=dict)
    class_count = models.PositiveIntegerField()
    class_count_of_all = models.PositiveIntegerField()
    papers = models.JSONField(default=dict)
    tables = models.JSONField(default=list)
    kinds = models.JSONField(default=list)
    tile = models.JSONField(null=True)
    left_out = models.PositiveIntegerField()
    made_for = models.CharField(max_length=20)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["engine", "engine_version"], name="summary_of_version_is_one"
            )
        ]

    def __str__(self) -> str:
        return f"summary of {self.engine} {self.engine_version}".rstrip()


class ChangedVersion(models.Model):
    """A version of which a result was written, changed or removed since its summary.

    Noted by the database's own triggers (``benchruns.data_version``), in the transaction of
    the change; on PostgreSQL once for each row, so that no writer waits for another.
    """

    id = models.BigAutoField(primary_key=True)
    engine = models.CharField(max_length=20)
    engine_version = models.CharField(max_length=40, blank=True)

    def __str__(self) -> str:
        return f"change of {self.engine} {self.engine_version}".rstrip()
