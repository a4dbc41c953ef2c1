"""Webhooks by the API: made, changed, tried out, deleted, and their log."""

from http import HTTPStatus

import pytest
from django.db import connection

from benchruns.endpoints import name_service
from benchruns.models import AuditEntry, Delivery, Webhook
from benchruns.webhooks import changes
from portal.models import IdempotencyRecord
from tests.factories import UserFactory
from tests.portal.api.conftest import client_of
from tests.webhook_factories import DeliveryFactory, WebhookFactory

pytestmark = pytest.mark.django_db

URL = "/api/v1/webhooks/"
BODY = {"address": "http://127.0.0.1:9/hook", "events": ["run.failed", "run.started"]}


@pytest.fixture
def webhook(user):
    return WebhookFactory(owner=user)


def at(webhook, deed=""):
    return f"{URL}{webhook.pk}/{deed}"


def test_a_webhook_is_made_and_its_secret_is_in_this_answer_alone(client):
    answer = client.post(URL, BODY, HTTP_IDEMPOTENCY_KEY="once")

    assert answer.status_code == HTTPStatus.CREATED
    made = answer.json()
    assert made["events"] == ["run.started", "run.failed"]
    assert (made["is_active"], made["waiting"]) == (True, 0)
    assert Webhook.objects.get(pk=made["id"]).secret == made["secret"]
    assert answer["Location"].endswith(f"{URL}{made['id']}/")
    assert "secret" not in client.get(answer["Location"]).json()
    again = client.post(URL, BODY, HTTP_IDEMPOTENCY_KEY="once")
    assert again.status_code == HTTPStatus.CONFLICT
    assert Webhook.objects.count() == 1
    assert made["secret"] not in str(list(IdempotencyRecord.objects.values()))


@pytest.mark.parametrize(
    ("change", "fields"),
    [
        ({"address": "http://169.254.169.254/"}, {"address"}),
        ({"address": "file:///etc/passwd", "events": []}, {"address", "events"}),
        ({"events": ["run.moved"]}, {"events"}),
        ({"secret": "mine"}, {"secret"}),
        ({"is_active": "yes"}, {"is_active"}),
    ],
)
def test_what_cannot_be_is_refused_by_field(client, webhook, change, fields):
    for answer in (
        client.post(URL, BODY | change),
        client.patch(at(webhook), change),
    ):
        assert answer.status_code == HTTPStatus.BAD_REQUEST
        assert {each["field"] for each in answer.json()["errors"]} == fields
    assert list(Webhook.objects.all()) == [webhook]


def test_it_is_changed_paused_and_deleted_by_its_owner(client, webhook):
    assert client.patch(at(webhook), {"is_active": False}).json()["is_active"] is False
    told = client.patch(at(webhook), {"address": BODY["address"]}).json()
    assert told["address"] == BODY["address"]
    DeliveryFactory(webhook=webhook)

    assert client.delete(at(webhook)).status_code == HTTPStatus.NO_CONTENT
    assert not Delivery.objects.exists()


def test_others_learn_nothing_and_staff_change_nothing(webhook):
    other, staff = client_of(UserFactory()), client_of(UserFactory(is_staff=True))

    assert other.get(at(webhook)).status_code == HTTPStatus.NOT_FOUND
    assert other.get(at(webhook, "deliveries/")).status_code == HTTPStatus.NOT_FOUND
    assert staff.get(at(webhook)).status_code == HTTPStatus.OK
    for answer in (
        staff.patch(at(webhook), {"is_active": False}),
        staff.post(at(webhook, "test/")),
        staff.post(at(webhook, "new-secret/")),
        staff.delete(at(webhook)),
    ):
        assert answer.status_code == HTTPStatus.FORBIDDEN


def test_tries_that_are_refused_meet_the_brake_whatever_key_each_has(client, settings):
    settings.LIMITS = settings.LIMITS | {"checks": 3}
    refused = BODY | {"address": "http://169.254.169.254/"}

    told = [
        client.post(URL, refused, HTTP_IDEMPOTENCY_KEY=f"try-{n}").status_code
        for n in range(5)
    ]

    assert told == [HTTPStatus.BAD_REQUEST] * 3 + [HTTPStatus.TOO_MANY_REQUESTS] * 2
    assert not IdempotencyRecord.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_nobody_waits_for_a_name_in_a_transaction(client, webhook, monkeypatch):
    """Which would hold the whole portal on SQLite, and the user's row elsewhere."""
    open_then = []

    def resolve(*_where, **_how):
        open_then.append(connection.in_atomic_block)
        return "127.0.0.1"

    monkeypatch.setattr(name_service, "resolve", resolve)

    made = client.post(URL, BODY, HTTP_IDEMPOTENCY_KEY="once")
    client.patch(at(webhook), {"address": "http://127.0.0.1:9/other"})

    assert made.status_code == HTTPStatus.CREATED
    assert open_then == [False, False]


SECRETS = "http://127.0.0.1:9/services/T0/xoxb-0123456789-of-a-chat?token=hush"
SHOWN = "http://127.0.0.1:9/services/***/***?***"


