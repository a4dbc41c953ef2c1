"""What a run would create and take, told before it starts."""

import pytest

from benchruns.models import Run, Server
from tests.factories import (
    EndpointFactory,
    ResultFactory,
    RunFactory,
    ServerFactory,
)
from tests.portal.api.rows import find, kept_by

PLAN = "/api/v1/runs/plan/"
KEYS = {
    "endpoint",
    "workload",
    "parameters",
    "reproduces",
    "differences",
    "another_test",
    "tables",
    "table_size",
    "scale",
    "hot_records",
    "threads",
    "ladder",
    "rows",
    "row_bytes",
    "reported_bytes",
    "data_bytes",
    "buffer_bytes",
    "data_over_buffer",
    "regime",
    "free_disk_bytes",
    "connections",
    "max_connections",
    "load_seconds",
    "rows_loaded_a_second",
    "rate_basis",
    "warmup_seconds",
    "duration_seconds",
    "runs",
    "settle_seconds",
    "preflight_seconds",
    "setup_seconds",
    "overhead_basis",
    "total_seconds",
    "uses_kept_data",
    "loading_saved_seconds",
    "checked_at",
    "can_run",
    "nearest_classes",
    "problems",
}
PARAMETERS = {"tables": 4, "table_size": 25_000, "threads": 8, "duration_seconds": 60}


@pytest.fixture
def endpoint(user):
    return EndpointFactory(owner=user, checked=True)


@pytest.fixture
def body(endpoint):
    return {
        "endpoint": str(endpoint.pk),
        "workload": "oltp_read_write",
        "parameters": PARAMETERS,
    }


def codes(plan):
    return {each["code"]: each["severity"] for each in plan["problems"]}


def test_a_plan_tells_sizes_times_and_room(client, body):
    answer = client.post(PLAN, body)

    plan = answer.json()
    assert answer.status_code == 200
    assert plan.keys() == KEYS
    assert plan["parameters"]["warmup_seconds"] == 0
    assert (plan["tables"], plan["table_size"], plan["rows"]) == (4, 25_000, 100_000)
    assert plan["scale"] is plan["hot_records"] is plan["reproduces"] is None
    assert 23e6 < plan["data_bytes"] < plan["reported_bytes"] < 26e6
    assert plan["buffer_bytes"] == 134_217_728
    assert plan["data_over_buffer"] == plan["data_bytes"] / plan["buffer_bytes"]
    assert plan["regime"] == "cached"
    assert (plan["connections"], plan["max_connections"]) == (9, 151)
    assert plan["load_seconds"] == 100_000 / plan["rows_loaded_a_second"]
    assert (plan["rate_basis"], plan["uses_kept_data"]) == ("assumed", False)
    assert (plan["runs"], plan["settle_seconds"]) == (1, 0)
    beside = plan["preflight_seconds"] + plan["setup_seconds"]
    assert beside > 0
    assert plan["overhead_basis"] == "assumed"
    assert plan["total_seconds"] == plan["load_seconds"] + 60 + beside
    assert plan["checked_at"] == "2026-01-31T12:00:00Z"
    assert plan["can_run"] is True
    assert not Run.objects.exists()


def test_a_plan_of_pgbench_tells_its_scale(client, user):
    endpoint = EndpointFactory(owner=user, engine="postgresql")
    body = {
        "endpoint": str(endpoint.pk),
        "workload": "pgbench_read_only",
        "parameters": {"scale": 3, "clients": 2, "hot_records": 1000},
    }

    plan = client.post(PLAN, body).json()

    assert (plan["scale"], plan["hot_records"], plan["rows"]) == (3, 1000, 300_000)
    assert plan["tables"] is plan["table_size"] is None
    assert plan["threads"] == 2


def test_what_no_check_has_told_is_null(client, user):
    endpoint = EndpointFactory(owner=user)
    body = {"endpoint": str(endpoint.pk), "workload": "oltp_read_write"}

    plan = client.post(PLAN, body).json()

    for name in ("buffer_bytes", "regime", "max_connections", "checked_at"):
        assert plan[name] is None
    assert codes(plan) == {"not_checked": "caution"}
    assert plan["can_run"] is True


def test_what_cannot_fit_is_refused_with_a_remedy(client, body, endpoint):
    find(endpoint, free_disk_bytes=1_000_000)

    plan = client.post(
        PLAN, body | {"parameters": PARAMETERS | {"threads": 500}}
    ).json()

    assert plan["can_run"] is False
    assert plan["free_disk_bytes"] == 1_000_000
    assert codes(plan)["too_many_threads"] == "refused"
    assert codes(plan)["disk_too_small"] == "refused"
    assert all(each["message"] and each["remedy"] for each in plan["problems"])


