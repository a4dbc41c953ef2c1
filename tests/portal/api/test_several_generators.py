"""A run of several load generators as it is asked for and told, by the API."""

import pytest

from benchruns.models import Counter, PartSecond, Run, Sample
from benchruns.runs.parts import moves
from benchruns.runs.samples import RATES
from tests.factories import EndpointFactory, GeneratorFactory, RunFactory
from tests.portal.api.rows import made_by_two
from tests.portal.api.test_export import Export

SMALL = {"tables": 1, "table_size": 1000}


@pytest.fixture
def body(user):
    endpoint = EndpointFactory(owner=user, checked=True)
    return {
        "endpoint": str(endpoint.pk),
        "workload": "oltp_read_write",
        "parameters": SMALL | {"threads": 4},
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
    ("more", "fit"), [({}, 4), ({"threads": [4, 8]}, 2)], ids=["run", "sweep"]
)
def test_the_load_of_a_day_is_that_of_all_of_them(client, body, settings, more, fit):
    settings.LIMITS = settings.LIMITS | {"load_seconds": 250}
    body["parameters"] = {"duration_seconds": 60, "warmup_seconds": 0} | SMALL
    if not more:
        body["parameters"]["threads"] = 8
    door = "/api/v1/sweeps/" if more else "/api/v1/runs/"

    refused = client.post(door, body | more | {"generators": fit + 1})
    taken = client.post(door, body | more | {"generators": fit})

    assert "Seconds of load a day: 250" in refused.json()["detail"]
    assert (refused.status_code, taken.status_code) == (409, 201)


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


def test_what_each_does_is_told_of_a_running_run(client, user):
    run = RunFactory(owner=user, running=True, generators=3, parameters={"threads": 8})
    shares = [{"threads": threads} for threads in (3, 3, 2)]
    moves.offer(run.pk, attempt=1, shares=shares, worker="first")
    moves.join(run.pk, worker="second")

    told = client.get(f"/api/v1/runs/{run.pk}/generators/").json()["results"]

    keys = ("number", "name", "state", "threads", "verdict")
    assert [tuple(each[key] for key in keys) for each in told] == [
        (1, "first", "joined", 3, None),
        (2, "second", "joined", 3, None),
        (3, None, "offered", 2, None),
    ]


def test_others_read_what_each_measured_but_no_name(anonymous, user):
    run = RunFactory(owner=user, succeeded=True, public=True, generators=2)
    made_by_two(run)

    told = anonymous.get(f"/api/v1/runs/{run.pk}/generators/").json()["results"]

    assert [(each["name"], each["tps"]) for each in told] == [(None, 100), (None, 200)]
    assert {each["region"] for each in told} == {"cn-hangzhou"}


def test_a_run_of_one_has_none(client, user):
    run = RunFactory(owner=user, succeeded=True)

    assert client.get(f"/api/v1/runs/{run.pk}/generators/").json()["results"] == []


def test_the_seconds_of_one_are_those_that_it_saw(client, user):
    run = RunFactory(owner=user, running=True, generators=2)
    moves.offer(run.pk, attempt=1, shares=[{}, {}], worker="first")
    second = moves.join(run.pk, worker="second")
    moves.record_seconds(
        second,
        samples=[Sample(second=n, threads=4, tps=50.0 + n) for n in (1, 2)],
        counters=[Counter(second=1, values={"round_trip_ms": 0.4})],
    )
    url = f"/api/v1/runs/{run.pk}"

    samples = client.get(f"{url}/samples/?generator=2&after=1").json()["results"]
    counters = client.get(f"{url}/counters/?generator=2").json()["results"]

    assert [(each["second"], each["tps"]) for each in samples] == [(2, 52)]
    assert samples[0]["latency_ms"] is None
    assert counters == [{"second": 1, "values": {"round_trip_ms": 0.4}}]
    assert client.get(f"{url}/samples/?generator=1").json()["results"] == []
    assert client.get(f"{url}/samples/?generator=0").status_code == 400


def test_the_export_has_each_of_several_and_its_seconds(client, user, anonymous):
    run = RunFactory(owner=user, generators=2, succeeded=True, visibility="public")
    alone = RunFactory(owner=user, succeeded=True)
    made_by_two(run)
    made_by_two(alone)  # which tells of none: one generator made it
    second = run.parts.get(number=2)
    sample = {"second": 1, "threads": 4, **dict.fromkeys(RATES, 1.5)}
    for kind, values in (("sample", sample), ("counters", {"round_trip_ms": 0.4})):
        told = {name: value for name, value in values.items() if name != "second"}
        PartSecond.objects.create(part=second, kind=kind, second=1, values=told)

    mine, public = (Export(each.get("/api/v1/export/")) for each in (client, anonymous))

    place = {"run": str(run.pk), "attempt": run.attempt}
    generators = client.get(f"/api/v1/runs/{run.pk}/generators/").json()["results"]
    assert mine.rows("run-generators") == [{**place, **row} for row in generators]
    assert [row["name"] for row in public.rows("run-generators")] == [None, None]
    place |= {"generator": 2}
    assert public.rows("run-generator-samples") == [{**place, **sample}]
    assert public.rows("run-generator-counters") == [
        {**place, "second": 1, "values": {"round_trip_ms": 0.4}}
    ]
    assert [row["tps"] for row in public.table("run-generator-samples")] == ["1.5"]
