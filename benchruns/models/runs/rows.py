"""Runs, their attempts, and what belongs to an attempt.

A run's state moves only through ``benchruns.runs.lifecycle``. Constraints guard rows; the
WHERE clauses of the lifecycle guard moves.
"""

from typing import Self

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import models
from django.db.models import Exists, OuterRef, Q

from benchruns.models.base import PublicModel, ShownQuerySet, one_of
from benchruns.models.endpoints import Endpoint, Server
from benchruns.vocabulary import (
    TERMINAL_STATES,
    Outcome,
    Phase,
    Regime,
    RunState,
    Visibility,
)


class SweepQuerySet(models.QuerySet["Sweep"]):
    def visible_to(self, user: AbstractBaseUser | AnonymousUser) -> Self:
        """Those with a run that the user may see: one's own, and with public ones."""
        seen = Run.objects.visible_to(user).filter(sweep=OuterRef("pk"))
        return self.filter(Exists(seen))


class Sweep(PublicModel):
    """Runs over a list of thread counts and repetitions on one data set, in order.

    ``threads`` are threads, clients or virtual users. Between two runs the server may
    settle for ``settle_seconds``.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="sweeps"
    )
    endpoint = models.ForeignKey(Endpoint, models.PROTECT, related_name="sweeps")
    workload = models.CharField(max_length=40)
    parameters = models.JSONField()
    threads = models.JSONField()
    repetitions = models.PositiveIntegerField()
    settle_seconds = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = SweepQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = [
            models.Index(fields=["-created_at", "-id"], name="sweep_newest_first")
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(repetitions__gte=1), name="sweep_has_repetitions"
            )
        ]

    def __str__(self) -> str:
        return f"sweep of {self.workload} {self.id}"


class RunQuerySet(ShownQuerySet["Run"]):
    def labels_seen_by(self, user: AbstractBaseUser | AnonymousUser) -> Self:
        """Those whose name, note and tags the user may see: one's own, for staff all."""
        if getattr(user, "is_staff", False):
            return self
        return self.filter(owner_id=user.pk)

    def tagged(self, tag: str) -> Self:
        """``tags`` are words with blanks between."""
        ends = Q(tags=tag) | Q(tags__startswith=f"{tag} ") | Q(tags__endswith=f" {tag}")
        return self.filter(ends | Q(tags__contains=f" {tag} "))


class Run(PublicModel):
    """One execution of a workload on an endpoint.

    ``attempt`` counts the claims so far (0 before the first). ``progress`` is the
    share of the current phase that is done, 0 to 1, null where it cannot be told;
    ``output_tail`` the last lines of the running tool.

    ``reproduces`` is the published result that the run repeats, and ``differences``
    (``benchruns.reproduction.reproduce.Difference`` as dicts) in which parameters it does not.
    ``data_set`` is the prepared one it uses; with ``keeps_data_set`` it uses a kept one
    where there is one, and leaves what it prepares. ``failure_code``, with all that its
    sentence states in ``failure_values``, is why it failed. ``unpublished_at`` is when
    its owner took back what everybody saw. ``occurrence`` is the time of the schedule that
    started it, if one did. So many ``generators`` load the server at once; with
    ``goes_on_without_lost`` the rest goes on without one that is lost.

    ``generator_labels`` are texts by name that its load generator has to have: what it was
    asked for with, over those of its endpoint at that time.

    ``name``, ``note`` and ``tags`` (words, blanks between) are the owner's own, as
    ``benchruns.names.labels`` lets them be: shown to owner and staff alone.

    ``tokens`` are the ids of the API tokens that asked for it, or had a say in the schedule
    that did.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="runs"
    )
    endpoint = models.ForeignKey(Endpoint, models.PROTECT, related_name="runs")
    name = models.CharField(max_length=120, blank=True)
    note = models.TextField(blank=True)
    tags = models.CharField(max_length=500, blank=True)
    workload = models.CharField(max_length=40)
    parameters = models.JSONField()
    expected_regime = models.CharField(  # noqa: DJ001 (null: nothing expected)
        max_length=10, choices=Regime, null=True
    )
    visibility = models.CharField(
        max_length=10, choices=Visibility, default=Visibility.PRIVATE
    )
    unpublished_at = models.DateTimeField(null=True)

    state = models.CharField(max_length=10, choices=RunState, default=RunState.QUEUED)
    phase = models.CharField(max_length=10, choices=Phase, blank=True)
    progress = models.FloatField(null=True)
    output_tail = models.TextField(blank=True)
    attempt = models.PositiveIntegerField(default=0)
    not_before = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    queued_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    cancel_requested_at = models.DateTimeField(null=True)

    sweep = models.ForeignKey(Sweep, models.PROTECT, null=True, related_name="runs")
    sweep_position = models.PositiveIntegerField(null=True)
    repetition = models.PositiveIntegerField(null=True)
    reproduces = models.ForeignKey(
        "benchruns.Result", models.PROTECT, null=True, related_name="reproducing_runs"
    )
    differences = models.JSONField(default=list)
    data_set = models.ForeignKey(
        "benchruns.DataSet", models.PROTECT, null=True, related_name="used_by"
    )
    keeps_data_set = models.BooleanField(default=False)
    generators = models.PositiveIntegerField(default=1)
    goes_on_without_lost = models.BooleanField(default=False)
    generator_labels = models.JSONField(default=dict)
    tokens = models.JSONField(default=list)

    occurrence = models.ForeignKey(
        "benchruns.Occurrence", models.SET_NULL, null=True, related_name="runs"
    )

    server = models.ForeignKey(Server, models.PROTECT, null=True)
    lease_owner = models.CharField(max_length=120, blank=True)
    lease_expires_at = models.DateTimeField(null=True)

    failure_code = models.CharField(max_length=40, blank=True)
    failure_values = models.JSONField(default=dict)
    failure_detail = models.TextField(blank=True)

    objects = RunQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = [
            models.Index(fields=["-created_at", "-id"], name="run_newest_first"),
            models.Index(
                fields=["queued_at"],
                condition=Q(state=RunState.QUEUED),
                name="run_queue",
            ),
        ]
        constraints = [
            one_of("state", RunState, name="run_state_is_known"),
            models.CheckConstraint(
                condition=~Q(state=RunState.RUNNING)
                | (
                    Q(
                        lease_expires_at__isnull=False,
                        server__isnull=False,
                        attempt__gte=1,
                    )
                    & ~Q(lease_owner="")
                    & ~Q(phase="")
                ),
                name="running_run_has_a_lease",
            ),
            models.CheckConstraint(
                condition=Q(state=RunState.RUNNING)
                | Q(lease_expires_at__isnull=True, lease_owner=""),
                name="only_a_running_run_has_a_lease",
            ),
            models.CheckConstraint(
                condition=Q(state__in=TERMINAL_STATES, finished_at__isnull=False)
                | (~Q(state__in=TERMINAL_STATES) & Q(finished_at__isnull=True)),
                name="ended_run_has_a_finish_time",
            ),
            models.CheckConstraint(
                condition=~Q(state=RunState.SCHEDULED) | Q(not_before__isnull=False),
                name="scheduled_run_has_a_time",
            ),
            models.CheckConstraint(
                condition=~Q(state=RunState.QUEUED) | Q(queued_at__isnull=False),
                name="queued_run_has_a_place",
            ),
            models.CheckConstraint(
                condition=~Q(state=RunState.FAILED) | ~Q(failure_code=""),
                name="failed_run_says_why",
            ),
            models.UniqueConstraint(
                fields=["server"],
                condition=Q(state=RunState.RUNNING),
                name="one_running_run_a_server",
            ),
            models.CheckConstraint(
                condition=Q(generators__gte=1), name="run_has_a_generator"
            ),
            models.UniqueConstraint(
                fields=["sweep", "sweep_position"], name="one_run_a_place_of_a_sweep"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.workload} {self.id}"

    @property
    def is_terminal(self) -> bool:
        return self.state in TERMINAL_STATES

    @property
    def tag_list(self) -> list[str]:
        return self.tags.split()

    @property
    def expects_as_published(self) -> bool:
        """Whether the regime it expects is the one of the row that it repeats."""
        row = self.reproduces if self.expected_regime else None
        return row is not None and row.regime == self.expected_regime


class RunTurn(models.Model):
    """When a user's last run began on a server, of those that are deleted."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    server = models.ForeignKey(Server, models.CASCADE, related_name="+")
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "server"], name="one_turn_of_a_user_on_a_server"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id} on {self.server_id} at {self.at}"


