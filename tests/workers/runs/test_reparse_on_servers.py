"""What a worker made of a run's output, and what is made of the kept output, is one."""

import pytest

from benchruns.runs import schedule
from tests.targets import GENTLE, endpoint_of, queue
from tests.workers.runs.derived_again import check_derived_again
from tests.workers.runs.whole_runs import carry_out

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]


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