def test_what_is_doubtful_does_not_keep_it_from_running(client, body, endpoint):
    find(endpoint, free_disk_bytes=26_000_000)

    plan = client.post(PLAN, body).json()

    assert codes(plan) == {"little_disk_left": "caution"}
    assert plan["can_run"] is True


def test_a_plan_of_repetitions_counts_all_runs(client, body):
    plan = client.post(PLAN, body | {"repetitions": 3, "settle_seconds": 2}).json()

    assert (plan["runs"], plan["settle_seconds"]) == (3, 2)
    beside = plan["preflight_seconds"] + plan["setup_seconds"]
    assert plan["total_seconds"] == plan["load_seconds"] + 3 * (2 + 60) + beside


def test_a_plan_of_a_sweep_takes_its_largest_count(client, body):
    plan = client.post(PLAN, body | {"threads": [1, 200, 4], "repetitions": 2}).json()

    assert (plan["runs"], plan["threads"], plan["connections"]) == (6, 200, 201)
    assert plan["can_run"] is False


def test_a_plan_knows_of_kept_data_and_of_earlier_loads(client, body, endpoint):
    server = Server.objects.get(pk=endpoint.server_id)
    run = RunFactory(owner=endpoint.owner, endpoint=endpoint, succeeded=True)
    kept = kept_by(run, server=server, database=endpoint.database)

    anew = client.post(PLAN, body | {"keep_data": False}).json()
    again = client.post(PLAN, body).json()

    assert (anew["uses_kept_data"], anew["rate_basis"]) == (False, "measured")
    assert anew["rows_loaded_a_second"] == round(100_000 / kept.load_seconds)
    assert anew["loading_saved_seconds"] == kept.load_seconds
    assert again["uses_kept_data"] is True
    assert client.post(PLAN, body | {"keep_data": True}).json() == again
    assert again["load_seconds"] == 0


def test_kept_data_of_another_server_is_not_planned_with(client, body, endpoint):
    run = RunFactory(owner=endpoint.owner, endpoint=endpoint, succeeded=True)
    kept_by(run, server=ServerFactory(), database=endpoint.database)

    plan = client.post(PLAN, body | {"keep_data": True}).json()

    assert plan["uses_kept_data"] is False


def test_a_plan_of_a_published_row_lists_its_differences(client, endpoint):
    row = ResultFactory(instance_class__memory_gb=4.0, memory_gb=4.0)
    body = {"endpoint": str(endpoint.pk), "reproduce": str(row.pk), "scale_down": 10}

    plan = client.post(PLAN, body).json()

    assert plan["reproduces"] == str(row.pk)
    assert plan["table_size"] == 2_500
    kinds = {each["name"]: each["kind"] for each in plan["differences"]}
    assert kinds["table_size"] == "scaled"
    assert kinds["duration_seconds"] == "assumed"
    assert plan["another_test"] == (
        "This will be another test than the vendor's: 320,000 rows instead of 3,200,000. "
        "No ratio will be given: it would say nothing of the server."
    )


def test_a_plan_of_the_same_test_says_nothing_of_another(client, endpoint):
    row = ResultFactory(memory_gb=None)

    plan = client.post(
        PLAN, {"endpoint": str(endpoint.pk), "reproduce": str(row.pk)}
    ).json()

    assert plan["another_test"] == ""


def test_a_read_token_may_plan_and_may_not_run(reader, body):
    assert reader.post(PLAN, body).status_code == 200
    assert reader.post("/api/v1/runs/", body).status_code == 403
    assert not Run.objects.exists()


def test_only_the_owner_of_an_endpoint_plans_with_it(stranger, staff, anonymous, body):
    for other in (stranger, staff):
        answer = other.post(PLAN, body)
        assert answer.status_code == 400
        assert answer.json()["errors"][0]["field"] == "endpoint"
    assert anonymous.post(PLAN, body).status_code == 401


@pytest.mark.parametrize(
    ("path", "load"),
    [
        ("/api/v1/runs/", {"parameters": PARAMETERS | {"threads": 400}}),
        ("/api/v1/sweeps/", {"threads": [8, 400]}),
    ],
)
def test_what_the_plan_refuses_is_refused_before_there_is_a_run(
    client, body, path, load
):
    answer = client.post(path, body | load)

    assert answer.status_code == 400
    assert answer.json()["errors"] == [
        {
            "field": "parameters",
            "message": "This run will not start: 400 threads need 401 connections, the "
            "server allows 151.",
        }
    ]
    assert not Run.objects.exists()
