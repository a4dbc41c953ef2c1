"""What a plan foretells, beside what real servers then say; and what it refuses."""

import pytest

from benchruns.runs import plan as run_plan
from benchruns.runs import request as run_request
from benchruns.runs.request import RunRequest
from benchruns.sentences.failures.table import why_failed
from benchruns.vocabulary import RunState
from tests.examples import few_or
from tests.sentences import of_event
from tests.targets import endpoint_of, queue
from tests.workers.runs.whole_runs import carry_out
from workers import checker
from workers.connecting.target import Target

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]

MEGABYTES = 1_000_000
LEAST_BYTES = few_or(100, few=25) * MEGABYTES
ONE_SECOND = {"duration_seconds": 1}


@pytest.fixture(params=["mariadb", "postgresql"])
def target(request) -> Target:
    name = {"mariadb": "mariadb_target", "postgresql": "postgres_target"}[request.param]
    return request.getfixturevalue(name)


def checked(target):
    """An endpoint whose check has been carried out."""
    endpoint = endpoint_of(target)
    checker.perform(endpoint.checks.create().pk)
    endpoint.refresh_from_db()
    return endpoint


# Rows and bytes ---------------------------------------------------------------------


@pytest.mark.cases_in_turn
@pytest.mark.parametrize(
    ("server", "workload", "size"),
    [
        (
            "mariadb",
            "oltp_read_write",
            {"tables": 4, "table_size": few_or(105_000, few=30_000)},
        ),
        (
            "postgres",
            "oltp_read_write",
            {"tables": 4, "table_size": few_or(100_000, few=30_000)},
        ),
        ("postgres", "pgbench_read_only", {"scale": few_or(7, few=2)}),
    ],
)
def test_bytes_and_rows_are_those_that_the_server_then_tells(
    request, server, workload, size
):
    endpoint = checked(request.getfixturevalue(f"{server}_target"))
    settled = run_request.settle(
        RunRequest(
            endpoint=endpoint, workload=workload, parameters={**size, **ONE_SECOND}
        )
    )
    plan = run_request.plan(settled)

    run = carry_out(run_request.start(settled, owner=endpoint.owner))

    assert run.state == RunState.SUCCEEDED, run.failure_detail
    result = run.result
    assert result.data_bytes > LEAST_BYTES
    assert plan.data_bytes == pytest.approx(result.data_bytes, rel=0.25)
    assert plan.data_over_buffer == pytest.approx(
        result.data_bytes / result.buffer_bytes, rel=0.25
    )
    assert result.rows == plan.rows


# Time -------------------------------------------------------------------------------


@pytest.mark.long
def test_a_load_tells_how_fast_the_next_one_will_be(postgres_target):
    endpoint = checked(postgres_target)
    settled = run_request.settle(
        RunRequest(
            endpoint=endpoint,
            workload="pgbench_read_only",
            parameters={"scale": 7, **ONE_SECOND},
        )
    )
    before = run_request.plan(settled)

    run = carry_out(run_request.start(settled, owner=endpoint.owner))

    load = run.data_sets.get()
    after = run_request.plan(settled)
    assert (before.is_rate_measured, after.is_rate_measured) == (False, True)
    assert after.load_seconds == pytest.approx(load.load_seconds, rel=0.01)


# Preflight --------------------------------------------------------------------------


@pytest.mark.cases_in_turn
def test_a_check_and_a_run_store_the_free_disk(target):
    endpoint = checked(target)
    run = carry_out(queue(endpoint))

    told = endpoint.last_check.server["free_disk_bytes"]
    seen = run.attempts.get().server_facts["free_disk_bytes"]
    assert told == pytest.approx(seen, rel=0.05)
    assert run_plan.server_found(endpoint)["free_disk_bytes"] == told


def test_data_larger_than_the_disk_is_refused_before_anything_is_created(target):
    run = carry_out(queue(endpoint_of(target), tables=1000, table_size=100_000_000))

    assert (run.state, run.failure_code) == (RunState.FAILED, "disk_too_small")
    assert "GB free. Use fewer rows" in why_failed(run)
    assert not run.data_sets.exists()
    assert {event.data.get("phase") for event in run.events.all()} <= {
        None,
        "preflight",
    }


@pytest.mark.cases_in_turn
def test_what_is_doubtful_is_an_event_and_the_run_goes_on(target):
    run = queue(endpoint_of(target))
    run.expected_regime = "disk_io"
    run.save()

    carry_out(run)

    caution = run.events.get(code="plan_caution")
    assert caution.data["problem"] == "other_regime"
    assert caution.data["values"].keys() == {
        *("data_over_buffer", "found", "wanted", "is_published")
    }
    assert "expect cached, not disk I/O. Change the number of rows" in of_event(caution)
    assert run.state == RunState.SUCCEEDED
