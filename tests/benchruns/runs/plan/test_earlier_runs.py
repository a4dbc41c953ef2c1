"""What earlier runs on an endpoint tell of a plan: how fast they loaded, and what else they took."""

from datetime import timedelta

import pytest
from django.utils import timezone

from benchruns.engines import FAMILIES
from benchruns.models import DataSet
from benchruns.runs.plan import Overhead, load_rate, overhead_of, plan_of
from benchruns.workloads import WORKLOADS
from tests.factories import (
    NOON,
    DataSetFactory,
    EndpointFactory,
    EventFactory,
    RunFactory,
    ServerFactory,
)

WORKLOAD = WORKLOADS["oltp_read_write"]
PARAMETERS = WORKLOAD.clean({"tables": 10, "table_size": 100_000, "threads": 10})


@pytest.fixture
def endpoint(db):
    return EndpointFactory(server=ServerFactory())


def load(endpoint, load_seconds, **changes) -> DataSet:
    """One of 1,000,000 rows."""
    fields = {
        "endpoint": endpoint,
        "server": endpoint.server,
        "workload": "oltp_read_only",
        "size": {"tables": 10, "table_size": 100_000},
        "is_ready": True,
        "load_seconds": load_seconds,
    }
    return DataSetFactory(**(fields | changes))


def test_the_last_load_on_the_endpoint_tells_how_fast_it_loads(endpoint):
    assert load_rate(endpoint, WORKLOAD) is None
    load(endpoint, 100)
    load(endpoint, 8, dropped_at=timezone.now())

    rate = load_rate(endpoint, WORKLOAD)

    assert rate == 125_000
    plan = plan_of(
        WORKLOAD, PARAMETERS, family=FAMILIES["mysql"], server={}, measured_rate=rate
    )
    assert (plan.load_seconds, plan.is_rate_measured) == (8, True)


@pytest.mark.parametrize(
    "changes",
    [
        {
            "workload": "pgbench_read_only",
            "size": {"scale": 10, "total_records": 10**6},
        },
        {"workload": "hot_row_update", "size": {"tables": 1, "table_size": 100}},
        {"load_seconds": 0.4},
        {"load_seconds": None},
        {"is_ready": False},
    ],
    ids=str,
)
def test_another_load_says_nothing(endpoint, changes):
    load(endpoint, **({"load_seconds": 10} | changes))

    assert load_rate(endpoint, WORKLOAD) is None


def test_a_load_elsewhere_says_nothing(endpoint):
    load(endpoint, 10, server=ServerFactory())
    load(EndpointFactory(server=endpoint.server), 10)

    assert load_rate(endpoint, WORKLOAD) is None


def test_an_endpoint_without_a_server_has_loaded_nothing_there(endpoint):
    load(endpoint, 10)
    endpoint.server = None

    assert load_rate(endpoint, WORKLOAD) is None


PHASES = ("preflight", "prepare", "warmup", "measure", "cleanup")


def ran(endpoint, *seconds, load_seconds=None, **changes):
    """A run that took so many seconds for each phase, of a load of 60 s after 10 s; it loaded
    1,000,000 rows in ``load_seconds``, or used data that was there."""
    run = RunFactory(
        succeeded=True,
        endpoint=endpoint,
        server=endpoint.server,
        parameters={**PARAMETERS, "warmup_seconds": 10, "duration_seconds": 60},
        finished_at=NOON + timedelta(seconds=sum(seconds)),
        **changes,
    )
    run.data_set = load(
        endpoint, load_seconds, run=run if load_seconds else RunFactory()
    )
    run.save()
    at = NOON
    for phase, spent in zip(PHASES, seconds, strict=True):
        EventFactory(
            run=run, attempt=run.attempt, at=at, code="phase", data={"phase": phase}
        )
        at += timedelta(seconds=spent)
    return run


def test_the_last_runs_on_the_endpoint_tell_what_a_run_takes_beside_its_load(endpoint):
    assert overhead_of(endpoint, WORKLOAD) == Overhead()
    ran(endpoint, 2, 24, 11, 62, 1, load_seconds=20)
    ran(endpoint, 3, 21, 11, 62, 0, load_seconds=16)
    ran(endpoint, 2, 1, 11, 61, 0)

    found = overhead_of(endpoint, WORKLOAD)

    assert found == Overhead(preflight=2, loading=8, reusing=3)
    plan = plan_of(
        WORKLOAD,
        {**PARAMETERS, "warmup_seconds": 10},
        family=FAMILIES["mysql"],
        server={},
        measured_rate=50_000,
        overhead=found,
    )
    assert plan.is_overhead_measured
    assert plan.total_seconds == 2 + 20 + 10 + 60 + 8


def test_a_load_too_small_to_tell_a_rate_counts_as_making_tables(endpoint):
    run = ran(endpoint, 2, 4, 10, 60, 1, load_seconds=3)
    run.data_set.size = {"tables": 2, "table_size": 2000}
    run.data_set.save()

    assert load_rate(endpoint, WORKLOAD) is None
    assert overhead_of(endpoint, WORKLOAD).loading == 5


@pytest.mark.parametrize(
    "changes",
    [
        {"workload": "pgbench_read_only"},
        {"state": "failed", "failure_code": "tool_failed"},
        {"generators": 2},
    ],
    ids=str,
)
def test_another_run_says_nothing_of_what_runs_take(endpoint, changes):
    ran(endpoint, 2, 24, 11, 62, 1, load_seconds=20, **changes)

    assert overhead_of(endpoint, WORKLOAD) == Overhead()


@pytest.mark.parametrize("data", [[], {}, {"phase": "nap"}, {"phase": 7}, "x"], ids=str)
def test_a_damaged_event_says_nothing_of_what_runs_take(endpoint, data):
    run = ran(endpoint, 2, 24, 11, 62, 1, load_seconds=20)
    EventFactory(run=run, attempt=run.attempt, code="phase", data=data)

    assert overhead_of(endpoint, WORKLOAD) == Overhead()


def test_a_run_that_was_quicker_than_its_parts_takes_nothing_beside(endpoint):
    ran(endpoint, 2, 20, 10, 59, 0, load_seconds=20)

    assert overhead_of(endpoint, WORKLOAD).loading == 0
