"""What is kept of all results of a class, so that a list need not read them."""

from django.db import models

from benchruns.figures.durations import NOT_KNOWN
from benchruns.models.catalogue.rows import InstanceClass, Provider
from benchruns.vocabulary import Doubt


class ClassSummary(models.Model):
    """Of the results of a class that everybody sees.

    ``flags`` has a bit for each thing there is (``benchruns.catalogue.figures.has_flags``),
    ``versions`` the engines and versions of a paper's plain rows, as pairs. ``best`` has the
    best result of each load, by its name, ``proven`` the best that is not in doubt where the
    former is; ``made_for`` are the loads as they were then. Only
    ``benchruns.catalogue.summaries`` writes and reads it: a ``ChangedClass`` says that it
    does not hold any more.
    """

    instance_class = models.OneToOneField(
        InstanceClass, models.CASCADE, primary_key=True, related_name="summary"
    )
    result_count = models.PositiveIntegerField()
    flags = models.PositiveIntegerField()
    versions = models.JSONField(default=list)
    best = models.JSONField(default=dict)
    proven = models.JSONField(default=dict)
    made_for = models.CharField(max_length=20)

    class Meta:
        indexes = [
            # Tells which hold without reading a row.
            models.Index(fields=["made_for", "instance_class"], name="summary_made_for")
        ]

    def __str__(self) -> str:
        return f"summary of {self.instance_class_id}"


class FastestOfClass(models.Model):
    """The highest TPS of a class under one load, of each version and kind of doubt.

    Of results that everybody sees and that count. ``regime`` is empty where it is not
    determined; ``engine_version`` is ANY_VERSION for the highest of all versions.
    """

    ANY_VERSION = "*"

    instance_class = models.ForeignKey(
        InstanceClass, models.CASCADE, db_index=False, related_name="fastest"
    )
    workload = models.CharField(max_length=40)
    regime = models.CharField(max_length=10, blank=True)
    engine = models.CharField(max_length=20)
    engine_version = models.CharField(max_length=40, blank=True)
    doubt = models.CharField(max_length=10, choices=Doubt, blank=True)
    tps = models.FloatField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=[
                    *("instance_class", "workload", "regime"),
                    *("engine", "engine_version", "doubt"),
                ],
                name="fastest_of_class_is_one",
            )
        ]
        indexes = [
            # Holds all that a need asks for, class by class.
            models.Index(
                fields=[
                    *("workload", "engine_version", "regime", "instance_class"),
                    *("doubt", "engine", "tps"),
                ],
                name="fastest_of_version",
            )
        ]

    def __str__(self) -> str:
        return f"{self.tps} TPS of {self.instance_class_id}"


class RankOfClass(models.Model):
    """The figure that a class and version have in the ranking of a load.

    Of results that everybody sees and that count: the fastest that is sure, a doubted one
    where there is no other. ``regime`` is ``any`` for the figure of whatever regime.
    ``band`` is that of ``benchruns.figures.durations``, ``seconds`` how long the result was
    measured. ``provider`` and ``sold_for``, an engine, are those of the class; so is the size
    that the TPS are divided by, which is noted as a change where it is another one.
    """

    instance_class = models.ForeignKey(
        InstanceClass, models.CASCADE, db_index=False, related_name="+"
    )
    provider = models.ForeignKey(
        Provider, models.CASCADE, db_index=False, related_name="+"
    )
    sold_for = models.CharField(max_length=20)
    workload = models.CharField(max_length=40)
    regime = models.CharField(max_length=10)
    engine = models.CharField(max_length=20)
    engine_version = models.CharField(max_length=40, blank=True)
    band = models.PositiveSmallIntegerField(default=NOT_KNOWN)
    seconds = models.FloatField(null=True)
    is_doubted = models.BooleanField()
    tps = models.FloatField()
    tps_per_vcpu = models.FloatField(default=0)
    tps_per_gb = models.FloatField(default=0)
    result = models.ForeignKey(
        "benchruns.Result",
        models.DO_NOTHING,
        db_constraint=False,
        db_index=False,
        related_name="+",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=[
                    *("instance_class", "workload", "regime", "band"),
                    *("engine", "engine_version"),
                ],
                name="rank_of_class_is_one",
            )
        ]
        indexes = [
            models.Index(
                fields=[
                    *("workload", "regime", "band", "is_doubted", "-tps"),
                    *("engine", "engine_version"),
                ],
                name="rank_best_first",
            ),
            models.Index(
                fields=[
                    *("workload", "regime", "band", "is_doubted", "-tps_per_vcpu"),
                    *("engine", "engine_version"),
                ],
                name="rank_best_per_vcpu",
            ),
            models.Index(
                fields=[
                    *("workload", "regime", "band", "is_doubted", "-tps_per_gb"),
                    *("engine", "engine_version"),
                ],
                name="rank_best_per_gb",
            ),
            # Counts them without reading a row.
            models.Index(
                fields=[
                    *("workload", "regime", "band", "provider", "sold_for"),
                    *("engine", "engine_version", "instance_class", "seconds"),
                ],
                name="rank_by_origin",
            ),
        ]

    def __str__(self) -> str:
        return f"rank of {self.instance_class_id}"


class ChangedClass(models.Model):
    """A class of which a result was written, changed or removed since its summary.

    Noted by the database's own triggers (``benchruns.data_version``), in the transaction of
    the change; on PostgreSQL once for each row, so that no writer waits for another.
    """

    id = models.BigAutoField(primary_key=True)
    instance_class = models.ForeignKey(
        InstanceClass, models.DO_NOTHING, db_constraint=False, related_name="+"
    )

    def __str__(self) -> str:
        return f"change of {self.instance_class_id}"
