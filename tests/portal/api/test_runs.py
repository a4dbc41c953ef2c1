"""Scheduling, watching, cancelling and publishing runs."""

from datetime import timedelta

import pytest
from django.utils import timezone

from benchruns.endpoints.registration import delete_endpoint
from benchruns.figures.metrics import FIGURE_NAMES
from benchruns.models import Run
from benchruns.sentences.failures.table import why_failed
from portal.api import run_requests
from tests.factories import (
    EndpointFactory,
    OutputFactory,
    ResultFactory,
    RunFactory,
)
from tests.portal.api.rows import kept_by, sweep_of

RUNS = "/api/v1/runs/"
KEYS = {
    "id",
    "name",
    "note",
    "tags",
    "state",
    "phase",
    "progress",
    "attempt",
    "endpoint",
    "workload",
    "parameters",
    "figures",
    "doubt",
    "findings",
    "regime",
    "bottleneck",
    "result",
    "sweep",
    "sweep_position",
    "repetition",
    "reproduces",
    "reproduction",
    "data_set",
    "keep_data",
    "visibility",
    "publishing_restricted",
    "not_before",
    "created_at",
    "queued_at",
    "started_at",
    "finished_at",
    "failure",
}
PARAMETERS = {"tables": 4, "table_size": 25_000, "threads": 8, "duration_seconds": 60}


def url_of(run, tail=""):
    return f"{RUNS}{run.pk}/{tail}"


@pytest.fixture
def body(user):
    return {
        "endpoint": str(EndpointFactory(owner=user).pk),
        "workload": "oltp_read_write",
        "parameters": PARAMETERS,
    }


