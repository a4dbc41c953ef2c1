"""Results, whatever they came from."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from benchruns.models import Result
from benchruns.results.row import data_size
from benchruns.results.staleness import findings_of
from benchruns.sentences.catalogue import worded_rows
from benchruns.trends import exclusions
from benchruns.vocabulary import ResultStatus
from portal.api.fields import CleanText, KnownText, StrictSerializer
from portal.api.serializers.figures import FiguresSerializer
from portal.web import permissions


class FindingSerializer(serializers.Serializer[dict[str, Any]]):  # JSON values
    """What does not add up or must be known: a code, how grave it is, and its words."""

    code = serializers.CharField()
    severity = serializers.CharField()
    message = serializers.CharField()
    results = serializers.ListField(child=serializers.UUIDField())
    values = serializers.DictField()
    why = serializers.CharField(allow_blank=True)
    remedy = serializers.CharField(allow_blank=True)


@extend_schema_field(FindingSerializer(many=True))
class Findings(serializers.JSONField):
    """Findings, with their sentences."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(read_only=True, **kwargs)

    def to_representation(self, value: Any) -> Any:
        return worded_rows(value)


class ExclusionRequestSerializer(StrictSerializer):
    reason = CleanText(
        clean=exclusions.cleaned_reason,
        help_text="Everybody who sees the result can read it.",
    )


class ExclusionSerializer(serializers.Serializer[dict[str, Any]]):  # JSON values
    reason = serializers.CharField()
    excluded_by = serializers.CharField(
        allow_null=True, help_text="For the result's owner and staff, else null."
    )
    excluded_at = serializers.DateTimeField()


class ResultSerializer(serializers.ModelSerializer[Result]):
    engine_version = KnownText()
    provider = KnownText(source="provider_id")
    instance_class = KnownText(source="instance_class.code", default=None)
    campaign = KnownText(source="campaign.slug", default=None)
    data_bytes = serializers.SerializerMethodField(
        help_text="As measured or stated, else an estimate by the number of rows. The "
        "filter of this name finds those that are no estimate."
    )
    data_bytes_is_estimate = serializers.SerializerMethodField()
    parameters = serializers.DictField(help_text="Of the run; empty without one.")
    variant = KnownText(help_text="How the load differs from the workload; or null.")
    figures = FiguresSerializer(source="*")
    derived = serializers.DictField(
        child=serializers.CharField(),
        help_text="Figures that were computed, with their formula.",
    )
    steady = serializers.DictField(
        help_text="tps and qps of the steady window, from_s and to_s, and how many "
        "seconds were trimmed at its start and end; empty where there is none."
    )
    tool_facts = serializers.DictField(
        help_text="What the tool said beside its figures: for a fixed rate the offered "
        "and achieved load, the queue or the lag."
    )
    findings = Findings()
    doubt = KnownText(
        help_text="What the cautions among its findings leave open: regime, or figure for "
        "the figure itself; null where nothing is in doubt."
    )
    stale = serializers.SerializerMethodField(
        help_text="Why it is stale today: support of its engine has ended, its class is "
        "not sold any more, or it is old."
    )
    run = serializers.UUIDField(source="run_id", allow_null=True)
    submission = serializers.UUIDField(
        source="submission_id",
        allow_null=True,
        help_text="The uploaded report that it comes from.",
    )
    status = serializers.ChoiceField(
        choices=ResultStatus.choices,
        help_text="Only current results are in lists, charts and best figures.",
    )
    replication = KnownText(
        help_text="As its submitter states it: none, async, semi_sync or sync; or null."
    )
    endpoint = serializers.SerializerMethodField(
        help_text="For its owner and staff, else null."
    )
    reproduces = serializers.UUIDField(source="reproduces_id", allow_null=True)
    series = serializers.UUIDField(
        source="series_id",
        allow_null=True,
        help_text="Results of the same endpoint, workload and parameters.",
    )
    excluded = serializers.SerializerMethodField(
        help_text="Why it counts in no median and no best figure; null where it counts."
    )
    tool_version = KnownText()
    source = KnownText(source="source_id")  # type: ignore[assignment]  # the name of our field
    source_section = KnownText()

    class Meta:
        model = Result
        fields = [
            "id",
            "provenance",
            "visibility",
            "status",
            "engine",
            "engine_version",
            "provider",
            "instance_class",
            "vcpus",
            "memory_gb",
            "campaign",
            "workload",
            "parameters",
            "variant",
            "regime",
            "tables",
            "table_size",
            "scale",
            "hot_records",
            "data_bytes",
            "data_bytes_is_estimate",
            "buffer_bytes",
            "threads",
            "stress_connections",
            "replication",
            "figures",
            "derived",
            "steady",
            "tool_facts",
            "findings",
            "doubt",
            "stale",
            "run",
            "submission",
            "endpoint",
            "reproduces",
            "series",
            "excluded",
            "tool",
            "tool_version",
            "source",
            "source_section",
            "published_on",
            "measured_at",
        ]
        read_only_fields = fields

    def get_data_bytes(self, result: Result) -> int | None:
        data_bytes, _is_estimate = data_size(result)
        return data_bytes

    def get_data_bytes_is_estimate(self, result: Result) -> bool | None:
        data_bytes, is_estimate = data_size(result)
        return None if data_bytes is None else is_estimate

    @extend_schema_field(FindingSerializer(many=True))
    def get_stale(self, result: Result) -> list[dict[str, Any]]:
        return worded_rows(findings_of(result))

    def get_endpoint(self, result: Result) -> str | None:
        if result.endpoint_id is None or not self._is_private_seen(result):
            return None
        return str(result.endpoint_id)

    @extend_schema_field(ExclusionSerializer(allow_null=True))
    def get_excluded(self, result: Result) -> dict[str, Any] | None:
        exclusion = result.exclusion
        if exclusion is None:
            return None
        by = exclusion.excluded_by.get_username()
        return dict(
            ExclusionSerializer(
                {
                    "reason": exclusion.reason,
                    "excluded_by": by if self._is_private_seen(result) else None,
                    "excluded_at": exclusion.excluded_at,
                }
            ).data
        )

    def _is_private_seen(self, result: Result) -> bool:
        user = self.context["request"].user
        return permissions.is_owner_or_staff(user, result.owner_id)
