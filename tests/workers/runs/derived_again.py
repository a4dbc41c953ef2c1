"""A run's figures are spoilt, and derived again from its kept outputs."""

from benchruns.models import Attempt, PartSecond, Result, Run, RunPart, Sample
from benchruns.runs.outputs.reparse import reparse
from benchruns.vocabulary import RunState

NAMES = ("part_id", "kind", "second")  # of a row of its run
MODELS = (Result, Attempt, Sample, RunPart, PartSecond)


def stored(model):
    rows = [
        {k: v for k, v in row.items() if k not in ("id", "parser_version")}
        for row in model.objects.order_by("pk").values()
    ]
    return sorted(rows, key=lambda row: [row[n] for n in NAMES if n in row])


def check_derived_again(run: Run) -> None:
    """First nothing changes; then what was spoilt is as the worker had left it."""
    assert run.state == RunState.SUCCEEDED, run.failure_detail
    (same,) = reparse(every=True)
    assert (same.changed, same.refused) == ({}, None)
    before = {model: stored(model) for model in MODELS}

    Result.objects.update(tps=1.0, latency_avg_ms=None, derived={}, findings=[])
    Attempt.objects.update(parser_version="0")
    Sample.objects.filter(second__gt=0).update(tps=1.0)
    _spoil_parts()
    (done,) = reparse()

    assert {"tps", "latency_avg_ms", "derived", "samples"} <= done.changed.keys()
    assert {model: stored(model) for model in before} == before


def _spoil_parts() -> None:
    for part in RunPart.objects.all():
        part.figures |= {"tps": 1.0, "latency_avg_ms": None}
        part.save()
    for second in PartSecond.objects.filter(kind="sample", second__gt=0):
        second.values |= {"tps": 1.0}
        second.save()
