"""Engines, instance classes, campaigns and workloads."""

from typing import Any

from rest_framework import serializers

from benchruns.catalogue.figures import BestFigure
from benchruns.catalogue.pricing import prices
from benchruns.figures.statistics import Summary
from benchruns.models import (
    Campaign,
    CampaignNote,
    Command,
    InstanceClass,
    Price,
    Statement,
)
from benchruns.reports.source import SectionReport
from benchruns.sources.facts import Fact
from benchruns.sources.terms import Term
from portal.api.fields import KnownText
from portal.links.sources import place_of


class ResultCountsSerializer(serializers.Serializer[dict[str, int]]):
    published = serializers.IntegerField()
    measured = serializers.IntegerField()
    submitted = serializers.IntegerField()


class EngineSerializer(serializers.Serializer[dict[str, object]]):
    engine = serializers.CharField()
    engine_version = KnownText(help_text="Null where the sources name none.")
    name = serializers.CharField()
    results = ResultCountsSerializer()
    workloads = serializers.ListField(child=serializers.CharField())
    support_ends_on = serializers.DateField(
        allow_null=True, help_text="As its vendor says; null where no day is known."
    )
    support_source = serializers.CharField(allow_null=True)
    url = serializers.URLField(help_text="The page of this engine and version.")


class PriceSerializer(serializers.ModelSerializer[Price]):
    """The newest of its region, term and currency."""

    amount = serializers.FloatField()
    per_hour = serializers.SerializerMethodField(help_text="A month has 730 hours.")
    source = serializers.CharField()  # type: ignore[assignment]  # the name of our field
    is_stale = serializers.SerializerMethodField()

    class Meta:
        model = Price
        fields = [
            "region",
            "term",
            "currency",
            "amount",
            "unit",
            "per_hour",
            "priced_on",
            "source",
            "is_stale",
        ]
        read_only_fields = fields

    def get_per_hour(self, price: Price) -> float:
        return prices.hourly(price)

    def get_is_stale(self, price: Price) -> bool:
        return prices.is_stale(price.priced_on)


BEST = (
    *("cached_tps", "cached_qps", "disk_io_tps", "disk_io_qps", "legacy_tps", "tpm"),
    *("pgbench_read_only_qps", "hot_row_tps"),
)
# What the catalogue calls a best figure, where it has another name for it.
BEST_OF = {
    "cached_tps": "cached",
    "disk_io_tps": "disk_io",
    "legacy_tps": "legacy",
    "pgbench_read_only_qps": "pgbench_qps",
    "hot_row_tps": "hot_row",
}


class BestFigureSerializer(serializers.Serializer[BestFigure]):
    value = serializers.FloatField()
    result = serializers.UUIDField(source="result_id")
    doubt = KnownText(help_text="As of the result: regime, figure, or null.")


class BestFiguresSerializer(serializers.Serializer[dict[str, BestFigure]]):
    """The highest of any version that is not in doubt, else the highest; or null."""

    figure: type[serializers.Serializer[BestFigure]] = BestFigureSerializer

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {
            name: self.figure(source=BEST_OF.get(name), default=None, allow_null=True)
            for name in BEST
        }


class RepeatsOfBestSerializer(serializers.Serializer[Summary]):
    count = serializers.IntegerField()
    median = serializers.FloatField()
    lowest = serializers.FloatField()


class RepeatedBestSerializer(BestFigureSerializer):
    repeats = RepeatsOfBestSerializer(
        allow_null=True,
        help_text="Those that it is the best of; null where it was measured once.",
    )


class RepeatedBestsSerializer(BestFiguresSerializer):
    figure = RepeatedBestSerializer


