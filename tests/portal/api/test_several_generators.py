"""A run of several load generators as it is asked for and told, by the API."""

import pytest

from benchruns.models import Run
from tests.factories import EndpointFactory, GeneratorFactory


@pytest.fixture
def body(user):
    endpoint = EndpointFactory(owner=user, checked=True)
    return {
        "endpoint": str(endpoint.pk),
        "workload": "oltp_read_write",
        "parameters": {"tables": 1, "table_size": 1000, "threads": 4},
    }


def codes(client, asked):
    plan = client.post("/api/v1/runs/plan/", asked).json()
    return [each["code"] for each in plan["problems"]]


def test_one_makes_a_run_unless_more_are_asked_for(client, body):
    made = client.post("/api/v1/runs/", body).json()

    assert (made["generators"], made["go_on_without_lost"]) == (1, False)
    assert "no_generator" not in codes(client, body)


def test_the_plan_says_that_fewer_are_connected_than_are_asked_for(client, body):
    GeneratorFactory()
    asked = body | {"generators": 2, "go_on_without_lost": True}

    assert "no_generator" in codes(client, asked)
    made = client.post("/api/v1/runs/", asked).json()
    assert (made["generators"], made["go_on_without_lost"]) == (2, True)

    GeneratorFactory()
    assert "no_generator" not in codes(client, asked)


@pytest.mark.parametrize("kind", ["sweep", "schedule"])
def test_each_run_of_a_sweep_or_a_schedule_is_made_by_them(client, body, kind):
    asked = body | {"generators": 2}
    if kind == "sweep":
        client.post("/api/v1/sweeps/", asked | {"threads": [2, 4]})
    else:
        asked |= {"name": "nightly", "crontab": "0 3 * * *"}
        made = client.post("/api/v1/schedules/", asked).json()
        client.post(f"/api/v1/schedules/{made['id']}/run-now/")

    assert {run.generators for run in Run.objects.all()} == {2}


@pytest.mark.parametrize(
    ("more", "generators"),
    [({}, 5), ({}, 0), ({"threads": [1, 4]}, 2), ({"rate": 2}, 3)],
    ids=["threads", "none", "a sweep's fewest", "rate"],
)
def test_each_has_to_have_something_to_do(client, body, more, generators):
    asked = body | {"generators": generators}
    if "rate" in more:
        asked["parameters"] = body["parameters"] | more
    else:
        asked |= more
    answer = client.post(
        "/api/v1/sweeps/" if "threads" in more else "/api/v1/runs/", asked
    )

    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == ["generators"]
