"""What a run would create and take before it starts, and presets to start from."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from rest_framework import serializers

from benchruns.catalogue import nearest
from benchruns.models import Endpoint
from benchruns.presets.preset import Basis, Buffer, Preset
from benchruns.runs.plan import Problem, RunPlan
from benchruns.runs.request import (
    Settled,
    loading_saved,
    unlike_row,
    unlike_server,
)
from benchruns.sentences.differences import as_answered
from benchruns.sentences.plans import worded
from benchruns.sentences.reproduction import foretold
from benchruns.workloads import Workload
from portal.api.catalogue.nearest import NearestClassSerializer
from portal.api.serializers.reproduction import DifferenceSerializer

Offered = Sequence[tuple[Workload, Sequence[Preset]]]
SIZES = ("tables", "table_size", "scale", "hot_records")


class PlanProblemSerializer(serializers.Serializer[dict[str, Any]]):  # JSON values
    """``refused`` fails the run before it loads; ``caution`` is doubtful."""

    code = serializers.CharField()
    severity = serializers.ChoiceField(choices=["refused", "caution"])
    message = serializers.CharField()
    remedy = serializers.CharField()


class PlanSerializer(serializers.Serializer[dict[str, Any]]):  # JSON values
    """Estimates; what no check has told of the server is null."""

    endpoint = serializers.UUIDField()
    workload = serializers.CharField()
    parameters = serializers.DictField(help_text="With all defaults filled in.")
    reproduces = serializers.UUIDField(allow_null=True)
    differences = DifferenceSerializer(many=True)
    another_test = serializers.CharField(
        help_text="Why the ratio to the row to be repeated will say nothing of the "
        "server; empty where it will, and where no row is repeated."
    )
    tables = serializers.IntegerField(allow_null=True)
    table_size = serializers.IntegerField(allow_null=True)
    scale = serializers.IntegerField(allow_null=True)
    hot_records = serializers.IntegerField(allow_null=True)
    threads = serializers.IntegerField(help_text="The most of a sweep.")
    ladder = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="The thread counts of a sweep, null where it is none. A published row "
        "whose load is not printed brings its own.",
    )
    rows = serializers.IntegerField()
    row_bytes = serializers.FloatField(help_text="With its share of the indexes.")
    data_bytes = serializers.IntegerField(help_text="What the tables hold, about.")
    reported_bytes = serializers.IntegerField(
        help_text="What the server will report of them, about: InnoDB takes space for each "
        "table by the megabyte."
    )
    buffer_bytes = serializers.IntegerField(allow_null=True)
    data_over_buffer = serializers.FloatField(allow_null=True)
    regime = serializers.CharField(
        allow_null=True, help_text="By data over buffer alone; a run measures it."
    )
    free_disk_bytes = serializers.IntegerField(allow_null=True)
    connections = serializers.IntegerField(help_text="What the run takes.")
    max_connections = serializers.IntegerField(
        allow_null=True, help_text="What the server lets a run have."
    )
    load_seconds = serializers.FloatField()
    rows_loaded_a_second = serializers.IntegerField()
    rate_basis = serializers.ChoiceField(
        choices=["measured", "assumed"],
        help_text="Whether by the last load on this endpoint.",
    )
    warmup_seconds = serializers.IntegerField()
    duration_seconds = serializers.IntegerField()
    runs = serializers.IntegerField()
    settle_seconds = serializers.IntegerField(help_text="0 where it is no sweep.")
    preflight_seconds = serializers.FloatField(
        help_text="Of all runs: looking at the server before each."
    )
    setup_seconds = serializers.FloatField(
        help_text="Of all runs: making and dropping tables, starting and ending the tool."
    )
    overhead_basis = serializers.ChoiceField(
        choices=["measured", "assumed"],
        help_text="Whether the last runs on this endpoint took as long for both.",
    )
    total_seconds = serializers.FloatField(
        help_text="Of all runs, with loading, preflight and setup; not what they wait for."
    )
    uses_kept_data = serializers.BooleanField()
    loading_saved_seconds = serializers.FloatField(
        allow_null=True,
        help_text="What a kept data set saves, or would with keep_data; null where none "
        "fits.",
    )
    checked_at = serializers.DateTimeField(
        allow_null=True, help_text="When the facts of the server were read."
    )
    nearest_classes = NearestClassSerializer(
        many=True,
        help_text="To name on the endpoint, by its vCPUs and memory; empty where it "
        "names its class or states no size.",
    )
    can_run = serializers.BooleanField()
    problems = PlanProblemSerializer(many=True)


def describe(
    settled: Settled, plan: RunPlan, *, checked_at: datetime | None
) -> dict[str, Any]:
    """A plan as ``PlanSerializer`` shows it."""
    request, reproduction = settled.request, settled.reproduction
    told = {
        "endpoint": request.endpoint.pk,
        "workload": settled.workload.name,
        "parameters": dict(settled.parameters),
        "reproduces": reproduction.published.pk if reproduction else None,
        "differences": [as_answered(each) for each in settled.differences],
        "another_test": foretold(unlike_row(settled, plan), unlike_server(settled)),
        **dict.fromkeys(SIZES),
        **{n: v for n, v in plan.size.columns.items() if n in SIZES},
        "threads": plan.climb.most_threads
        or settled.workload.threads(settled.parameters),
        "ladder": list(settled.ladder.threads) if settled.ladder else None,
        "rows": plan.rows,
        "row_bytes": plan.row_bytes,
        "data_bytes": plan.data_bytes,
        "reported_bytes": plan.reported_bytes,
        "buffer_bytes": plan.buffer_bytes,
        "data_over_buffer": plan.data_over_buffer,
        "regime": plan.expected_regime,
        "free_disk_bytes": plan.free_disk_bytes,
        "connections": plan.connections,
        "max_connections": plan.max_connections,
        "load_seconds": plan.load_seconds,
        "rows_loaded_a_second": plan.rows_loaded_a_second,
        "rate_basis": "measured" if plan.is_rate_measured else "assumed",
        "warmup_seconds": plan.warmup_seconds,
        "duration_seconds": plan.duration_seconds,
        "runs": plan.climb.runs,
        "settle_seconds": plan.climb.settle_seconds,
        "preflight_seconds": plan.preflight_seconds,
        "setup_seconds": plan.setup_seconds,
        "overhead_basis": "measured" if plan.is_overhead_measured else "assumed",
        "total_seconds": plan.total_seconds,
        "uses_kept_data": plan.is_loaded,
        "loading_saved_seconds": loading_saved(settled, plan),
        "checked_at": checked_at,
        "nearest_classes": nearest.of_endpoint(request.endpoint),
        "can_run": not plan.refusals,
        "problems": [_problem(each) for each in plan.problems],
    }
    return dict(PlanSerializer(told).data)


def _problem(problem: Problem) -> dict[str, str]:
    said = worded(problem)
    return {
        "code": said.code,
        "severity": said.severity,
        "message": said.message,
        "remedy": said.remedy,
    }


class PresetSerializer(serializers.Serializer[dict[str, Any]]):  # JSON values
    """``parameters`` are those of a run's body; the rest is what its plan says."""

    workload = serializers.CharField()
    name = serializers.CharField(help_text="quick, cached, disk_io or paper.")
    parameters = serializers.DictField(help_text="With all defaults filled in.")
    data_bytes = serializers.IntegerField()
    data_over_buffer = serializers.FloatField()
    regime = serializers.CharField(
        allow_null=True,
        help_text="By the size alone; null where no check has told the buffer.",
    )
    load_seconds = serializers.FloatField()
    total_seconds = serializers.FloatField()
    can_run = serializers.BooleanField()


