"""Results: the one kind of row that every chart, table and comparison reads."""

from datetime import date
from typing import Self

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import models
from django.db.models import Exists, OuterRef, Q

from benchruns.engines import ENGINE_CHOICES, ENGINES, engine_title, version_slug
from benchruns.figures import histograms
from benchruns.models.base import PublicModel, ShownQuerySet, one_of, shown_to
from benchruns.models.catalogue.rows import Campaign, InstanceClass, Provider, Source
from benchruns.models.figures import DayField, DoubtField, FiguresModel, HasFindings
from benchruns.models.results.indexes import INDEXES
from benchruns.models.submissions import Submission, SubmittedFile
from benchruns.vocabulary import (
    Doubt,
    Provenance,
    Regime,
    ResultStatus,
    Variant,
    Visibility,
)


class ResultQuerySet(ShownQuerySet["Result"]):
    def visible_to(self, user: AbstractBaseUser | AnonymousUser) -> Self:
        """What lists and charts show this user: of those only the current ones."""
        return super().visible_to(user).filter(status=ResultStatus.CURRENT)

    def at_address(self, user: AbstractBaseUser | AnonymousUser) -> Self:
        """What this user may see under a result's own address.

        Withdrawn and superseded ones too. What was not accepted, or is kept private by
        its engine's licence, is seen by who may see its submission.
        """
        never_public = Q(submission__isnull=False, visibility=Visibility.PRIVATE)
        draft = Q(status=ResultStatus.DRAFT) | never_public
        submission = Submission.objects.visible_to(user).filter(
            pk=OuterRef("submission")
        )
        return self.filter((~draft & shown_to(user)) | Exists(submission))

    def with_drafts_of(
        self, submission: Submission, *, user: AbstractBaseUser | AnonymousUser
    ) -> Self:
        """What lists will show this user once the submission is accepted.

        Its draft results are among them, those of the one that it replaces are not.
        Whether the user may see the submission is for the caller to know.
        """
        shown = Q(status=ResultStatus.CURRENT) & shown_to(user)
        drafts = Q(submission=submission, status=ResultStatus.DRAFT)
        found = self.filter(shown | drafts)
        if submission.replaces_id is None:
            return found
        return found.exclude(submission=submission.replaces_id)

    def of_papers(self) -> Self:
        """Published rows, without those that staff have withdrawn."""
        return self.filter(provenance=Provenance.PUBLISHED, status=ResultStatus.CURRENT)

    def flagged(self) -> Self:
        """Published rows with a finding: an index holds them, in their order."""
        return self.filter(HasFindings(), published_key__isnull=False).order_by(
            "engine", "engine_version", "published_key"
        )

    def counted(self) -> Self:
        """Without those that their owner left out: what medians and maxima are of."""
        return self.filter(exclusion__isnull=True)


