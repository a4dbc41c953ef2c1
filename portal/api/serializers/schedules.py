"""A schedule as it is asked for and as it is told, and what came of its times."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from benchruns.models import Occurrence, Run, Schedule
from benchruns.names import labels
from benchruns.schedules import changes
from benchruns.schedules.times import LONGEST_SECONDS, SHORTEST_SECONDS
from benchruns.sentences import schedules as sentences
from benchruns.vocabulary import OccurrenceState, PauseReason, RunState, WhenBusy
from portal.api.fields import Choice, CleanText, Flag, Integer, KnownText, Line, Moment
from portal.api.serializers.run_request import PlanRequestSerializer

# Of what is asked for each time, with the value of one that was left out.
OF_THE_RUN: dict[str, Any] = {
    "workload": None,
    "parameters": {},
    "reproduce": None,
    "scale_down": None,
    "match_ratio": False,
    "threads": None,
    "repetitions": 1,
    "settle_seconds": None,
    "keep_data": None,
    "generator_labels": {},
    "generators": 1,
    "go_on_without_lost": False,
    "expected_regime": None,
    "note": None,
    "tags": [],
}


class ScheduleRequestSerializer(PlanRequestSerializer):
    """A schedule as it is asked for: the body of a run or a sweep, and when.

    Give `crontab` or `every_seconds`.
    """

    not_before = None  # type: ignore[assignment]  # the times are the schedule's
    name = CleanText(
        labels.run_name,
        help_text=f"{labels.LONGEST_NAME} characters at most; its runs bear it, too.",
    )
    crontab = Line(
        default=None,
        allow_null=True,
        max_length=200,
        help_text="Five fields, as `0 3 * * *`: each day at 03:00.",
    )
    time_zone = Line(
        default="UTC", max_length=64, help_text="Of the crontab, as `Europe/Berlin`."
    )
    every_seconds = Integer(
        default=None,
        allow_null=True,
        min_value=SHORTEST_SECONDS,
        max_value=LONGEST_SECONDS,
        help_text="Counted from `starts_at` on.",
    )
    starts_at = Moment(
        default=None, allow_null=True, help_text="Nothing before it; left out: now."
    )
    ends_at = Moment(default=None, allow_null=True, help_text="Nothing after it.")
    when_busy = Choice(
        default=WhenBusy.SKIP,
        choices=WhenBusy.choices,
        help_text="What to do at a time when the server has other runs: leave it out, or "
        "queue one run behind them.",
    )
    is_paused = Flag(
        default=False, help_text="true pauses it, false lets it go on again."
    )


class PauseSerializer(serializers.Serializer[Any]):
    """All that staff say of another's schedule."""

    is_paused = Flag()


class LastRunSerializer(serializers.Serializer[Run]):
    """One run that the schedule started."""

    id = serializers.UUIDField()
    sweep = serializers.UUIDField(source="sweep_id", allow_null=True)
    state = serializers.ChoiceField(choices=RunState.choices)
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    tps = serializers.SerializerMethodField()
    latency_p95_ms = serializers.SerializerMethodField()
    doubt = serializers.SerializerMethodField()

    @extend_schema_field(serializers.FloatField(allow_null=True))
    def get_tps(self, run: Run) -> float | None:
        tps: float | None = _figure(run, "tps")
        return tps

    @extend_schema_field(serializers.FloatField(allow_null=True))
    def get_latency_p95_ms(self, run: Run) -> float | None:
        latency: float | None = _figure(run, "latency_p95_ms")
        return latency

    @extend_schema_field({"type": ["string", "null"]})
    def get_doubt(self, run: Run) -> str | None:
        """As of a result."""
        return _figure(run, "doubt") or None


def _figure(run: Run, name: str) -> Any:
    return getattr(getattr(run, "result", None), name, None)


class OccurrenceSerializer(serializers.ModelSerializer[Occurrence]):
    """One time of a schedule; of times that were missed in a row `count` is above 1."""

    state = serializers.ChoiceField(choices=OccurrenceState.choices)
    text = serializers.SerializerMethodField()
    runs = LastRunSerializer(many=True)

    class Meta:
        model = Occurrence
        fields = [
            "due_at",
            "at",
            "state",
            "is_by_hand",
            "count",
            "until",
            "text",
            "runs",
        ]
        read_only_fields = fields

    @extend_schema_field({"type": ["string", "null"]})
    def get_text(self, occurrence: Occurrence) -> str | None:
        """Why nothing was started; null where something was."""
        return sentences.came_of(occurrence) or None


