"""Stopping all load by the API: staff do, everybody reads why."""

import pytest

from benchruns.audit.origin import Door
from benchruns.emergency import stop
from benchruns.models import AuditEntry
from benchruns.vocabulary import AuditAction
from tests.factories import EndpointFactory, RunFactory

pytestmark = pytest.mark.django_db

URL = "/api/v1/stop/"
REASON = "The storage of provider A burns."
NOTHING = {"stopped": False, "reason": None, "since": None, "by": None}


def test_staff_stop_all_load_and_lift_the_stop(staff):
    assert staff.get(URL).json() == NOTHING

    stopped = staff.post(URL, {"reason": REASON})

    assert stopped.status_code == 200
    assert stopped.json() == staff.get(URL).json()
    assert (stopped.json()["stopped"], stopped.json()["reason"]) == (True, REASON)
    assert stop.standing().reason == REASON

    assert staff.delete(URL).status_code == 204
    assert staff.get(URL).json() == NOTHING
    assert staff.delete(URL).status_code == 204
    acts = AuditEntry.objects.values_list("action", "door")
    assert list(acts) == [
        (AuditAction.LOAD_STOP_LIFTED, Door.API),
        (AuditAction.LOAD_STOPPED, Door.API),
    ]


def test_everybody_reads_why_and_staff_alone_by_whom(staff, client, anonymous):
    told = staff.post(URL, {"reason": REASON}).json()
    assert told["by"] == stop.standing().by.username

    for other in (client, anonymous):
        assert other.get(URL).json() == {**told, "by": None}


def test_others_than_staff_neither_stop_nor_lift(staff, client, reader, anonymous):
    for other, status in ((client, 403), (reader, 403), (anonymous, 401)):
        assert other.post(URL, {"reason": REASON}).status_code == status
    assert stop.standing() is None

    staff.post(URL, {"reason": REASON})
    for other, status in ((client, 403), (reader, 403), (anonymous, 401)):
        assert other.delete(URL).status_code == status
    assert stop.standing() is not None


@pytest.mark.parametrize(
    "body",
    [{}, {"reason": ""}, {"reason": " "}, {"reason": None}, {"reason": "x" * 301}],
)
def test_a_stop_takes_a_reason(staff, body):
    answer = staff.post(URL, body)

    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == ["reason"]
    assert stop.standing() is None


def test_a_second_stop_is_told_that_the_first_one_stands(staff):
    staff.post(URL, {"reason": REASON})

    again = staff.post(URL, {"reason": "Another."})

    assert again.status_code == 409
    assert REASON in again.json()["detail"]


def test_a_run_that_waits_says_why_and_one_that_ended_does_not(client, user):
    waiting, ended = RunFactory(owner=user), RunFactory(owner=user, succeeded=True)
    stop.stop_all(by=None, reason=REASON)

    found = {run["id"]: run for run in client.get("/api/v1/runs/").json()["results"]}

    assert found[str(waiting.pk)]["stop_reason"] == REASON
    assert found[str(ended.pk)]["stop_reason"] is None
    stop.lift(by=None)
    run = client.get(f"/api/v1/runs/{waiting.pk}/").json()
    assert (run["state"], run["stop_reason"]) == ("queued", None)


def test_a_check_is_taken_and_says_at_once_why_it_waits(client, user):
    endpoint = EndpointFactory(owner=user)
    stop.stop_all(by=None, reason=REASON.rstrip("."))

    answer = client.post(f"/api/v1/endpoints/{endpoint.pk}/check/")

    assert answer.status_code == 202
    assert answer.json()["message"] == (
        f"Staff have stopped all load: {REASON} The check begins when they lift the stop."
    )