def test_what_may_be_a_secret_in_an_address_is_told_to_nobody(client, user):
    made = client.post(URL, {**BODY, "address": SECRETS}).json()

    webhook = Webhook.objects.get(pk=made["id"])
    assert webhook.target == SECRETS
    assert made["address"] == SHOWN
    noted = AuditEntry.objects.get()
    assert (noted.action, noted.subject_name) == ("webhook_made", SHOWN)
    assert "hush" not in str(list(Webhook.objects.values()))


def test_an_address_stays_where_it_is_sent_back_as_it_was_told(client, webhook):
    client.patch(at(webhook), {"address": SECRETS})

    told = client.patch(at(webhook), {"address": SHOWN, "events": ["sweep.ended"]})
    other = client.patch(at(webhook), {"address": SHOWN.replace(":9", ":10")})

    assert told.status_code == HTTPStatus.OK
    assert other.status_code == HTTPStatus.BAD_REQUEST
    assert "Give the whole address" in str(other.json()["errors"])
    webhook.refresh_from_db()
    assert webhook.target == SECRETS
    assert webhook.events == ["sweep.ended"]


def test_a_test_is_noted_to_be_sent(client, webhook):
    answer = client.post(at(webhook, "test/"))

    assert answer.status_code == HTTPStatus.CREATED
    told = answer.json()
    assert (told["event"], told["state"], told["attempts"]) == ("test", "waiting", 0)
    assert told["body"]["id"] == told["id"]
    assert client.get(at(webhook)).json()["waiting"] == 1
    changes.change(webhook, by=webhook.owner, is_active=False)
    paused = client.post(at(webhook, "test/"))
    assert paused.status_code == HTTPStatus.CONFLICT
    assert "Resume it first" in paused.json()["detail"]


def test_the_log_tells_why_and_sends_again(client, webhook):
    failed = DeliveryFactory(webhook=webhook, failed=True)
    DeliveryFactory(webhook=webhook, delivered=True)
    DeliveryFactory()

    told = client.get(at(webhook, "deliveries/")).json()["results"]

    assert [each["state"] for each in told] == ["failed", "delivered"]
    assert [each["status_code"] for each in told] == [None, 200]
    assert told[0]["reason"].startswith("No HTTP answer came in time")
    body = {"delivery": str(failed.pk)}
    answer = client.post(at(webhook, "redeliver/"), body)
    assert answer.json()["state"] == "waiting"
    twice = client.post(at(webhook, "redeliver/"), body)
    assert twice.status_code == HTTPStatus.CONFLICT
    foreign = client.post(
        at(webhook, "redeliver/"), {"delivery": str(DeliveryFactory(failed=True).pk)}
    )
    assert foreign.status_code == HTTPStatus.NOT_FOUND


def test_one_that_waits_is_skipped_once_and_may_be_sent_again(client, webhook):
    waits = DeliveryFactory(webhook=webhook, attempts=3)
    body = {"delivery": str(waits.pk)}

    answer = client.post(at(webhook, "skip/"), body)
    twice = client.post(at(webhook, "skip/"), body)
    foreign = client.post(at(webhook, "skip/"), {"delivery": str(DeliveryFactory().pk)})

    assert answer.status_code == HTTPStatus.OK
    assert answer.json()["state"] == "failed"
    assert answer.json()["reason"] == "Skipped by its owner: not tried again."
    assert twice.status_code == HTTPStatus.CONFLICT
    assert foreign.status_code == HTTPStatus.NOT_FOUND
    again = client.post(at(webhook, "redeliver/"), body)
    assert again.json()["state"] == "waiting"


def test_another_secret_takes_the_place_of_the_first(client, webhook):
    answer = client.post(at(webhook, "new-secret/"))

    webhook.refresh_from_db()
    assert answer.json()["secret"] == webhook.secret


def test_one_too_many_is_a_conflict(client, webhook, settings):
    settings.LIMITS = {**settings.LIMITS, "webhooks": 1}

    answer = client.post(URL, BODY)

    assert answer.status_code == HTTPStatus.CONFLICT
    assert "Webhooks: 1" in answer.json()["detail"]


@pytest.mark.parametrize("deed", ["test/", "redeliver/", "skip/", ""])
def test_what_reaches_out_for_a_webhook_counts_as_a_check(
    client, webhook, settings, deed
):
    settings.LIMITS = {**settings.LIMITS, "checks": 1}
    first = DeliveryFactory(webhook=webhook, failed=True)
    second = DeliveryFactory(webhook=webhook)
    assert client.post(at(webhook, "test/")).status_code == HTTPStatus.CREATED

    chosen = {"redeliver/": first, "skip/": second}.get(deed)
    answer = (
        client.post(at(webhook, deed), {"delivery": str(chosen.pk)} if chosen else None)
        if deed
        else client.patch(at(webhook), {"address": BODY["address"]})
    )

    assert answer.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert 1 <= int(answer["Retry-After"]) <= 61
    assert Delivery.objects.filter(event="test").count() == 1
    same = {"address": webhook.address, "events": ["run.failed"]}
    assert client.patch(at(webhook), same).status_code == HTTPStatus.OK


def test_another_webhook_counts_as_a_check(client, webhook, settings):
    settings.LIMITS = {**settings.LIMITS, "checks": 0}

    assert client.post(URL, BODY).status_code in (
        HTTPStatus.CONFLICT,
        HTTPStatus.TOO_MANY_REQUESTS,
    )
    assert Webhook.objects.get() == webhook
