"""Labels that a run or an endpoint asks of load generators, by the API."""

import pytest

from benchruns.models import Endpoint, Run
from benchruns.vocabulary import Visibility
from tests.factories import EndpointFactory, GeneratorFactory, RunFactory

HANGZHOU = {"region": "cn-hangzhou"}
BEIJING = {"region": "cn-beijing"}


@pytest.fixture
def endpoint(user):
    return EndpointFactory(owner=user, checked=True)


@pytest.fixture
def body(endpoint):
    return {
        "endpoint": str(endpoint.pk),
        "workload": "oltp_read_write",
        "parameters": {"tables": 1, "table_size": 1000, "threads": 2},
    }


def codes(plan):
    return [each["code"] for each in plan["problems"]]


def test_a_run_bears_its_own_labels_over_those_of_its_endpoint(client, endpoint, body):
    asked = {"generator_labels": BEIJING | {"rack": "4"}}
    client.patch(
        f"/api/v1/endpoints/{endpoint.pk}/",
        {"generator_labels": asked["generator_labels"]},
    )

    made = client.post("/api/v1/runs/", body | {"generator_labels": HANGZHOU}).json()

    assert made["generator_labels"] == HANGZHOU | {"rack": "4"}
    assert Endpoint.objects.get().generator_labels == asked["generator_labels"]


def test_plan_and_run_say_that_nobody_has_the_labels(client, body):
    GeneratorFactory(labels=HANGZHOU)
    asked = body | {"generator_labels": BEIJING}

    plan = client.post("/api/v1/runs/plan/", asked).json()
    run = client.post("/api/v1/runs/", asked).json()

    (problem,) = (p for p in plan["problems"] if p["code"] == "no_generator")
    assert problem["message"] == (
        "No load generator that is connected has region=cn-beijing."
    )
    assert plan["can_run"]
    assert run["no_generator"] == problem["message"]

    GeneratorFactory(labels=BEIJING)
    assert "no_generator" not in codes(client.post("/api/v1/runs/plan/", asked).json())
    assert client.get(f"/api/v1/runs/{run['id']}/").json()["no_generator"] is None


def test_plan_and_run_say_that_nobody_has_the_tool(client, body):
    GeneratorFactory(tools={"pgbench": "15.18"})

    plan = client.post("/api/v1/runs/plan/", body).json()
    run = client.post("/api/v1/runs/", body).json()

    (problem,) = (p for p in plan["problems"] if p["code"] == "no_generator")
    assert problem["message"] == "No load generator that is connected has sysbench."
    assert problem["remedy"].startswith(
        "Install sysbench on the machine of a worker of runs"
    )
    assert run["no_generator"] == problem["message"]

    GeneratorFactory()
    assert "no_generator" not in codes(client.post("/api/v1/runs/plan/", body).json())
    assert client.get(f"/api/v1/runs/{run['id']}/").json()["no_generator"] is None


def test_each_run_of_a_sweep_bears_them(client, body):
    asked = body | {"generator_labels": HANGZHOU, "threads": [1, 2]}

    client.post("/api/v1/sweeps/", asked)

    assert [run.generator_labels for run in Run.objects.all()] == [HANGZHOU] * 2


def test_a_schedule_asks_for_them_each_time(client, body):
    asked = body | {
        "generator_labels": HANGZHOU,
        "name": "nightly",
        "crontab": "0 3 * * *",
    }

    made = client.post("/api/v1/schedules/", asked).json()
    client.post(f"/api/v1/schedules/{made['id']}/run-now/")

    assert made["request"]["generator_labels"] == HANGZHOU
    assert Run.objects.get().generator_labels == HANGZHOU


@pytest.mark.parametrize(
    "labels", [["region"], "region=x", {"region": 4}, {"region": ""}, {"a=b": "x"}]
)
def test_what_is_no_label_is_refused_by_its_key(client, body, labels):
    answer = client.post("/api/v1/runs/", body | {"generator_labels": labels})

    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == ["generator_labels"]


def test_others_do_not_read_them(client):
    run = RunFactory(visibility=Visibility.PUBLIC, generator_labels=BEIJING)

    told = client.get(f"/api/v1/runs/{run.pk}/").json()

    assert (told["generator_labels"], told["no_generator"]) == (None, None)


def test_a_list_of_waiting_runs_costs_no_query_more(
    client, user, django_assert_max_num_queries
):
    for _n in range(10):
        RunFactory(owner=user, generator_labels=BEIJING)
    with django_assert_max_num_queries(12):
        told = client.get("/api/v1/runs/").json()["results"]
    assert all(run["no_generator"] for run in told)