class InstanceClassSerializer(serializers.ModelSerializer[InstanceClass]):
    provider = serializers.CharField(source="provider_id")
    family = KnownText()
    edition = KnownText()
    storage_type = KnownText()
    source = KnownText(source="source_id")  # type: ignore[assignment]  # the name of our field
    source_section = KnownText()
    regions = serializers.ListField(child=serializers.CharField())
    source_text = KnownText(
        help_text="Where staff read what the paper of `source` does not state."
    )
    best = BestFiguresSerializer(source="best_figures", read_only=True)
    prices = PriceSerializer(source="current_prices", many=True, read_only=True)

    class Meta:
        model = InstanceClass
        fields = [
            "id",
            "code",
            "provider",
            "engine",
            "family",
            "edition",
            "vcpus",
            "memory_gb",
            "storage_gb",
            "storage_type",
            "max_connections",
            "iops",
            "max_records",
            "burst_baseline_percent",
            "burst_credits_per_hour",
            "most_burst_credits",
            "regions",
            "sale_ends_on",
            "source",
            "source_section",
            "source_text",
            "stated_on",
            "entered_at",
            "best",
            "prices",
        ]
        read_only_fields = fields


class InstanceClassDetailSerializer(InstanceClassSerializer):
    best = RepeatedBestsSerializer(source="best_figures", read_only=True)


class CampaignSerializer(serializers.ModelSerializer[Campaign]):
    slug = serializers.CharField()  # such as aws-mysql-8.0, with a dot
    provider = serializers.CharField(source="provider_id")
    engine_version = KnownText()
    tool_version = KnownText()
    workloads = serializers.ListField(child=serializers.CharField())
    regime_dimension = KnownText()
    client_instance = KnownText()
    client_os = KnownText()
    region = KnownText()
    zone = KnownText()
    network = KnownText()
    storage = KnownText()
    edition = KnownText()
    parameter_settings = serializers.DictField()
    metrics_published = serializers.ListField(child=serializers.CharField())
    source = serializers.CharField(source="source_id")  # type: ignore[assignment]  # the name of our field
    source_title = serializers.CharField(source="source.title")
    source_text = KnownText(
        source="source.source_text",
        help_text="Where others read a paper that staff entered.",
    )
    source_section = KnownText()
    notes = KnownText()
    withdrawn_at = serializers.DateTimeField(
        source="draft.withdrawn_at",
        allow_null=True,
        default=None,
        help_text="Set once staff took it back: its results count nowhere any more.",
    )
    withdrawn_for = KnownText(source="draft.reason", default=None)

    class Meta:
        model = Campaign
        fields = [
            "id",
            "slug",
            "title",
            "provider",
            "engine",
            "engine_version",
            "tool",
            "tool_version",
            "workloads",
            "regime_dimension",
            "duration_seconds",
            "client_instance",
            "client_vcpus",
            "client_memory_gb",
            "client_os",
            "region",
            "zone",
            "network",
            "storage",
            "edition",
            "parameter_settings",
            "metrics_published",
            "source",
            "source_title",
            "source_text",
            "source_section",
            "published_on",
            "notes",
            "withdrawn_at",
            "withdrawn_for",
        ]
        read_only_fields = fields


class CommandSerializer(serializers.ModelSerializer[Command]):
    workloads = serializers.ListField(child=serializers.CharField())
    instance_class = KnownText(source="instance_class.code", default=None)
    source = serializers.CharField(source="source_id")  # type: ignore[assignment]  # the name of our field
    source_section = KnownText()
    note = KnownText()

    class Meta:
        model = Command
        fields = [
            "number",
            "tool",
            "workloads",
            "phase",
            "instance_class",
            "total_records",
            "hot_records",
            "command",
            "source",
            "source_section",
            "note",
        ]
        read_only_fields = fields


class StatementSerializer(serializers.ModelSerializer[Statement]):
    source = serializers.CharField(source="source_id")  # type: ignore[assignment]  # the name of our field
    source_section = KnownText()
    note = KnownText()

    class Meta:
        model = Statement
        fields = [
            "number",
            "workload",
            "script",
            "seq",
            "sql_type",
            "ratio",
            "statement",
            "source",
            "source_section",
            "note",
        ]
        read_only_fields = fields


