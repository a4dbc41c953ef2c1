"""Providers, instance classes, and the campaigns that published figures come from."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from benchruns.engines import ENGINE_CHOICES, ENGINES
from benchruns.models.base import PublicModel, one_of
from benchruns.names.class_words import ClassKey
from benchruns.vocabulary import DraftState


class EnteredModel(models.Model):
    """A row that staff may have entered: where they read it, and who did when.

    Without ``entered_at`` nobody entered it: it is of the published files, or of a
    submission. ``stated_on`` is the day on which the source said so.
    """

    source_text = models.CharField(max_length=300, blank=True)
    stated_on = models.DateField(null=True)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    entered_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True


class Provider(EnteredModel):
    """Who sells or runs a database: alibaba-cloud, 阿里云, self-managed."""

    slug = models.SlugField(primary_key=True, allow_unicode=True)
    name = models.CharField(max_length=100)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Source(EnteredModel):
    """A published paper or page; ``published_on`` is null where it prints no date.

    Of one that staff entered ``source_text`` says where others can read it.
    """

    slug = models.SlugField(primary_key=True, max_length=80)
    title = models.CharField(max_length=200)
    language = models.CharField(max_length=5)
    published_on = models.DateField(null=True)

    class Meta:
        ordering = ["slug"]

    def __str__(self) -> str:
        return self.title


class InstanceClass(PublicModel, EnteredModel):
    """A size that a provider sells for one engine. Empty and null: not published.

    The same code may exist for two engines: a class is (provider, engine, code). What
    a paper states of it has a ``source``. A class that may burst has a baseline, in
    percent of all its vCPUs, and credits: minutes of one vCPU at 100 %.
    """

    provider = models.ForeignKey(Provider, models.PROTECT, related_name="classes")
    engine = models.CharField(max_length=20, choices=ENGINE_CHOICES)
    code = models.CharField(max_length=120)
    family = models.CharField(max_length=60, blank=True)
    edition = models.CharField(max_length=60, blank=True)
    vcpus = models.PositiveIntegerField()
    memory_gb = models.FloatField()
    storage_gb = models.PositiveIntegerField(null=True)
    storage_type = models.CharField(max_length=80, blank=True)
    max_connections = models.PositiveIntegerField(null=True)
    iops = models.PositiveIntegerField(null=True)
    max_records = models.BigIntegerField(null=True)
    burst_baseline_percent = models.FloatField(null=True)
    burst_credits_per_hour = models.FloatField(null=True)
    most_burst_credits = models.FloatField(null=True)
    regions = models.JSONField(default=list)
    sale_ends_on = models.DateField(null=True)
    source = models.ForeignKey(Source, models.PROTECT, null=True)
    source_section = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering = ["vcpus", "memory_gb", "code"]
        indexes = [
            # Lists begin with the smallest.
            models.Index(
                fields=["vcpus", "memory_gb", "code", "id"], name="class_by_size"
            )
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["provider", "engine", "code"], name="one_class_a_code"
            ),
            one_of("engine", ENGINES, name="class_engine_is_known"),
            models.CheckConstraint(
                condition=Q(burst_baseline_percent__isnull=True)
                | Q(burst_baseline_percent__gt=0, burst_baseline_percent__lte=100),
                name="burst_baseline_is_a_share",
            ),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def class_key(self) -> ClassKey:
        return ClassKey(provider=self.provider_id, engine=self.engine, code=self.code)

    @property
    def is_entered(self) -> bool:
        """By staff, all of it: of a class that a paper states they enter the rest alone."""
        return self.entered_at is not None and self.source_id is None


class CampaignQuerySet(models.QuerySet["Campaign"]):
    def standing(self) -> Self:
        """What lists show: without those that staff have withdrawn."""
        return self.exclude(draft__state=DraftState.WITHDRAWN)


class Campaign(PublicModel, EnteredModel):
    """Results of one method: workload, tool, duration, client, network, settings."""

    slug = models.SlugField(unique=True, max_length=100)
    provider = models.ForeignKey(Provider, models.PROTECT)
    engine = models.CharField(max_length=20, choices=ENGINE_CHOICES)
    engine_version = models.CharField(max_length=40, blank=True)
    title = models.CharField(max_length=200)
    tool = models.CharField(max_length=40)
    tool_version = models.CharField(max_length=40, blank=True)
    workloads = models.JSONField(default=list)
    regime_dimension = models.CharField(max_length=60, blank=True)
    duration_seconds = models.PositiveIntegerField(null=True)
    client_instance = models.CharField(max_length=80, blank=True)
    client_vcpus = models.PositiveIntegerField(null=True)
    client_memory_gb = models.FloatField(null=True)
    client_os = models.CharField(max_length=80, blank=True)
    region = models.CharField(max_length=80, blank=True)
    zone = models.CharField(max_length=80, blank=True)
    network = models.CharField(max_length=80, blank=True)
    storage = models.CharField(max_length=80, blank=True)
    edition = models.CharField(max_length=120, blank=True)
    parameter_settings = models.JSONField(default=dict)
    metrics_published = models.JSONField(default=list)
    source = models.ForeignKey(Source, models.PROTECT)
    source_section = models.CharField(max_length=120, blank=True)
    published_on = models.DateField(null=True)
    notes = models.TextField(blank=True)

    objects = CampaignQuerySet.as_manager()

    class Meta:
        ordering = ["slug"]
        constraints = [one_of("engine", ENGINES, name="campaign_engine_is_known")]

    def __str__(self) -> str:
        return self.title


class Command(models.Model):
    """A printed tool command; campaigns empty where the paper prints it in general."""

    number = models.PositiveIntegerField(primary_key=True)
    campaigns = models.ManyToManyField(Campaign, related_name="commands")
    tool = models.CharField(max_length=40)
    workloads = models.JSONField(default=list)
    phase = models.CharField(max_length=20)
    instance_class = models.ForeignKey(InstanceClass, models.PROTECT, null=True)
    total_records = models.BigIntegerField(null=True)
    hot_records = models.BigIntegerField(null=True)
    command = models.TextField()
    source = models.ForeignKey(Source, models.PROTECT)
    source_section = models.CharField(max_length=120, blank=True)
    note = models.TextField(blank=True)

    class Meta:
        ordering = ["number"]

    def __str__(self) -> str:
        return self.command


class Statement(models.Model):
    """One statement of a workload; ``ratio`` is statements per transaction."""

    number = models.PositiveIntegerField(primary_key=True)
    campaigns = models.ManyToManyField(Campaign, related_name="statements")
    workload = models.CharField(max_length=40)
    script = models.CharField(max_length=60)
    seq = models.PositiveIntegerField()
    sql_type = models.CharField(max_length=40)
    ratio = models.FloatField(null=True)
    statement = models.TextField()
    source = models.ForeignKey(Source, models.PROTECT)
    source_section = models.CharField(max_length=120, blank=True)
    note = models.TextField(blank=True)

    class Meta:
        ordering = ["number"]

    def __str__(self) -> str:
        return self.statement


class FairnessCondition(models.Model):
    """One published condition for comparing a self-managed database with a service."""

    number = models.PositiveIntegerField(primary_key=True)
    condition = models.CharField(max_length=60)
    item = models.CharField(max_length=60)
    rule = models.TextField()
    self_managed = models.TextField(blank=True)
    managed_service = models.TextField(blank=True)
    rationale = models.TextField(blank=True)
    rationale_basis = models.CharField(max_length=20)
    source = models.ForeignKey(Source, models.PROTECT)
    source_section = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering = ["number"]

    def __str__(self) -> str:
        return self.rule


class CampaignNote(models.Model):
    """A known irregularity of figures (F) or method (M) that concerns whole campaigns."""

    code = models.CharField(primary_key=True, max_length=5)
    campaigns = models.ManyToManyField(Campaign, related_name="irregularities")
    title = models.CharField(max_length=120)
    text = models.TextField()
    source_section = models.CharField(max_length=160, blank=True)

    class Meta:
        ordering = ["code"]

    def __str__(self) -> str:
        return f"{self.code} {self.title}"