class ScheduleSerializer(serializers.ModelSerializer[Schedule]):
    workload = serializers.SerializerMethodField()
    parameters = serializers.SerializerMethodField()
    reproduce = serializers.SerializerMethodField()
    threads = serializers.SerializerMethodField()
    repetitions = serializers.SerializerMethodField()
    request = serializers.DictField(
        help_text="All that is asked for each time, with the keys of a run or a sweep."
    )
    crontab = KnownText()
    is_paused = serializers.SerializerMethodField()
    paused_for = serializers.SerializerMethodField()
    pause_reason = serializers.SerializerMethodField()
    next_times = serializers.SerializerMethodField()
    missed = serializers.IntegerField(
        help_text="Times that passed while nobody looked."
    )
    last_runs = serializers.SerializerMethodField()

    class Meta:
        model = Schedule
        fields = [
            "id",
            "name",
            "endpoint",
            "workload",
            "parameters",
            "reproduce",
            "threads",
            "repetitions",
            "request",
            "crontab",
            "time_zone",
            "every_seconds",
            "starts_at",
            "ends_at",
            "when_busy",
            "is_paused",
            "paused_at",
            "paused_for",
            "pause_reason",
            "next_times",
            "missed",
            "failed_in_row",
            "last_runs",
            "created_at",
        ]
        read_only_fields = fields

    @extend_schema_field({"type": ["string", "null"]})
    def get_workload(self, schedule: Schedule) -> str | None:
        """Null where a published row is repeated: it has its own."""
        name: str | None = _asked(schedule, "workload")
        return name

    @extend_schema_field({"type": "object", "additionalProperties": {}})
    def get_parameters(self, schedule: Schedule) -> dict[str, Any]:
        found: dict[str, Any] = _asked(schedule, "parameters")
        return found

    @extend_schema_field({"type": ["string", "null"], "format": "uuid"})
    def get_reproduce(self, schedule: Schedule) -> str | None:
        row: str | None = _asked(schedule, "reproduce")
        return row

    @extend_schema_field(
        {"type": ["array", "null"], "items": {"type": "integer"}, "example": [1, 8]}
    )
    def get_threads(self, schedule: Schedule) -> list[int] | None:
        """Of a sweep; null for single runs."""
        counts: list[int] | None = _asked(schedule, "threads")
        return counts

    @extend_schema_field({"type": "integer"})
    def get_repetitions(self, schedule: Schedule) -> int:
        found: int = _asked(schedule, "repetitions")
        return found

    @extend_schema_field({"type": "boolean"})
    def get_is_paused(self, schedule: Schedule) -> bool:
        return schedule.paused_at is not None

    @extend_schema_field(
        {"type": ["string", "null"], "enum": [*PauseReason.values, None]}
    )
    def get_paused_for(self, schedule: Schedule) -> str | None:
        return schedule.paused_for or None

    @extend_schema_field({"type": ["string", "null"]})
    def get_pause_reason(self, schedule: Schedule) -> str | None:
        """In words; null while it goes on."""
        return sentences.why_paused(schedule) or None

    @extend_schema_field(
        {"type": "array", "items": {"type": "string", "format": "date-time"}}
    )
    def get_next_times(self, schedule: Schedule) -> list[str]:
        """The next five at most; none while it is paused."""
        return [f"{time:%Y-%m-%dT%H:%M:%SZ}" for time in changes.next_times(schedule)]

    @extend_schema_field(LastRunSerializer(many=True))
    def get_last_runs(self, schedule: Schedule) -> Any:
        """The runs of its last five times, newest first."""
        times: list[Occurrence] = schedule.last_times  # type: ignore[attr-defined]  # queries
        runs: Any = [run for time in times for run in time.runs.all()]
        return LastRunSerializer(runs, many=True).data


def _asked(schedule: Schedule, key: str) -> Any:
    return schedule.request.get(key, OF_THE_RUN[key])


def body_of(schedule: Schedule) -> dict[str, Any]:
    """The body that would make this schedule, for a change of some of its keys."""
    return {
        **schedule.request,
        "name": schedule.name,
        "endpoint": str(schedule.endpoint_id),
        "crontab": schedule.crontab or None,
        "time_zone": schedule.time_zone,
        "every_seconds": schedule.every_seconds,
        "starts_at": schedule.starts_at.isoformat(),
        "ends_at": schedule.ends_at.isoformat() if schedule.ends_at else None,
        "when_busy": schedule.when_busy,
        "is_paused": schedule.paused_at is not None,
    }