class EndpointPresetsSerializer(serializers.Serializer[dict[str, Any]]):  # JSON values
    """``buffer_bytes`` is what cached and disk_io are sized for."""

    endpoint = serializers.UUIDField()
    buffer_bytes = serializers.IntegerField()
    buffer_basis = serializers.ChoiceField(
        choices=[each.value for each in Basis],
        help_text="checked: as the last check found it; memory: its usual share of the "
        "registered memory; assumed: nothing is known, so 1 GB.",
    )
    presets = PresetSerializer(many=True)


def describe_presets(
    endpoint: Endpoint, buffer: Buffer, offered: Offered
) -> dict[str, Any]:
    """As ``EndpointPresetsSerializer`` shows them."""
    told = {
        "endpoint": endpoint.pk,
        "buffer_bytes": buffer.size_bytes,
        "buffer_basis": buffer.basis.value,
        "presets": [
            _preset(workload, each) for workload, presets in offered for each in presets
        ],
    }
    return dict(EndpointPresetsSerializer(told).data)


def _preset(workload: Workload, preset: Preset) -> dict[str, Any]:
    plan = preset.plan
    return {
        "workload": workload.name,
        "name": preset.name,
        "parameters": dict(preset.parameters),
        "data_bytes": plan.data_bytes,
        "data_over_buffer": preset.data_over_buffer,
        "regime": plan.expected_regime,
        "load_seconds": plan.load_seconds,
        "total_seconds": plan.total_seconds,
        "can_run": not plan.refusals,
    }
