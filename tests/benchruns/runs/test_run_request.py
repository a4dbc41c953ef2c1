"""What is asked for, made into a plan or into runs: one door for page and API."""

import pytest

from benchruns.errors import FieldError
from benchruns.models import Run, Sweep
from benchruns.reproduction.reproduce import ReproductionError
from benchruns.runs import request as run_request
from benchruns.runs.request import RunRequest
from benchruns.sentences.failures.table import why_refused
from benchruns.workloads import ParameterError
from tests.factories import (
    CampaignFactory,
    CheckFactory,
    DataSetFactory,
    EndpointFactory,
    ResultFactory,
    ServerFactory,
)

pytestmark = pytest.mark.django_db

GB = 2**30
SERVER = {
    "buffer_bytes": GB,
    "max_connections": 100,
    "free_disk_bytes": 50 * GB,
}


@pytest.fixture
def endpoint():
    endpoint = EndpointFactory(server=ServerFactory())
    CheckFactory(endpoint=endpoint, passed=True, server=SERVER)
    return endpoint


@pytest.fixture
def published():
    return ResultFactory(
        engine="mysql",
        engine_version="8.0",
        workload="oltp_read_write",
        tables=32,
        table_size=100_000,
        threads=8,
        memory_gb=1.0,
        regime="disk_io",
        campaign=CampaignFactory(duration_seconds=60),
    )


def settle(endpoint, **wish):
    return run_request.settle(RunRequest(endpoint=endpoint, **wish))


def test_a_workload_is_settled_with_its_defaults(endpoint):
    settled = settle(endpoint, workload="oltp_read_only", parameters={"threads": 3})

    assert (settled.workload.name, settled.parameters["threads"]) == (
        "oltp_read_only",
        3,
    )
    assert settled.parameters["duration_seconds"] == 60
    assert (settled.reproduction, settled.ladder) == (None, None)


def test_a_published_row_brings_workload_parameters_and_regime(endpoint, published):
    settled = settle(endpoint, reproduces=published, scale_down=10)

    assert settled.workload.name == "oltp_read_write"
    assert settled.parameters["table_size"] == 10_000
    assert settled.expected_regime == "disk_io"


@pytest.mark.parametrize("chosen", ["cached", None])
def test_what_is_expected_may_be_chosen_or_be_nothing(endpoint, published, chosen):
    settled = settle(endpoint, reproduces=published, expected_regime=chosen)

    assert settled.expected_regime == chosen
    assert run_request.start(settled, owner=endpoint.owner).expected_regime == chosen


def test_the_ratio_is_matched_to_what_the_last_check_found(endpoint, published):
    CheckFactory(endpoint=endpoint, failed=True)

    plan = run_request.plan(settle(endpoint, reproduces=published, match_ratio=True))

    expected = 32 * 100_000 * 240 / (0.75 * GB)
    assert plan.data_over_buffer == pytest.approx(expected, rel=0.001)


def test_an_unchecked_endpoint_has_no_ratio_to_match(published):
    with pytest.raises(ReproductionError, match="check the endpoint first"):
        settle(EndpointFactory(), reproduces=published, match_ratio=True)


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({}, "workload"),
        ({"workload": "tpch"}, "workload"),
        ({"workload": "pgbench_read_only"}, "workload"),
        ({"workload": "oltp_read_only", "scale_down": 2}, "scale_down"),
        ({"workload": "oltp_read_only", "match_ratio": True}, "match_ratio"),
        ({"workload": "oltp_read_only", "threads": []}, "threads"),
        ({"workload": "oltp_read_only", "threads": [1, 1]}, "threads"),
        ({"workload": "oltp_read_only", "threads": [1, 0]}, "threads"),
        ({"workload": "oltp_read_only", "repetitions": 0}, "repetitions"),
        ({"workload": "oltp_read_only", "expected_regime": "warm"}, "expected_regime"),
    ],
    ids=str,
)
def test_what_cannot_be_asked_for_is_told_at_its_field(endpoint, wish, field):
    with pytest.raises(FieldError) as caught:
        settle(endpoint, **wish)

    assert caught.value.field == field


