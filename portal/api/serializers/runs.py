"""Runs as they are shown, and what they leave behind."""

from dataclasses import asdict
from typing import Any, cast

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from benchruns.emergency import stop
from benchruns.engines import ENGINES
from benchruns.generators import routes
from benchruns.generators.routes import Wanted
from benchruns.models import Attempt, EmergencyStop, Event, Result, Run
from benchruns.runs.samples import RATES
from benchruns.sentences import verdicts, waits
from benchruns.sentences.catalogue import worded_rows
from benchruns.sentences.doubts import doubts_of
from benchruns.sentences.events import event_message, facts
from benchruns.sentences.failures.table import why_failed
from benchruns.sentences.generators.labels import nobody_has
from benchruns.vocabulary import RunState
from portal.api.fields import KnownText
from portal.api.generators.labels import LABELS
from portal.api.serializers import reproduction
from portal.api.serializers.figures import UNKNOWN, FiguresSerializer
from portal.api.serializers.reproduction import ReproductionSerializer
from portal.api.serializers.results import FindingSerializer
from portal.queries.variables import Variables
from portal.web import permissions


class RegimeSerializer(serializers.Serializer[dict[str, Any]]):  # JSON values
    verdict = serializers.CharField(
        allow_null=True,
        help_text="cached, disk_io, mixed, os_cache, or unknown where no counter can "
        "tell; null until it was measured.",
    )
    expected = serializers.CharField(
        allow_null=True,
        help_text="As the vendor published it where a row is reproduced, unless another "
        "one was given; null: nothing is expected.",
    )
    evidence = serializers.DictField()


class BottleneckSerializer(serializers.Serializer[dict[str, Any]]):  # JSON values
    verdict = serializers.CharField(
        allow_null=True,
        help_text="client, server, latency or unclear; null until it was measured.",
    )
    evidence = serializers.DictField()
    doubts = serializers.ListField(
        child=serializers.CharField(),
        help_text="What the verdict is said with: a shared machine, a short time, "
        "throughput that varied or never settled.",
    )
    advice = serializers.CharField(allow_blank=True)


class FailureSerializer(serializers.Serializer[dict[str, str]]):
    code = serializers.CharField()
    message = serializers.CharField()
    detail = KnownText()