class Result(PublicModel, FiguresModel):
    """A snapshot of one figure row, with the conditions as they were.

    ``parameters`` are those of the run. A row with a ``variant`` was loaded in another
    way than the workload says and stands in no chart or maximum of the plain ones.
    ``max_connections`` is the limit that was in force, ``stress_connections`` what a
    stress test came to, which is no limit.
    ``derived`` maps a figure's name to the formula it was computed by; figures that
    are not in it stand as printed or measured. ``steady`` holds the figures of the
    steady window and what was trimmed, ``tool_facts`` what the tool said beside its
    figures, ``findings`` holds ``benchruns.findings.Finding`` as dicts, and ``doubt`` what
    they leave open, to be asked for. ``exclusion``
    is set while its owner leaves the result out of medians and maxima. ``status`` is
    other than current for uploaded results, and for published ones that were withdrawn.
    Uploaded ones come from ``submitted_row`` of ``submitted_file`` (0 where the file
    holds one run).
    """

    provenance = models.CharField(max_length=10, choices=Provenance)
    visibility = models.CharField(
        max_length=10, choices=Visibility, default=Visibility.PRIVATE
    )
    status = models.CharField(
        max_length=10, choices=ResultStatus, default=ResultStatus.CURRENT
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="results"
    )
    published_key = models.CharField(max_length=300, null=True, unique=True)  # noqa: DJ001 (unique or absent)

    engine = models.CharField(max_length=20, choices=ENGINE_CHOICES)
    engine_version = models.CharField(max_length=40, blank=True)
    engine_version_full = models.CharField(max_length=80, blank=True)
    # Indexes of several columns begin with it.
    provider = models.ForeignKey(Provider, models.PROTECT, null=True, db_index=False)
    # Indexes of several columns begin with it.
    instance_class = models.ForeignKey(
        InstanceClass, models.PROTECT, null=True, db_index=False, related_name="results"
    )
    vcpus = models.PositiveIntegerField(null=True)
    memory_gb = models.FloatField(null=True)
    max_connections = models.PositiveIntegerField(null=True)
    stress_connections = models.PositiveIntegerField(null=True)
    iops = models.PositiveIntegerField(null=True)
    campaign = models.ForeignKey(
        Campaign, models.PROTECT, null=True, related_name="results"
    )

    workload = models.CharField(max_length=40)
    regime = models.CharField(max_length=10, choices=Regime, null=True)  # noqa: DJ001 (null: not determined)
    tables = models.PositiveIntegerField(null=True)
    table_size = models.BigIntegerField(null=True)
    scale = models.PositiveIntegerField(null=True)
    total_records = models.BigIntegerField(null=True)
    hot_records = models.BigIntegerField(null=True)
    data_bytes = models.BigIntegerField(null=True)
    buffer_bytes = models.BigIntegerField(null=True)
    threads = models.PositiveIntegerField(null=True)

    parameters = models.JSONField(default=dict)
    variant = models.CharField(max_length=20, choices=Variant, blank=True)
    derived = models.JSONField(default=dict)
    steady = models.JSONField(default=dict)
    tool_facts = models.JSONField(default=dict)
    findings = models.JSONField(default=list)
    doubt = DoubtField(max_length=10, choices=Doubt, blank=True, editable=False)

    run = models.OneToOneField(
        "benchruns.Run", models.PROTECT, null=True, related_name="result"
    )
    # Few rows are of one: their index leaves the others out, as that of ``exclusion``.
    submission = models.ForeignKey(
        Submission, models.CASCADE, null=True, db_index=False, related_name="results"
    )
    submitted_file = models.ForeignKey(
        SubmittedFile, models.CASCADE, null=True, related_name="results"
    )
    submitted_row = models.PositiveIntegerField(null=True)
    endpoint = models.ForeignKey("benchruns.Endpoint", models.PROTECT, null=True)
    reproduces = models.ForeignKey(
        "self", models.PROTECT, null=True, related_name="reproductions"
    )
    series = models.ForeignKey(
        "benchruns.Series", models.PROTECT, null=True, related_name="results"
    )
    # Without an index of its own: SQLite would look up the many that are null by it.
    exclusion = models.ForeignKey(
        "benchruns.Exclusion",
        models.SET_NULL,
        null=True,
        db_index=False,
        related_name="+",
    )
    tool = models.CharField(max_length=40)
    tool_version = models.CharField(max_length=40, blank=True)
    client = models.JSONField(default=dict)
    region = models.CharField(max_length=80, blank=True)
    zone = models.CharField(max_length=80, blank=True)
    network = models.CharField(max_length=80, blank=True)
    storage = models.CharField(max_length=80, blank=True)
    edition = models.CharField(max_length=120, blank=True)
    replication = models.CharField(max_length=20, blank=True)
    parameter_settings = models.JSONField(default=dict)
    source = models.ForeignKey(Source, models.PROTECT, null=True)
    source_section = models.CharField(max_length=120, blank=True)
    row_note = models.TextField(blank=True)
    published_on = models.DateField(null=True)
    day = DayField(default=date.min, editable=False)
    measured_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = ResultQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = INDEXES
        constraints = [
            one_of("engine", ENGINES, name="result_engine_is_known"),
            one_of("provenance", Provenance, name="result_provenance_is_known"),
            one_of("visibility", Visibility, name="result_visibility_is_known"),
            one_of("status", ResultStatus, name="result_status_is_known"),
            one_of("doubt", ["", *Doubt.values], name="result_doubt_is_known"),
            models.UniqueConstraint(
                fields=["exclusion"],
                condition=Q(exclusion__isnull=False),
                name="one_result_an_exclusion",
            ),
            models.CheckConstraint(
                condition=Q(regime__isnull=True) | Q(regime__in=Regime.values),
                name="result_regime_is_known",
            ),
            models.CheckConstraint(
                condition=~Q(provenance=Provenance.PUBLISHED)
                | Q(published_key__isnull=False, source__isnull=False),
                name="published_result_has_a_source",
            ),
            models.CheckConstraint(
                condition=~Q(provenance=Provenance.MEASURED)
                | Q(run__isnull=False, measured_at__isnull=False),
                name="measured_result_has_a_run",
            ),
            models.CheckConstraint(
                condition=(
                    ~Q(provenance=Provenance.SUBMITTED)
                    & Q(submission__isnull=True, status=ResultStatus.CURRENT)
                )
                | Q(
                    provenance=Provenance.PUBLISHED,
                    submission__isnull=True,
                    status=ResultStatus.WITHDRAWN,
                )
                | Q(
                    provenance=Provenance.SUBMITTED,
                    submission__isnull=False,
                    submitted_file__isnull=False,
                    submitted_row__isnull=False,
                ),
                name="submitted_result_has_a_submission",
            ),
            models.CheckConstraint(
                condition=~Q(status=ResultStatus.DRAFT)
                | Q(visibility=Visibility.PRIVATE),
                name="draft_result_is_private",
            ),
            models.UniqueConstraint(
                fields=["submitted_file", "submitted_row"],
                condition=Q(submitted_file__isnull=False),
                name="one_result_a_submitted_row",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.engine_title} {self.workload}"

    @property
    def engine_title(self) -> str:
        return engine_title(self.engine, self.engine_version)

    @property
    def version_slug(self) -> str:
        return version_slug(self.engine_version)

    @property
    def rows(self) -> int | None:
        """Records of the data set: tables x rows, or the records that were loaded."""
        if self.tables is not None and self.table_size is not None:
            return self.tables * self.table_size
        return self.total_records

    @property
    def seconds(self) -> float | None:
        """How long it was measured: as it came to, else as it was asked for."""
        asked: float | None = self.parameters.get("duration_seconds")
        return self.duration_s or asked


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
