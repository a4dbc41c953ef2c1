"""A repeated POST with its Idempotency-Key changes nothing again."""

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone
from rest_framework.test import APIClient

from benchruns.models import Check, Endpoint, Run
from portal import dispatch
from portal.models import ApiToken, IdempotencyRecord
from tests.factories import (
    ApiTokenFactory,
    EndpointFactory,
    IdempotencyRecordFactory,
    RunFactory,
    UserFactory,
)

pytestmark = pytest.mark.both_databases

RUNS = "/api/v1/runs/"
KEY = {"HTTP_IDEMPOTENCY_KEY": "retry-1"}


@pytest.fixture
def endpoint(user):
    return EndpointFactory(owner=user)


@pytest.fixture
def body(endpoint):
    return {"endpoint": str(endpoint.pk), "workload": "oltp_read_write"}


def test_the_first_answer_is_given_again(client, body):
    first = client.post(RUNS, body, **KEY)
    again = client.post(RUNS, body, **KEY)

    assert first.status_code == again.status_code == 201
    assert "Idempotent-Replayed" not in first
    assert again["Idempotent-Replayed"] == "true"
    assert again.json() == first.json()
    assert again["Location"] == first["Location"]
    assert Run.objects.count() == 1


def test_without_a_key_each_request_counts(client, body):
    client.post(RUNS, body)
    client.post(RUNS, body)

    assert Run.objects.count() == 2


def test_a_key_is_not_used_for_another_request(client, body, endpoint):
    client.post(RUNS, body, **KEY)

    other_body = client.post(RUNS, body | {"workload": "oltp_read_only"}, **KEY)
    other_path = client.post(f"/api/v1/endpoints/{endpoint.pk}/check/", **KEY)

    assert other_body.status_code == other_path.status_code == 422
    assert other_body["Content-Type"] == "application/problem+json"
    assert Run.objects.count() == 1


def test_a_key_belongs_to_its_user(client, stranger, body):
    client.post(RUNS, body, **KEY)

    assert stranger.post(RUNS, body, **KEY).status_code == 400


def test_a_refused_request_does_not_use_up_its_key(client, body):
    refused = client.post(RUNS, body | {"workload": "oltp_nothing"}, **KEY)
    taken = client.post(RUNS, body, **KEY)

    assert refused.status_code == 400
    assert taken.status_code == 201


def test_a_key_is_forgotten_after_a_day(client, body):
    client.post(RUNS, body, **KEY)
    yesterday = timezone.now() - timedelta(days=1, seconds=1)
    IdempotencyRecord.objects.update(created_at=yesterday)

    again = client.post(RUNS, body, **KEY)

    assert again.status_code == 201
    assert Run.objects.count() == 2
    assert IdempotencyRecord.objects.count() == 1


@pytest.mark.parametrize("key", ["", "x" * 201, "ä"], ids=["empty", "long", "other"])
def test_a_key_is_short_and_plain(client, body, key):
    answer = client.post(RUNS, body, HTTP_IDEMPOTENCY_KEY=key)

    assert answer.status_code == 400
    assert answer.json()["errors"][0]["field"] == "Idempotency-Key"


def test_an_endpoint_is_registered_once_and_no_password_stored(client):
    body = {
        "name": "shop",
        "engine": "mysql",
        "host": "db.example",
        "port": 3306,
        "username": "bench",
        "password": "s3cret horse",
        "database": "bench",
    }

    first = client.post("/api/v1/endpoints/", body, **KEY)
    again = client.post("/api/v1/endpoints/", body, **KEY)

    assert again.json() == first.json()
    assert Endpoint.objects.count() == 1
    record = IdempotencyRecord.objects.values().get()
    assert "s3cret" not in str(record)


def test_the_key_of_a_token_is_never_shown_again(client):
    count = ApiToken.objects.count()

    first = client.post("/api/v1/tokens/", {"name": "ci"}, **KEY)
    again = client.post("/api/v1/tokens/", {"name": "ci"}, **KEY)

    assert first.status_code == 201
    assert again.status_code == 409
    assert again["Content-Type"] == "application/problem+json"
    assert again["Location"] == first["Location"]
    assert ApiToken.objects.count() == count + 1
    assert first.json()["key"] not in str(IdempotencyRecord.objects.values().get())


def test_cancelling_twice_is_told_the_same(client, user):
    url = f"{RUNS}{RunFactory(owner=user).pk}/cancel/"

    assert client.post(url, **KEY).status_code == 200
    assert client.post(url, **KEY).status_code == 200
    assert client.post(url).status_code == 409


@pytest.fixture
def short_wait(monkeypatch):
    monkeypatch.setitem(dispatch.check_endpoint.__kwdefaults__, "wait_seconds", 0.05)


def test_a_check_is_made_once(client, endpoint, short_wait):
    url = f"/api/v1/endpoints/{endpoint.pk}/check/"

    first = client.post(url, **KEY)
    again = client.post(url, **KEY)

    assert first.status_code == again.status_code == 202
    assert again["Idempotent-Replayed"] == "true"
    assert Check.objects.count() == 1


def test_expired_records_of_a_user_go_when_another_comes(client, user, body):
    old = IdempotencyRecordFactory(user=user, answered=True)
    others = IdempotencyRecordFactory(answered=True)
    earlier = timezone.now() - timedelta(days=2)
    IdempotencyRecord.objects.update(created_at=earlier)

    client.post(RUNS, body, **KEY)

    left = set(IdempotencyRecord.objects.values_list("key", flat=True))
    assert old.key not in left
    assert left == {others.key, KEY["HTTP_IDEMPOTENCY_KEY"]}


def test_a_check_under_way_is_told_to_wait(client, user, endpoint, short_wait):
    url = f"/api/v1/endpoints/{endpoint.pk}/check/"
    client.post(url, **KEY)
    IdempotencyRecord.objects.update(status=None)

    waiting = client.post(url, **KEY)
    earlier = timezone.now() - timedelta(minutes=2)
    IdempotencyRecord.objects.update(created_at=earlier)
    abandoned = client.post(url, **KEY)

    assert waiting.status_code == 409
    assert waiting["Retry-After"]
    assert abandoned.status_code == 202
    assert Check.objects.count() == 1  # the second request joined the first one's


def test_a_refused_check_does_not_use_up_its_key(client, stranger, endpoint):
    url = f"/api/v1/endpoints/{endpoint.pk}/check/"

    assert stranger.post(url, **KEY).status_code == 404
    assert IdempotencyRecord.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_concurrent_duplicates_make_one_run(monkeypatch):
    monkeypatch.setattr(dispatch, "_send", lambda *args, **message: None)
    user = UserFactory()
    ApiTokenFactory(user=user, key="bb_many")
    endpoint = EndpointFactory(owner=user)
    body = {"endpoint": str(endpoint.pk), "workload": "oltp_read_write"}
    answers, start = [], threading.Barrier(6)

    def send():
        client = APIClient(HTTP_AUTHORIZATION="Token bb_many")
        start.wait()
        answers.append(client.post(RUNS, body, **KEY))
        connection.close()

    threads = [threading.Thread(target=send) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert Run.objects.count() == 1
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["id"] for answer in answers}) == 1