class RunSerializer(serializers.ModelSerializer[Run]):
    name = serializers.SerializerMethodField()
    note = serializers.SerializerMethodField()
    tags = serializers.SerializerMethodField()
    phase = KnownText()
    endpoint = serializers.SerializerMethodField()
    engine = serializers.SerializerMethodField()
    engine_version = serializers.SerializerMethodField()
    parameters = serializers.DictField()
    figures = serializers.SerializerMethodField()
    doubt = serializers.SerializerMethodField()
    findings = serializers.SerializerMethodField()
    regime = serializers.SerializerMethodField()
    bottleneck = serializers.SerializerMethodField()
    result = serializers.SerializerMethodField()
    sweep = serializers.UUIDField(source="sweep_id", allow_null=True)
    schedule = serializers.SerializerMethodField()
    reproduces = serializers.UUIDField(source="reproduces_id", allow_null=True)
    reproduction = serializers.SerializerMethodField()
    data_set = serializers.SerializerMethodField()
    keep_data = serializers.BooleanField(source="keeps_data_set")
    generator_labels = serializers.SerializerMethodField()
    no_generator = serializers.SerializerMethodField()
    generators = serializers.IntegerField()
    go_on_without_lost = serializers.BooleanField(source="goes_on_without_lost")
    failure = serializers.SerializerMethodField()
    publishing_restricted = serializers.SerializerMethodField()
    stop_reason = serializers.SerializerMethodField()

    class Meta:
        model = Run
        fields = [
            "id",
            "name",
            "note",
            "tags",
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
            "doubt",
            "findings",
            "regime",
            "bottleneck",
            "result",
            "sweep",
            "sweep_position",
            "repetition",
            "schedule",
            "reproduces",
            "reproduction",
            "data_set",
            "keep_data",
            "generator_labels",
            "no_generator",
            "generators",
            "go_on_without_lost",
            "visibility",
            "publishing_restricted",
            "not_before",
            "created_at",
            "queued_at",
            "started_at",
            "finished_at",
            "cancel_requested_at",
            "stop_reason",
            "failure",
        ]
        read_only_fields = fields

    @extend_schema_field({"type": ["string", "null"]})
    def get_name(self, run: Run) -> str | None:
        """What its owner calls it: for owner and staff; null too where it has none."""
        return (run.name or None) if self._is_own(run) else None

    @extend_schema_field({"type": ["string", "null"], "format": "uuid"})
    def get_schedule(self, run: Run) -> str | None:
        """The schedule that started it: for owner and staff; null too where none did."""
        if run.occurrence is None or not self._is_own(run):
            return None
        return str(run.occurrence.schedule_id)

    @extend_schema_field({"type": ["string", "null"]})
    def get_note(self, run: Run) -> str | None:
        """As `name`."""
        return (run.note or None) if self._is_own(run) else None

    @extend_schema_field(
        {"type": ["array", "null"], "items": {"type": "string"}, "example": ["nightly"]}
    )
    def get_tags(self, run: Run) -> list[str] | None:
        """For owner and staff, else null."""
        return run.tag_list if self._is_own(run) else None

    @extend_schema_field({"type": ["string", "null"], "format": "uuid"})
    def get_endpoint(self, run: Run) -> str | None:
        """For its owner and staff, else null."""
        return str(run.endpoint_id) if self._is_own(run) else None

    @extend_schema_field({"type": ["string", "null"], "format": "uuid"})
    def get_data_set(self, run: Run) -> str | None:
        """The prepared data that it uses; for its owner and staff, else null."""
        return str(run.data_set_id) if run.data_set_id and self._is_own(run) else None

    @extend_schema_field(LABELS)
    def get_generator_labels(self, run: Run) -> dict[str, str] | None:
        """That its load generator has to have; for owner and staff, else null."""
        return run.generator_labels if self._is_own(run) else None

    @extend_schema_field({"type": ["string", "null"]})
    def get_no_generator(self, run: Run) -> str | None:
        """Why nobody can serve it, while it is queued; for owner and staff, else null."""
        if run.state != RunState.QUEUED or not self._is_own(run):
            return None
        answer = cast("dict[str, Any]", self.context)
        if "fleet" not in answer:  # asked once for all runs of an answer
            answer["fleet"] = routes.fleet()
        lacking = routes.lacking(answer["fleet"], Wanted.of(run))
        return None if lacking is None else nobody_has(**asdict(lacking))

    def _is_own(self, run: Run) -> bool:
        user = self.context["request"].user
        return permissions.is_owner_or_staff(user, run.owner_id)

    def get_engine(self, run: Run) -> str:
        """As measured, or as the endpoint was registered before that."""
        result = result_of(run)
        return result.engine if result else run.endpoint.engine

    @extend_schema_field({"type": ["string", "null"]})
    def get_publishing_restricted(self, run: Run) -> str | None:
        """Why it stays private without its vendor's consent; null where it need not."""
        why = ENGINES[self.get_engine(run)].publishing_restricted
        return None if why is None else str(why)

    def get_engine_version(self, run: Run) -> str | None:
        result = result_of(run)
        return (result.engine_version or None) if result else None

    @extend_schema_field(FiguresSerializer)
    def get_figures(self, run: Run) -> dict[str, Any]:
        """Those of its result; all null before."""
        result = result_of(run)
        return FiguresSerializer(result).data if result else UNKNOWN

    @extend_schema_field({"type": ["string", "null"]})
    def get_doubt(self, run: Run) -> str | None:
        """Of its figures, as of a result: regime, figure, or null."""
        result = result_of(run)
        return (result.doubt or None) if result else None

    @extend_schema_field(FindingSerializer(many=True))
    def get_findings(self, run: Run) -> list[dict[str, Any]]:
        result = result_of(run)
        return worded_rows(result.findings) if result else []

    @extend_schema_field(RegimeSerializer)
    def get_regime(self, run: Run) -> dict[str, Any]:
        told = _evidence_of(run).get("regime", {})
        return {
            "verdict": told.get("verdict"),
            "expected": run.expected_regime,
            "evidence": _with_note(told.get("evidence", {})),
        }

    @extend_schema_field(BottleneckSerializer)
    def get_bottleneck(self, run: Run) -> dict[str, Any]:
        told = _evidence_of(run).get("bottleneck", {})
        found = told.get("evidence", {})
        result = result_of(run)
        return {
            "verdict": told.get("verdict"),
            "evidence": found,
            "doubts": doubts_of(result.findings) if result else [],
            "advice": " ".join(
                filter(None, (verdicts.advice(told), waits.advice(found)))
            ),
        }

    @extend_schema_field({"type": ["string", "null"], "format": "uuid"})
    def get_result(self, run: Run) -> str | None:
        result = result_of(run)
        return str(result.pk) if result else None

    @extend_schema_field(ReproductionSerializer(allow_null=True))
    def get_reproduction(self, run: Run) -> dict[str, Any] | None:
        """The published row beside this run; null where it repeats none."""
        return reproduction.describe(run, result_of(run))

    @extend_schema_field({"type": ["string", "null"]})
    def get_stop_reason(self, run: Run) -> str | None:
        """Why staff have stopped all load, while the run waits for the end of that."""
        if run.state not in (RunState.SCHEDULED, RunState.QUEUED):
            return None
        # asked once for all runs of an answer
        answer = cast("dict[str, Any]", self.context)
        if "stop" not in answer:
            answer["stop"] = stop.standing()
        standing: EmergencyStop | None = answer["stop"]
        return standing.reason if standing else None

    @extend_schema_field(FailureSerializer(allow_null=True))
    def get_failure(self, run: Run) -> dict[str, Any] | None:
        """For others than the owner without host and account."""
        if not run.failure_code:
            return None
        message, detail = why_failed(run), run.failure_detail
        if not self._is_own(run):
            conceal = permissions.Concealer(run)
            message, detail = conceal(message), conceal(detail)
        failure = {"code": run.failure_code, "message": message, "detail": detail}
        return FailureSerializer(failure).data


