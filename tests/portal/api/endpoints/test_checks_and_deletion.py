"""Checking, listing and deleting one's endpoints."""

import pytest

from benchruns.models import Check
from local import ports
from portal import dispatch
from tests.factories import (
    DataSetFactory,
    EndpointFactory,
    RunFactory,
    ServerFactory,
    UserFactory,
)
from tests.portal.api.conftest import client_of
from tests.portal.api.endpoints.given import ENDPOINTS, errors_of, url_of
from workers import checker


def left_behind(endpoint):
    return DataSetFactory(
        endpoint=endpoint,
        server=ServerFactory(),
        run=RunFactory(endpoint=endpoint, owner=endpoint.owner, failed=True),
    )


@pytest.fixture
def worker(monkeypatch):
    """The control worker, in this process instead of behind the broker."""

    def perform(task, *, queue, argument, expires):
        assert (task, queue) == ("benchbook.check", "control")
        checker.perform(argument)

    monkeypatch.setattr(dispatch, "_send", perform)


def test_a_deleted_endpoint_is_gone_and_its_secret_erased(client, user):
    endpoint = EndpointFactory(owner=user)
    run = RunFactory(owner=user, endpoint=endpoint, succeeded=True)

    answer = client.delete(url_of(endpoint))
    endpoint.refresh_from_db()

    assert answer.status_code == 204
    assert endpoint.password_encrypted == ""
    assert client.get(url_of(endpoint)).status_code == 404
    assert client.get(f"/api/v1/runs/{run.pk}/").status_code == 200


def test_data_left_on_the_server_is_left_on_purpose_alone(client, user):
    endpoint = EndpointFactory(owner=user)
    left = left_behind(endpoint)

    refused = client.delete(url_of(endpoint))
    unclear = client.delete(f"{url_of(endpoint)}?leave_data=maybe")
    meant = client.delete(f"{url_of(endpoint)}?leave_data=true")

    assert refused.status_code == 409
    assert left.workspace in refused.json()["detail"]
    assert list(errors_of(unclear)) == ["leave_data"]
    assert meant.status_code == 204


def test_an_endpoint_with_a_waiting_run_is_not_deleted(client, user):
    run = RunFactory(owner=user)

    answer = client.delete(url_of(run.endpoint))

    assert answer.status_code == 409
    assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.django_db(transaction=True)
def test_a_check_answers_with_what_was_found(client, user, worker):
    endpoint = EndpointFactory(owner=user, host="127.0.0.1", port=ports.choose())

    answer = client.post(url_of(endpoint, "check/"))

    assert answer.status_code == 200
    told = answer.json()
    assert told["ok"] is False
    assert told["code"] == "connection_refused"
    assert told["message"]
    assert told["checked_at"]
    assert told["server"] is None
    assert told["missing_privileges"] == []
    assert client.get(url_of(endpoint)).json()["last_check"] == told


def test_a_check_that_no_worker_answers_is_accepted(client, user, monkeypatch):
    monkeypatch.setitem(dispatch.check_endpoint.__kwdefaults__, "wait_seconds", 0.1)
    endpoint = EndpointFactory(owner=user)

    answer = client.post(url_of(endpoint, "check/"))

    assert answer.status_code == 202
    assert answer.json()["ok"] is None
    assert answer.json()["message"]
    assert Check.objects.get().endpoint == endpoint
    assert client.get(url_of(endpoint)).json()["last_check"] is None


def test_the_last_check_is_shown_with_the_server(client, user):
    endpoint = EndpointFactory(owner=user, checked=True)

    last = client.get(url_of(endpoint)).json()["last_check"]

    assert last["ok"] is True
    assert last["server"]["engine"] == "mysql"
    assert last["server"]["version"] == "8.0.36"


def test_a_list_holds_ones_own_in_few_queries(
    client, user, stranger, staff, django_assert_max_num_queries
):
    EndpointFactory.create_batch(12, owner=user, checked=True)

    with django_assert_max_num_queries(4):
        rows = client.get(ENDPOINTS).json()["results"]

    assert len(rows) == 12
    assert all(row["last_check"]["ok"] for row in rows)
    assert stranger.get(ENDPOINTS).json()["results"] == []
    assert len(staff.get(ENDPOINTS).json()["results"]) == 12


def test_staff_find_their_own_first_and_whose_the_others_are(client, user):
    admin = UserFactory(staff=True)
    staff = client_of(admin)
    theirs = EndpointFactory.create_batch(2, owner=user)
    own = EndpointFactory.create_batch(2, owner=admin)
    EndpointFactory(owner=user)

    first = staff.get(ENDPOINTS, {"page_size": 3}).json()
    rest = staff.get(first["next"]).json()
    back = staff.get(rest["previous"]).json()

    named = [row["name"] for row in first["results"]]
    assert named[:2] == [own[1].name, own[0].name]
    assert [row["name"] for row in rest["results"]] == [theirs[1].name, theirs[0].name]
    assert [row["name"] for row in back["results"]] == named
    assert {row["owner"] for row in rest["results"]} == {user.username}
    assert len(staff.get(ENDPOINTS, {"mine": "true"}).json()["results"]) == 2
    assert len(staff.get(ENDPOINTS, {"mine": "false"}).json()["results"]) == 3
    assert client.get(ENDPOINTS, {"mine": "false"}).json()["results"] == []
