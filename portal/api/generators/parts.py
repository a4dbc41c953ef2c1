"""The generators of one run: what each does, what it measured, and each of its seconds."""

from typing import Any

from rest_framework import serializers

from benchruns.evidence.bottleneck import Limit
from benchruns.models import PartSecond, Run, RunPart
from benchruns.runs.parts import moves
from benchruns.vocabulary import PartKind, PartState
from benchruns.workloads import WORKLOADS


class RunGeneratorSerializer(serializers.Serializer[Any]):  # dicts of rows()
    """One of the generators that make a run together; null is not known."""

    number = serializers.IntegerField(help_text="From 1, which leads.")
    name = serializers.CharField(
        allow_null=True, help_text="What it is called; for owner and staff."
    )
    state = serializers.ChoiceField(
        choices=PartState.choices, help_text="What it does, or how it ended."
    )
    threads = serializers.IntegerField(help_text="Its share of the load.")
    region = serializers.CharField(allow_null=True, help_text="Where it stands.")
    zone = serializers.CharField(allow_null=True, help_text="Where it stands.")
    tool_version = serializers.CharField(allow_null=True)
    began_at = serializers.DateTimeField(
        allow_null=True,
        help_text="When its load of this phase began, by the portal's clock.",
    )
    tps = serializers.FloatField(allow_null=True)
    latency_avg_ms = serializers.FloatField(allow_null=True)
    latency_p95_ms = serializers.FloatField(allow_null=True)
    verdict = serializers.ChoiceField(
        choices=[each.value for each in Limit],
        allow_null=True,
        help_text="What limited it.",
    )
    failure_code = serializers.CharField(
        allow_null=True, help_text="Why it failed; null where it did not."
    )


def rows(run: Run, attempt: int, *, sees_all: bool) -> list[dict[str, Any]]:
    """Those of an attempt; none of a run that one generator makes."""
    found = moves.of_attempt(run.pk, attempt)
    return [row(run, part, sees_all=sees_all) for part in found]


def row(run: Run, part: RunPart, *, sees_all: bool) -> dict[str, Any]:
    return {
        "number": part.number,
        "name": (part.worker or None) if sees_all else None,
        "state": part.state,
        "threads": WORKLOADS[run.workload].threads(part.parameters),
        "region": part.client.get("region") or None,
        "zone": part.client.get("zone") or None,
        "tool_version": part.tool_version or None,
        "began_at": part.began_at,
        **_measured(part),
        "verdict": part.evidence.get("verdict"),
        "failure_code": part.failure_code or None,
    }


def _measured(part: RunPart) -> dict[str, float | None]:
    names = ("tps", "latency_avg_ms", "latency_p95_ms")
    return {name: part.figures.get(name) for name in names}


def seconds(
    run: Run, attempt: int, *, number: int, kind: PartKind
) -> Any:  # of values()
    """``{second, values}`` of one generator; its seconds count from its own beginning."""
    found = PartSecond.objects.filter(
        part__run=run, part__attempt=attempt, part__number=number, kind=kind
    )
    return found.values("second", "values")
