"""A run of several load generators: a part each, and what each of them saw by second."""

from django.db import models
from django.db.models import Q

from benchruns.models.base import PublicModel, one_of
from benchruns.models.runs.rows import Run
from benchruns.vocabulary import PARTS_HELD, PartKind, PartState, Phase


class RunPart(PublicModel):
    """The share of an attempt that one generator makes.

    Part 1 is that of the worker which holds the run, so its hold is the run's; each
    other one has a lease of its own. ``parameters`` are the run's with its share of the
    load, ``place`` says where the data lies ({"workspace", "mark"}). ``phase`` is the one
    that it is called to, all begin at ``starts_at``, by the clock of the portal's
    database, and at ``began_at`` by the same clock its load did. ``figures``, ``counts`` (a
    histogram: {"source", "share", "buckets"}), ``facts``, ``evidence`` are what it measured.
    """

    run = models.ForeignKey(Run, models.CASCADE, related_name="parts")
    attempt = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=PartState)
    worker = models.CharField(max_length=120, blank=True)
    lease_expires_at = models.DateTimeField(null=True)
    parameters = models.JSONField()
    place = models.JSONField(default=dict)
    phase = models.CharField(max_length=10, choices=Phase, blank=True)
    starts_at = models.DateTimeField(null=True)
    began_at = models.DateTimeField(null=True)
    client = models.JSONField(default=dict)
    tool_version = models.CharField(max_length=40, blank=True)
    figures = models.JSONField(default=dict)
    counts = models.JSONField(default=dict)
    facts = models.JSONField(default=dict)
    evidence = models.JSONField(default=dict)
    failure_code = models.CharField(max_length=40, blank=True)
    failure_values = models.JSONField(default=dict)
    failure_detail = models.TextField(blank=True)

    class Meta:
        ordering = ["run", "attempt", "number"]
        constraints = [
            one_of("state", PartState, name="part_state_is_known"),
            models.UniqueConstraint(
                fields=["run", "attempt", "number"], name="one_part_a_number"
            ),
            models.CheckConstraint(
                condition=~Q(state__in=PARTS_HELD)
                | Q(number=1)
                | (Q(lease_expires_at__isnull=False) & ~Q(worker="")),
                name="held_part_has_a_lease",
            ),
            models.CheckConstraint(
                condition=Q(state__in=PARTS_HELD) | Q(lease_expires_at__isnull=True),
                name="only_a_held_part_has_a_lease",
            ),
        ]

    def __str__(self) -> str:
        return f"part {self.number} of {self.run_id}"


class PartSecond(models.Model):
    """A sample or the counters of one part in one second, as ``Sample`` and ``Counter``."""

    part = models.ForeignKey(RunPart, models.CASCADE, related_name="seconds")
    kind = models.CharField(max_length=10, choices=PartKind)
    second = models.IntegerField()
    values = models.JSONField()

    class Meta:
        ordering = ["part", "kind", "second"]
        constraints = [
            one_of("kind", PartKind, name="part_kind_is_known"),
            models.UniqueConstraint(
                fields=["part", "kind", "second"], name="one_row_a_second_of_a_part"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.second} s of {self.part_id}"
