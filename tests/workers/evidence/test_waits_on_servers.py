"""What the sessions of a run waited for, on real servers that make them wait."""

import pytest

from benchruns.sentences import waits
from tests.targets import FULL, endpoint_of, queue
from workers.runs import executor

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]


@pytest.fixture(params=["mariadb", "postgres"])
def target(request):
    return request.getfixturevalue(f"{request.param}_target")


def bottleneck_of(target, workload, **parameters):
    run = queue(endpoint_of(target), workload, **parameters)
    executor.execute(run.id)
    run.refresh_from_db()
    assert run.state == "succeeded", run.failure_detail
    return run.attempts.get().evidence["bottleneck"]


@pytest.mark.cases_in_turn
def test_updates_of_one_row_wait_for_that_row(target):
    found = bottleneck_of(target, "hot_row_update", threads=16, duration_seconds=4)

    # What limits it is not asked: on a busy machine that is the load generator.
    watched = found["evidence"]
    assert watched["longest_wait"] == "row_lock"
    assert watched["hot_row"] == {"table": "sbtest1", "key": "100"}
    assert waits.longest(watched).endswith(" % row locks")
    assert sum(watched["waits"].values()) == pytest.approx(1, abs=0.01)


@pytest.mark.long
@pytest.mark.cases_in_turn
def test_reads_of_what_is_in_memory_wait_for_nothing(target):
    found = bottleneck_of(
        target, "oltp_read_only", threads=8, duration_seconds=3, **FULL
    )

    assert found["evidence"]["longest_wait"] == ""
    assert "row_lock" not in found["evidence"]["waits"]
    assert found["evidence"]["hot_row"] is None
