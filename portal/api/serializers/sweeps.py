"""Sweeps: each thread count with its repeats, their median and their spread."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from benchruns.models import Run, Sweep
from benchruns.runs.sweep_report import Rung, Spread, SweepReport, report_of
from benchruns.runs.sweep_reproduction import peak_beside
from benchruns.sentences.doubts import doubts_of
from benchruns.vocabulary import RunState
from portal.api.fields import KnownText
from portal.api.serializers.reproduction import (
    PeakReproductionSerializer,
    describe_peak,
)
from portal.web import permissions


class SpreadSerializer(serializers.Serializer[Any]):  # sweep_report.Spread
    median = serializers.FloatField()
    lowest = serializers.FloatField()
    highest = serializers.FloatField()
    spread = serializers.FloatField(
        allow_null=True, help_text="Highest less lowest, over the median."
    )
    values = serializers.ListField(child=serializers.FloatField())


class RepeatSerializer(serializers.Serializer[Any]):  # sweep_report.Repeat
    run = serializers.UUIDField()
    result = serializers.UUIDField(allow_null=True)
    position = serializers.IntegerField()
    repetition = serializers.IntegerField()
    state = serializers.ChoiceField(choices=RunState.choices)
    tps = serializers.FloatField(allow_null=True)
    qps = serializers.FloatField(allow_null=True)
    tpm = serializers.FloatField(allow_null=True)
    nopm = serializers.FloatField(allow_null=True)
    latency_p95_ms = serializers.FloatField(allow_null=True)
    regime = serializers.CharField(allow_null=True)
    bottleneck = serializers.CharField(allow_null=True)
    doubts = serializers.ListField(
        child=serializers.CharField(),
        help_text="What the verdict is said with, as of a run.",
    )
    is_excluded = serializers.BooleanField(
        help_text="Left out of the median and of the peak."
    )


DRAWN = ("tps", "qps", "tpm", "nopm", "latency_p95_ms")
DOUBTS = "doubts"
REPEAT_NAMES = tuple(
    name for name in map(str, RepeatSerializer().fields) if name != DOUBTS
)


class PointSerializer(serializers.Serializer[Any]):  # sweep_report.Rung
    """A thread count; a figure is null while no repeat has it."""

    threads = serializers.IntegerField()
    tps = SpreadSerializer(allow_null=True)
    qps = SpreadSerializer(allow_null=True)
    tpm = SpreadSerializer(allow_null=True)
    nopm = SpreadSerializer(allow_null=True)
    latency_p95_ms = SpreadSerializer(allow_null=True)
    doubt = serializers.CharField(
        allow_null=True,
        help_text="The gravest of its repeats: regime, or figure for the figure itself; "
        "null where nothing is in doubt.",
    )
    repeats = RepeatSerializer(many=True)


class PeakSerializer(serializers.Serializer[dict[str, Any]]):  # JSON values
    """The thread count of the highest median of the workload's main figure."""

    threads = serializers.IntegerField()
    figure = serializers.CharField(
        help_text="tps; for tpcc nopm, on SQL Server tpm; another one where no run "
        "has it."
    )
    median = serializers.FloatField(help_text="Of this figure.")
    tps = serializers.FloatField(
        allow_null=True, help_text="The median TPS of the same thread count."
    )
    rivals = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Thread counts whose repeats reach into those of the peak.",
    )
    is_last = serializers.BooleanField(
        help_text="It is the largest one: there may be more to find above it."
    )
    doubt = KnownText(
        help_text="The gravest of its repeats', as of a result; null where none is."
    )