def test_a_row_has_its_own_workload(endpoint, published):
    settle(endpoint, reproduces=published, workload="oltp_read_write")

    with pytest.raises(FieldError, match="leave it out"):
        settle(endpoint, reproduces=published, workload="oltp_read_only")


def test_overrides_are_parameters(endpoint, published):
    with pytest.raises(ParameterError) as caught:
        settle(endpoint, reproduces=published, parameters={"clients": 1})

    assert list(caught.value.errors) == ["clients"]


def test_a_plan_is_made_of_what_the_check_found(endpoint):
    plan = run_request.plan(
        settle(
            endpoint,
            workload="oltp_read_only",
            parameters={"tables": 100, "table_size": 10_000_000, "threads": 200},
        )
    )

    assert (plan.buffer_bytes, plan.max_connections) == (GB, 100)
    assert [problem.code for problem in plan.refusals] == [
        "too_many_threads",
        "disk_too_small",
    ]


def test_a_plan_for_a_row_says_when_its_regime_will_be_another(endpoint, published):
    whole = run_request.plan(settle(endpoint, reproduces=published))
    part = run_request.plan(settle(endpoint, reproduces=published, scale_down=100))

    for plan in (whole, part):  # 0.7 times the buffer even as published
        assert [problem.code for problem in plan.problems] == ["other_regime"]


def test_kept_data_that_fits_is_used_unless_it_is_declined(endpoint):
    kept = DataSetFactory(
        endpoint=endpoint,
        server=endpoint.server,
        database=endpoint.database,
        workload="oltp_read_only",
        size={"tables": 4, "table_size": 25_000},
        is_ready=True,
        is_kept=True,
        load_seconds=240,
    )

    for keeps, is_used in ((True, True), (None, True), (False, False)):
        wish = {"workload": "oltp_read_only", "keeps_data_set": keeps}
        settled = settle(endpoint, **wish)
        plan = run_request.plan(settled)
        assert (settled.kept, settled.keeps_data_set) == (kept, is_used)
        assert plan.is_loaded == is_used
        assert run_request.loading_saved(settled, plan) == 240


def test_without_kept_data_that_fits_nothing_is_kept_by_itself(endpoint):
    settled = settle(endpoint, workload="oltp_read_only")

    assert not settled.keeps_data_set
    assert run_request.loading_saved(settled, run_request.plan(settled)) is None


def test_a_run_knows_the_row_that_it_repeats(endpoint, published):
    settled = settle(
        endpoint, reproduces=published, scale_down=10, parameters={"threads": 1}
    )

    run = run_request.start(settled, owner=endpoint.owner)

    assert run.reproduces == published
    assert run.expected_regime == "disk_io"
    assert [each["name"] for each in run.differences] == ["table_size", "threads"]
    assert run.parameters == settled.parameters
    assert run.sweep is None


def test_a_sweep_of_a_row_lists_each_count_that_is_not_published(endpoint, published):
    settled = settle(endpoint, reproduces=published, threads=[4, 8], repetitions=2)

    first = run_request.start(settled, owner=endpoint.owner)

    runs = Run.objects.order_by("sweep_position")
    assert first == runs[0]
    assert {run.reproduces for run in runs} == {published}
    assert [[each["here"] for each in run.differences] for run in runs] == [
        [4],
        [4],
        [],
        [],
    ]


def test_repetitions_alone_make_a_sweep_of_the_one_count(endpoint):
    settled = settle(endpoint, workload="oltp_read_only", repetitions=3)

    plan = run_request.plan(settled)
    run_request.start(settled, owner=endpoint.owner)

    assert Sweep.objects.get().threads == [8]
    assert plan.climb.runs == Run.objects.count() == 3


@pytest.mark.parametrize("threads", [None, [8, 400]])
def test_what_the_plan_refuses_is_not_created(endpoint, threads):
    settled = settle(
        endpoint,
        workload="oltp_read_only",
        parameters={"threads": 400},
        threads=threads,
    )

    with pytest.raises(run_request.PlanRefused) as refused:
        run_request.start(settled, owner=endpoint.owner)

    assert why_refused(refused.value) == (
        "This run will not start: 400 threads need 401 connections, the server allows "
        "100."
    )
    assert not Run.objects.exists()