class CampaignNoteSerializer(serializers.ModelSerializer[CampaignNote]):
    source_section = KnownText()

    class Meta:
        model = CampaignNote
        fields = ["code", "title", "text", "source_section"]
        read_only_fields = fields


class CampaignDetailSerializer(CampaignSerializer):
    commands = CommandSerializer(many=True)
    statements = StatementSerializer(many=True)
    irregularities = CampaignNoteSerializer(many=True)

    class Meta(CampaignSerializer.Meta):
        fields = [
            *CampaignSerializer.Meta.fields,
            "commands",
            "statements",
            "irregularities",
        ]
        read_only_fields = fields


class MetricSerializer(serializers.Serializer[dict[str, str]]):
    unit = serializers.CharField(help_text="Empty for a count.", allow_blank=True)
    meaning = serializers.CharField()


class TopicSerializer(serializers.Serializer[dict[str, str]]):
    title = serializers.CharField()
    text = serializers.CharField()


class WorkloadSerializer(serializers.Serializer[dict[str, object]]):
    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # the name of our field
    summary = serializers.CharField()
    cost = serializers.CharField(help_text="What it asks of a server.")
    tool = serializers.CharField()
    engines = serializers.ListField(child=serializers.CharField())
    parameters = serializers.DictField(
        help_text="A JSON Schema (2020-12) of a run's `parameters`."
    )
    statements = serializers.DictField(
        child=serializers.IntegerField(), help_text="Statements a transaction."
    )
    presets = serializers.DictField(child=serializers.DictField())
    metrics = serializers.DictField(
        child=MetricSerializer(), help_text="The figures that a run of it yields."
    )
    documentation = TopicSerializer(many=True)


class FactSerializer(serializers.Serializer[Fact]):
    """What a paper says, in our words, with the place that shows it."""

    key = serializers.CharField(help_text="Its anchor on the page of the source.")
    kind = serializers.CharField()
    subject = serializers.CharField()
    text = serializers.CharField(help_text="In our words.")
    literals = serializers.ListField(
        child=serializers.CharField(), help_text="Short texts of the paper itself."
    )
    mark = serializers.CharField(help_text="Where it was read; or empty.")
    shown_at = serializers.SerializerMethodField(
        help_text="Addresses of the pages that show it besides its source's."
    )

    def get_shown_at(self, fact: Fact) -> list[str]:
        return [place_of(name).url for name in fact.places]


class SectionSerializer(serializers.Serializer[SectionReport]):
    section = serializers.CharField(source="section.name")
    title = serializers.CharField(source="section.title")
    facts = FactSerializer(many=True)
    results = serializers.SerializerMethodField()
    commands = serializers.SerializerMethodField()
    statements = serializers.SerializerMethodField()

    def get_results(self, part: SectionReport) -> int:
        return sum(table.rows for table in part.holdings.tables)

    def get_commands(self, part: SectionReport) -> list[str]:
        return [command.command for command in part.holdings.commands]

    def get_statements(self, part: SectionReport) -> list[str]:
        return [statement.statement for statement in part.holdings.statements]


class TermSerializer(serializers.Serializer[Term]):
    english = serializers.CharField()
    chinese = KnownText(help_text="Null where its paper has no Chinese edition.")
    meaning = serializers.CharField(help_text="In our words.")


class SourceSerializer(serializers.Serializer[dict[str, object]]):
    slug = serializers.CharField()
    title = serializers.CharField()
    language = serializers.CharField()
    published_on = serializers.DateField(allow_null=True)
    url = serializers.CharField(help_text="Its page.")
    counts = serializers.DictField(child=serializers.IntegerField())


class SourceDetailSerializer(SourceSerializer):
    sections = SectionSerializer(many=True)
    terms = TermSerializer(many=True)