class Attempt(PublicModel):
    """One try of a run. ``outcome`` is empty while it goes on.

    ``reached`` is where it went, {host, address, port, username, database}: what is
    kept from others even after the endpoint has changed.

    ``server_facts`` is what the probe read in preflight (versions, buffer, settings
    in force), ``variables`` all that the server told of how it is set, ``client`` the
    load generator's machine, ``command`` the measuring command without its secret. ``evidence`` holds what regime and bottleneck were
    judged by, ``tool_facts`` what the tool said beside its figures.
    """

    run = models.ForeignKey(Run, models.CASCADE, related_name="attempts")
    number = models.PositiveIntegerField()
    worker = models.CharField(max_length=120)
    reached = models.JSONField(default=dict)
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True)
    server_facts = models.JSONField(default=dict)
    variables = models.ForeignKey(
        "benchruns.ServerVariables", models.PROTECT, null=True, related_name="attempts"
    )
    client = models.JSONField(default=dict)
    evidence = models.JSONField(default=dict)
    tool_facts = models.JSONField(default=dict)
    data_bytes = models.BigIntegerField(null=True)
    tool = models.CharField(max_length=40, blank=True)
    tool_version = models.CharField(max_length=40, blank=True)
    parser_version = models.CharField(max_length=10, blank=True)
    command = models.TextField(blank=True)

    class Meta:
        ordering = ["run", "number"]
        indexes = [models.Index(fields=["worker"], name="attempt_by_worker")]
        constraints = [
            models.UniqueConstraint(
                fields=["run", "number"], name="one_attempt_a_number"
            ),
            models.CheckConstraint(
                condition=Q(outcome="", finished_at__isnull=True)
                | (~Q(outcome="") & Q(finished_at__isnull=False)),
                name="ended_attempt_has_an_outcome",
            ),
        ]

    def __str__(self) -> str:
        return f"attempt {self.number} of {self.run_id}"


class Event(models.Model):
    """One thing that happened to a run; ``data`` holds all that its sentence states."""

    run = models.ForeignKey(Run, models.CASCADE, related_name="events")
    attempt = models.PositiveIntegerField()
    at = models.DateTimeField()
    code = models.CharField(max_length=40)
    data = models.JSONField(default=dict)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.code


class Output(models.Model):
    """The raw output of one phase of an attempt, zlib-compressed.

    ``part`` is the number of the generator, of several, whose tool said it. Of more than a tool may print the first and the last part, with a line between them that
    counts the rest.
    """

    attempt = models.ForeignKey(Attempt, models.CASCADE, related_name="outputs")
    phase = models.CharField(max_length=10, choices=Phase)
    part = models.PositiveIntegerField(default=1)
    content = models.BinaryField()
    size_bytes = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["attempt", "phase", "part"], name="one_output_a_phase"
            )
        ]

    def __str__(self) -> str:
        return f"{self.phase} output of {self.attempt_id}"