def test_a_run_is_queued_and_announced_once_it_is_committed(
    client, body, sent, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(RUNS, body)
        assert sent == []

    run = Run.objects.get()
    assert answer.status_code == 201
    assert answer["Location"] == f"http://testserver{url_of(run)}"
    assert [message["argument"] for _task, message in sent] == [run.pk]
    shown = answer.json()
    assert shown.keys() >= KEYS
    assert shown["state"] == "queued"
    assert shown["phase"] is None
    assert shown["endpoint"] == body["endpoint"]
    assert shown["parameters"].items() >= PARAMETERS.items()
    assert shown["figures"] == dict.fromkeys(FIGURE_NAMES)
    assert shown["regime"] == {"verdict": None, "expected": None, "evidence": {}}
    assert shown["bottleneck"] == {
        "verdict": None,
        "evidence": {},
        "doubts": [],
        "advice": "",
    }
    for name in ("result", "failure", "sweep", "reproduction", "data_set"):
        assert shown[name] is None
    assert shown["keep_data"] is False
    assert client.get(answer["Location"]).json() == shown


def test_a_run_for_later_is_scheduled_and_not_announced(
    client, body, sent, django_capture_on_commit_callbacks
):
    later = (timezone.now() + timedelta(hours=1)).isoformat()
    more = {"not_before": later, "repetitions": 1, "expected_regime": "cached"}

    with django_capture_on_commit_callbacks(execute=True):
        shown = client.post(RUNS, body | more).json()

    assert shown["state"] == "scheduled"
    assert shown["not_before"] is not None
    assert shown["regime"]["expected"] == "cached"
    assert sent == []


def test_nulls_are_the_same_as_absent(client, body):
    names = ("not_before", "expected_regime", "reproduce", "scale_down")
    more = dict.fromkeys(names)

    assert client.post(RUNS, body | more).json()["state"] == "queued"


def test_the_endpoint_of_another_user_cannot_be_used(stranger, staff, body):
    for other in (stranger, staff):
        answer = other.post(RUNS, body)

        assert answer.status_code == 400
        assert answer.json()["errors"][0]["field"] == "endpoint"


def test_a_succeeded_run_shows_the_figures_of_its_result(client, user):
    run = RunFactory(owner=user, succeeded=True)

    shown = client.get(url_of(run)).json()

    assert shown["state"] == "succeeded"
    assert shown["result"] == str(run.result.pk)
    assert shown["figures"]["tps"] == run.result.tps
    assert shown["regime"]["verdict"] == "cached"
    assert shown["regime"]["evidence"]["data_over_buffer"] == 0.17
    assert shown["bottleneck"]["verdict"] == "server"
    assert shown["bottleneck"]["evidence"]["round_trip_ms"] == 0.18
    assert shown["bottleneck"]["advice"]
    assert (shown["engine"], shown["engine_version"]) == ("mysql", "8.0")


def test_what_is_in_doubt_of_its_figures_stands_beside_them(client, user):
    run = ResultFactory(measured=True, doubted=True, owner=user).run
    proven = RunFactory(owner=user, succeeded=True)
    failed = RunFactory(owner=user, failed=True)

    listed = {row["id"]: row["doubt"] for row in client.get(RUNS).json()["results"]}

    assert client.get(url_of(run)).json()["doubt"] == "figure"
    assert listed == {str(run.pk): "figure", str(proven.pk): None, str(failed.pk): None}


def test_a_failed_run_says_why(client, user):
    run = RunFactory(owner=user, failed=True)

    failure = client.get(url_of(run)).json()["failure"]

    assert failure == {
        "code": "disk_full",
        "message": why_failed(run),
        "detail": run.failure_detail,
    }


def test_a_running_run_shows_its_phase(client, user):
    shown = client.get(url_of(RunFactory(owner=user, running=True))).json()

    assert (shown["state"], shown["phase"]) == ("running", "measure")
    assert (shown["progress"], shown["attempt"]) == (0.5, 1)


@pytest.mark.parametrize(
    "query",
    [{"state": "failed"}, {"engine": "postgresql"}, {"visibility": "public"}],
    ids=str,
)
def test_runs_are_filtered_by_their_fields(client, user, query):
    RunFactory(owner=user)
    RunFactory(
        owner=user,
        endpoint__engine=query.get("engine", "mysql"),
        visibility=query.get("visibility", "private"),
        failed="state" in query,
    )

    rows = client.get(RUNS, query).json()["results"]

    assert [{name: row[name] for name in query} for row in rows] == [query]


def test_runs_are_found_by_sweep_data_set_and_what_they_repeat(client, user, stranger):
    published = ResultFactory()
    run = RunFactory(owner=user, succeeded=True, public=True, reproduces=published)
    sweep = sweep_of(run, data_set=kept_by(run))
    other = RunFactory(owner=user, succeeded=True, public=True)

    for query in (
        {"sweep": str(sweep.pk)},
        {"reproduces": str(published.pk)},
        {"data_set": str(sweep.runs.get().data_set_id)},
    ):
        rows = client.get(RUNS, query).json()["results"]
        assert [row["id"] for row in rows] == [str(run.pk)], query
    for name in ("sweep", "reproduces"):
        rows = client.get(RUNS, {name: "null"}).json()["results"]
        assert [row["id"] for row in rows] == [str(other.pk)], name
    assert stranger.get(RUNS, query).json()["results"] == []


def test_others_do_not_read_which_data_a_run_used(client, user, stranger):
    run = RunFactory(owner=user, succeeded=True, public=True)
    kept = kept_by(run)
    sweep = sweep_of(run, data_set=kept)

    mine, theirs = client.get(url_of(run)).json(), stranger.get(url_of(run)).json()

    assert (mine["data_set"], theirs["data_set"]) == (str(kept.pk), None)
    assert (mine["sweep"], mine["sweep_position"]) == (str(sweep.pk), 1)
    assert theirs["sweep"] == str(sweep.pk)


def test_repetitions_start_a_sweep_whose_first_run_is_the_answer(
    client, body, sent, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(RUNS, body | {"repetitions": 3, "settle_seconds": 0})

    first = Run.objects.get(sweep_position=1)
    shown = answer.json()
    assert answer.status_code == 201
    assert answer["Location"] == f"http://testserver{url_of(first)}"
    assert (shown["id"], shown["sweep"]) == (str(first.pk), str(first.sweep_id))
    assert (shown["sweep_position"], shown["repetition"]) == (1, 1)
    assert [run.repetition for run in first.sweep.runs.order_by("sweep_position")] == [
        1,
        2,
        3,
    ]
    assert first.sweep.settle_seconds == 0
    assert [message["argument"] for _task, message in sent] == [first.pk]


def test_a_repeated_request_for_a_sweep_makes_one(client, body, sent):
    key = {"HTTP_IDEMPOTENCY_KEY": "climb"}

    first = client.post(RUNS, body | {"repetitions": 2}, **key)
    again = client.post(RUNS, body | {"repetitions": 2}, **key)

    assert again.json() == first.json()
    assert again["Location"] == first["Location"]
    assert Run.objects.count() == 2


def test_a_run_may_keep_its_data(client, body):
    assert client.post(RUNS, body | {"keep_data": True}).json()["keep_data"] is True


def test_runs_of_an_endpoint_are_listed_to_its_owner_alone(client, user, stranger):
    run = RunFactory(owner=user, succeeded=True, public=True)
    query = {"endpoint": str(run.endpoint_id)}

    assert len(client.get(RUNS, query).json()["results"]) == 1
    assert stranger.get(RUNS, query).json()["results"] == []
    assert len(stranger.get(RUNS).json()["results"]) == 1


@pytest.mark.parametrize("state", ["scheduled", "queued"])
def test_a_waiting_run_is_cancelled_at_once(client, user, state):
    run = RunFactory(owner=user, scheduled=state == "scheduled")

    answer = client.post(url_of(run, "cancel/"))

    assert answer.status_code == 200
    assert answer.json()["state"] == "cancelled"


def test_a_running_run_is_asked_to_stop(client, user):
    run = RunFactory(owner=user, running=True)

    answer = client.post(url_of(run, "cancel/"))
    again = client.post(url_of(run, "cancel/"))

    assert answer.status_code == again.status_code == 202
    assert answer.json()["state"] == "running"
    assert answer.json()["cancel_requested_at"]


@pytest.mark.parametrize("state", ["succeeded", "failed", "cancelled"])
def test_an_ended_run_cannot_be_cancelled(client, user, state):
    answer = client.post(url_of(RunFactory(owner=user, **{state: True}), "cancel/"))

    assert answer.status_code == 409
    assert answer["Content-Type"] == "application/problem+json"


def test_staff_may_cancel_what_blocks_a_server_and_its_event_says_so(
    client, user, staff
):
    run = RunFactory(owner=user)

    assert staff.post(url_of(run, "cancel/")).status_code == 200

    (event,) = client.get(url_of(run, "events/")).json()["results"]
    assert event["message"] == "Cancelled by staff before it started."
    assert event["data"] == {"was_waiting": True, "by": "staff"}


def test_a_published_run_is_seen_by_everybody_with_its_result(client, user, anonymous):
    run = RunFactory(owner=user, succeeded=True)
    assert anonymous.get(url_of(run)).status_code == 404

    answer = client.post(url_of(run, "publish/"))

    assert answer.status_code == 200
    assert answer.json()["visibility"] == "public"
    assert anonymous.get(url_of(run)).json()["endpoint"] is None
    assert anonymous.get(f"/api/v1/results/{run.result.pk}/").status_code == 200


@pytest.mark.parametrize("state", ["running", "failed"])
def test_only_a_succeeded_run_is_published(client, user, state):
    run = RunFactory(owner=user, **{state: True})

    assert client.post(url_of(run, "publish/")).status_code == 409


@pytest.mark.parametrize("tail", ["cancel/", "publish/"])
def test_others_may_not_act_on_a_run(user, stranger, anonymous, reader, tail):
    private = url_of(RunFactory(owner=user, succeeded=True), tail)
    public = url_of(RunFactory(owner=user, succeeded=True, public=True), tail)

    assert stranger.post(private).status_code == 404
    assert stranger.post(public).status_code == 403
    assert reader.post(private).status_code == 403
    assert anonymous.post(public).status_code == 401


def test_staff_do_not_publish_for_others(user, staff):
    run = RunFactory(owner=user, succeeded=True)

    assert staff.post(url_of(run, "publish/")).status_code == 403


@pytest.mark.parametrize("tail", ["", "samples/", "counters/", "events/", "output/"])
def test_a_private_run_is_hidden_from_others(user, stranger, anonymous, staff, tail):
    run = RunFactory(owner=user, failed=True)
    OutputFactory(attempt=run.attempts.get())

    assert stranger.get(url_of(run, tail)).status_code == 404
    assert anonymous.get(url_of(run, tail)).status_code == 404
    assert staff.get(url_of(run, tail)).status_code == 200


@pytest.mark.parametrize("path", ["runs/", "sweeps/"])
def test_an_endpoint_that_is_deleted_at_that_moment_is_a_fault_of_the_body(
    client, user, monkeypatch, path
):
    endpoint = EndpointFactory(owner=user)
    settle = run_requests.settle

    def settle_and_delete(*asked):
        settled = settle(*asked)
        delete_endpoint(endpoint)
        return settled

    monkeypatch.setattr(run_requests, "settle", settle_and_delete)
    body = {"endpoint": str(endpoint.pk), "workload": "oltp_read_only"}

    answer = client.post(
        f"/api/v1/{path}", body | ({"threads": [1, 2]} if path == "sweeps/" else {})
    )

    assert answer.status_code == 400
    assert answer.json()["errors"] == [
        {"field": "endpoint", "message": "This endpoint has been deleted."}
    ]
    assert not Run.objects.exists()