class SweepSerializer(serializers.ModelSerializer[Sweep]):
    """Others than its owner and staff see the public ones of its runs alone."""

    state = serializers.SerializerMethodField()
    endpoint = serializers.SerializerMethodField()
    engine = serializers.SerializerMethodField()
    parameters = serializers.DictField(help_text="What all runs have in common.")
    threads = serializers.ListField(child=serializers.IntegerField())
    ended = serializers.SerializerMethodField()
    runs = serializers.SerializerMethodField()
    points = serializers.SerializerMethodField()
    peak = serializers.SerializerMethodField()
    reproduction = serializers.SerializerMethodField()

    class Meta:
        model = Sweep
        fields = [
            "id",
            "state",
            "endpoint",
            "engine",
            "workload",
            "parameters",
            "threads",
            "repetitions",
            "settle_seconds",
            "created_at",
            "ended",
            "runs",
            "points",
            "peak",
            "reproduction",
        ]
        read_only_fields = fields

    def to_representation(self, instance: Sweep) -> dict[str, Any]:
        self._report = report_of(instance, _runs_of(instance))
        return super().to_representation(instance)

    @extend_schema_field(serializers.ChoiceField(choices=RunState.choices))
    def get_state(self, sweep: Sweep) -> str:
        """Of the runs: that of the one under way, or how the sweep ended."""
        return self._report.state

    @extend_schema_field({"type": ["string", "null"], "format": "uuid"})
    def get_endpoint(self, sweep: Sweep) -> str | None:
        """For its owner and staff, else null."""
        user = self.context["request"].user
        is_own = permissions.is_owner_or_staff(user, sweep.owner_id)
        return str(sweep.endpoint_id) if is_own else None

    def get_engine(self, sweep: Sweep) -> str:
        """As measured, or as the endpoint was registered before that."""
        for run in _runs_of(sweep):
            if (result := getattr(run, "result", None)) is not None:
                return str(result.engine)
        return sweep.endpoint.engine

    def get_ended(self, sweep: Sweep) -> int:
        """How many of the runs have ended."""
        return self._report.ended

    @extend_schema_field(serializers.ListField(child=serializers.UUIDField()))
    def get_runs(self, sweep: Sweep) -> list[str]:
        """Their ids, in the order in which they run."""
        return [str(run.pk) for run in _runs_of(sweep)]

    @extend_schema_field(PointSerializer(many=True))
    def get_points(self, sweep: Sweep) -> list[dict[str, Any]]:
        return [_point(rung) for rung in self._report.rungs]

    @extend_schema_field(PeakSerializer(allow_null=True))
    def get_peak(self, sweep: Sweep) -> dict[str, Any] | None:
        """Null while no run has succeeded."""
        return _peak(self._report)

    @extend_schema_field(PeakReproductionSerializer(allow_null=True))
    def get_reproduction(self, sweep: Sweep) -> dict[str, Any] | None:
        """Null where it repeats no published row, and while no run has succeeded."""
        return describe_peak(peak_beside(self._report, _runs_of(sweep)))


def _runs_of(sweep: Sweep) -> list[Run]:
    found: list[Run] = sweep.seen_runs  # type: ignore[attr-defined]  # of queries.sweeps
    return found


def _point(rung: Rung) -> dict[str, Any]:
    """As ``PointSerializer`` has it; by hand, since there may be thousands."""
    return {
        "threads": rung.threads,
        **{name: _spread(rung.spread(name)) for name in DRAWN},
        "doubt": rung.doubt or None,
        "repeats": [
            {
                **{name: getattr(repeat, name) for name in REPEAT_NAMES},
                DOUBTS: doubts_of(repeat.findings),
            }
            for repeat in rung.repeats
        ],
    }


def _spread(spread: Spread | None) -> dict[str, Any] | None:
    if spread is None:
        return None
    return {
        "median": spread.median,
        "lowest": spread.lowest,
        "highest": spread.highest,
        "spread": spread.share,
        "values": spread.values,
    }


def _peak(report: SweepReport) -> dict[str, Any] | None:
    peak = report.peak
    if peak is None or peak.main is None:
        return None
    tps = peak.spread("tps")
    return {
        "threads": peak.threads,
        "figure": report.figure,
        "median": peak.main.median,
        "tps": tps.median if tps else None,
        "rivals": [rung.threads for rung in report.rivals],
        "is_last": report.is_peak_last,
        "doubt": peak.doubt or None,
    }
