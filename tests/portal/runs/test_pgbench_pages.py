"""What pages say of pgbench: its own parameters, its way to count, mean latencies."""

import pytest

from benchruns.models import Run
from benchruns.workloads import WORKLOADS
from tests.factories import (
    NOON,
    AttemptFactory,
    EndpointFactory,
    ResultFactory,
    RunFactory,
    SampleFactory,
)

READ_WRITE = WORKLOADS["pgbench_read_write"]


@pytest.fixture
def endpoint(user):
    return EndpointFactory(
        owner=user, name="shop-db", engine="postgresql", checked=True
    )


def text_of(answer):
    assert answer.status_code == 200
    return answer.content.decode()


def given_for(endpoint, **changes):
    return {
        "endpoint": endpoint.pk,
        "workload": "pgbench_read_write",
        "when": "now",
        "scale": 2,
        "clients": 4,
        **changes,
    }


def run_of(user, endpoint, **fields):
    parameters = READ_WRITE.clean({"scale": 5, "hot_records": 100_000, "jobs": 2})
    return RunFactory(
        owner=user,
        endpoint=endpoint,
        workload="pgbench_read_write",
        parameters=parameters,
        **fields,
    )


def test_a_run_is_queued_with_all_its_parameters(page, endpoint):
    page.post("/runs/new/", given_for(endpoint, hot_records="", rate=""))

    assert Run.objects.get().parameters == READ_WRITE.clean({"scale": 2, "clients": 4})


@pytest.mark.parametrize(
    ("changes", "field", "told"),
    [
        ({"hot_records": 200_001}, "hot_records", "200,000 at most"),
        ({"jobs": 5}, "jobs", "at most 4"),
    ],
)
def test_what_does_not_fit_the_other_parameters_is_told_under_it(
    page, endpoint, changes, field, told
):
    answer = page.post("/runs/new/", given_for(endpoint, **changes))

    assert told in answer.context["parameters"].errors[field][0]
    assert answer.context["plan"] is None
    assert not Run.objects.exists()


def test_the_plan_is_told_by_scale(page, endpoint):
    answer = page.get("/runs/new/", given_for(endpoint, hot_records=50_000))

    assert answer.context["plan"].connections == 5
    assert "2: 200,000 accounts, 50,000 of them hot" in text_of(answer)


def test_the_preset_of_the_paper_can_be_run(page, endpoint):
    answer = page.get(
        f"/runs/new/?endpoint={endpoint.pk}&workload=pgbench_read_only&preset=paper"
    )

    assert "1,000: 100,000,000 accounts, all hot" in text_of(answer)


def test_a_running_run_shows_clients_and_mean_latencies(page, user, endpoint):
    text = text_of(page.get(f"/runs/{run_of(user, endpoint, running=True).pk}/"))

    assert "pgbench read/write on shop-db, 8 clients" in text
    assert "8 clients, 2 jobs, 60 s" in text
    assert "1 read, 4 writes" in text
    assert "Latency mean" in text
    assert "p95, ms" not in text


def test_a_result_shows_both_ways_to_count_and_what_the_tool_does_not_tell(
    page, user, endpoint
):
    run = run_of(
        user, endpoint, ended=True, state="succeeded", started_at=NOON, finished_at=NOON
    )
    AttemptFactory(run=run, succeeded=True)
    SampleFactory(run=run, attempt=1, reconnects_per_s=None)
    ResultFactory(
        measured=True,
        run=run,
        owner=user,
        endpoint=endpoint,
        engine="postgresql",
        workload="pgbench_read_write",
        tps=2000,
        qps=10_000,
        reads_per_s=2000,
        writes_per_s=8000,
        other_per_s=4000,
        errors_per_s=0,
        reconnects_per_s=None,
        duration_s=60,
        tool_facts={"counting": "qps_paper", "qps_with_begin_end": 14_000},
    )

    text = text_of(page.get(f"/runs/{run.pk}/"))

    assert "r 2,000 · w 8,000; 14,000 with BEGIN and END" in text
    assert "the tool does not tell" in text
    assert "scale 5: 500,000 accounts, 100,000 of them hot" in text


def test_the_list_shows_accounts_and_clients(page, user, endpoint):
    run_of(user, endpoint)

    text = text_of(page.get("/runs/"))

    assert "pgbench read/write" in text
    assert 'title="scale 5"' in text
