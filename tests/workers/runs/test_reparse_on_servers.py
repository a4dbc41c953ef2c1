"""What a worker made of a run's output, and what is made of the kept output, is one."""

import pytest

from benchruns.models import Attempt, Result, Sample
from benchruns.runs import schedule
from benchruns.runs.outputs.reparse import reparse
from benchruns.vocabulary import RunState
from tests.targets import GENTLE, endpoint_of, queue
from tests.workers.runs.whole_runs import carry_out

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]


def stored(model):
    rows = [
        {k: v for k, v in row.items() if k not in ("id", "parser_version")}
        for row in model.objects.order_by("pk").values()
    ]
    return sorted(rows, key=lambda row: row.get("second", 0))


def check_derived_again(run):
    """First nothing changes; then what was spoilt is as the worker had left it."""
    assert run.state == RunState.SUCCEEDED, run.failure_detail
    (same,) = reparse(every=True)
    assert (same.changed, same.refused) == ({}, None)
    before = {model: stored(model) for model in (Result, Attempt, Sample)}

    Result.objects.update(tps=1.0, latency_avg_ms=None, derived={}, findings=[])
    Attempt.objects.update(parser_version="0")
    Sample.objects.filter(second=1).update(tps=1.0)
    (done,) = reparse()

    assert {"tps", "latency_avg_ms", "derived", "samples"} <= done.changed.keys()
    assert {model: stored(model) for model in before} == before


@pytest.mark.cases_in_turn
@pytest.mark.engines_in_turn
@pytest.mark.parametrize("engine", ["mariadb", "postgres"])
def test_a_run_of_sysbench(request, engine):
    target = request.getfixturevalue(f"{engine}_target")

    run = carry_out(
        queue(
            endpoint_of(target),
            "oltp_read_only",
            warmup_seconds=1,
            duration_seconds=3,
            rate=40,
        )
    )

    assert "offered_tps" in run.result.tool_facts
    check_derived_again(run)


def test_a_run_of_pgbench(postgres_target):
    endpoint = endpoint_of(postgres_target)

    run = carry_out(
        schedule.schedule(
            owner=endpoint.owner,
            endpoint=endpoint,
            workload="pgbench_read_write",
            parameters={"scale": 1, "clients": 2, "duration_seconds": 2, **GENTLE},
        )
    )

    assert run.result.latency_p95_ms is not None
    check_derived_again(run)
