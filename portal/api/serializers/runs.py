"""Runs: how they are asked for, and how they are shown."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from benchruns.models import Attempt, Event, Result, Run
from benchruns.samples import RATES
from portal import permissions
from portal.api.fields import (
    Identifier,
    Integer,
    JsonObject,
    KnownText,
    Moment,
    StrictSerializer,
    Text,
)
from portal.api.serializers.figures import UNKNOWN, FiguresSerializer
from portal.api.serializers.results import FindingSerializer


class RunRequestSerializer(StrictSerializer):
    endpoint = Identifier()
    workload = Text(max_length=40)
    parameters = JsonObject(
        default=dict, help_text="See the workload's JSON Schema in /workloads/."
    )
    repetitions = Integer(default=1, help_text="Only 1 until sweeps exist.")
    not_before = Moment(default=None, allow_null=True)
    expected_regime = Text(
        default=None, allow_null=True, help_text="cached, disk_io, mixed or os_cache."
    )

    def validate_repetitions(self, repetitions: int) -> int:
        if repetitions != 1:
            raise ValidationError(
                _("Repetitions need sweeps, which do not exist yet: give 1.")
            )
        return repetitions


class RegimeSerializer(serializers.Serializer[dict[str, Any]]):  # JSON values
    verdict = serializers.CharField(
        allow_null=True,
        help_text="cached, disk_io, mixed, os_cache, or unknown where no counter can "
        "tell; null until it was measured.",
    )
    expected = serializers.CharField(allow_null=True)
    evidence = serializers.DictField()


class BottleneckSerializer(serializers.Serializer[dict[str, Any]]):  # JSON values
    verdict = serializers.CharField(
        allow_null=True,
        help_text="client, server, latency or unclear; null until it was measured.",
    )
    evidence = serializers.DictField()
    advice = serializers.CharField(allow_blank=True)


class FailureSerializer(serializers.Serializer[Run]):
    code = serializers.CharField(source="failure_code")
    message = serializers.CharField(source="failure_message")
    detail = KnownText(source="failure_detail")


class RunSerializer(serializers.ModelSerializer[Run]):
    phase = KnownText()
    endpoint = serializers.SerializerMethodField()
    engine = serializers.SerializerMethodField()
    engine_version = serializers.SerializerMethodField()
    parameters = serializers.DictField()
    figures = serializers.SerializerMethodField()
    findings = serializers.SerializerMethodField()
    regime = serializers.SerializerMethodField()
    bottleneck = serializers.SerializerMethodField()
    result = serializers.SerializerMethodField()
    sweep = serializers.SerializerMethodField()
    reproduces = serializers.SerializerMethodField()
    failure = serializers.SerializerMethodField()

    class Meta:
        model = Run
        fields = [
            "id",
            "state",
            "phase",
            "progress",
            "attempt",
            "endpoint",
            "engine",
            "engine_version",
            "workload",
            "parameters",
            "figures",
            "findings",
            "regime",
            "bottleneck",
            "result",
            "sweep",
            "reproduces",
            "visibility",
            "not_before",
            "created_at",
            "queued_at",
            "started_at",
            "finished_at",
            "cancel_requested_at",
            "failure",
        ]
        read_only_fields = fields

    def get_endpoint(self, run: Run) -> str | None:
        """For its owner and staff, else null."""
        user = self.context["request"].user
        is_seen = permissions.is_owner_or_staff(user, run.owner_id)
        return str(run.endpoint_id) if is_seen else None

    def get_engine(self, run: Run) -> str:
        """As measured, or as the endpoint was registered before that."""
        result = result_of(run)
        return result.engine if result else run.endpoint.engine

    def get_engine_version(self, run: Run) -> str | None:
        result = result_of(run)
        return (result.engine_version or None) if result else None

    @extend_schema_field(FiguresSerializer)
    def get_figures(self, run: Run) -> dict[str, Any]:
        """Those of its result; all null before."""
        result = result_of(run)
        return FiguresSerializer(result).data if result else UNKNOWN

    @extend_schema_field(FindingSerializer(many=True))
    def get_findings(self, run: Run) -> list[dict[str, Any]]:
        result = result_of(run)
        return result.findings if result else []

    @extend_schema_field(RegimeSerializer)
    def get_regime(self, run: Run) -> dict[str, Any]:
        told = _evidence_of(run).get("regime", {})
        return {
            "verdict": told.get("verdict"),
            "expected": run.expected_regime,
            "evidence": told.get("evidence", {}),
        }

    @extend_schema_field(BottleneckSerializer)
    def get_bottleneck(self, run: Run) -> dict[str, Any]:
        told = _evidence_of(run).get("bottleneck", {})
        return {
            "verdict": told.get("verdict"),
            "evidence": told.get("evidence", {}),
            "advice": told.get("advice", ""),
        }

    @extend_schema_field({"type": ["string", "null"], "format": "uuid"})
    def get_result(self, run: Run) -> str | None:
        result = result_of(run)
        return str(result.pk) if result else None

    def get_sweep(self, run: Run) -> str | None:
        """Null: sweeps do not exist yet."""
        return None

    def get_reproduces(self, run: Run) -> str | None:
        """Null: reproducing published rows does not exist yet."""
        return None

    @extend_schema_field(FailureSerializer(allow_null=True))
    def get_failure(self, run: Run) -> dict[str, Any] | None:
        """For others than the owner without host and account."""
        if not run.failure_message:
            return None
        if not permissions.is_owner_or_staff(
            self.context["request"].user, run.owner_id
        ):
            conceal = permissions.Concealer(run)
            run.failure_message = conceal(run.failure_message)
            run.failure_detail = conceal(run.failure_detail)
        return FailureSerializer(run).data


def result_of(run: Run) -> Result | None:
    """The result of a succeeded run; joined by ``queries.runs``."""
    return getattr(run, "result", None)


def _evidence_of(run: Run) -> dict[str, Any]:
    last: list[Attempt] = run.last_attempts  # type: ignore[attr-defined]  # of queries.runs
    return last[0].evidence if last else {}


class SampleSerializer(serializers.Serializer[Any]):  # rows of values()
    """One interval; rates per second, latency in ms. Seconds up to 0 are warm-up."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {
            "second": serializers.IntegerField(),
            "threads": serializers.IntegerField(allow_null=True),
            **{name: serializers.FloatField(allow_null=True) for name in RATES},
        }


class EventSerializer(serializers.ModelSerializer[Event]):
    """One thing that happened; others than the owner read no host and no account."""

    message = serializers.SerializerMethodField()
    data = serializers.SerializerMethodField()  # type: ignore[assignment]  # the name of our field

    class Meta:
        model = Event
        fields = ["id", "attempt", "at", "code", "message", "data"]
        read_only_fields = fields

    def get_message(self, event: Event) -> str:
        conceal: permissions.Concealer | None = self.context["conceal"]
        return conceal(event.message) if conceal else event.message

    @extend_schema_field({"type": ["object", "null"]})
    def get_data(self, event: Event) -> dict[str, Any] | None:
        """What programs may read; null for others than the owner."""
        return event.data if self.context["conceal"] is None else None