def result_of(run: Run) -> Result | None:
    """The result of a succeeded run; joined by ``queries.runs``."""
    return getattr(run, "result", None)


def _with_note(evidence: dict[str, Any]) -> dict[str, Any]:
    """Numbers that judged a regime, and in words what they say; empty without any."""
    if not evidence:
        return {}
    note = verdicts.regime_note(evidence)
    return {**evidence, "note": note} if note else evidence


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


class CounterSerializer(serializers.Serializer[Any]):  # rows of values()
    """What was counted in one second; seconds up to 0 are warm-up."""

    second = serializers.IntegerField()
    values = serializers.DictField(
        child=serializers.JSONField(),
        help_text="Rates, levels and shares by their names, as far as known.",
    )


class VariablesSerializer(serializers.Serializer[Variables]):
    """Names and values in the server's own words; ``changed`` is null where it tells none."""

    values = serializers.DictField(child=serializers.CharField())
    changed = serializers.DictField(child=serializers.CharField(), allow_null=True)


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
        message = event_message(event.code, event.data)
        return conceal(message) if conceal else message

    @extend_schema_field({"type": ["object", "null"]})
    def get_data(self, event: Event) -> dict[str, Any] | None:
        """What programs may read; null for others than the owner."""
        return facts(event.data) if self.context["conceal"] is None else None
