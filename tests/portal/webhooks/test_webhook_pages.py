"""Webhooks are made, tried out, paused, sent to again and deleted on their pages."""

import pytest

from benchruns.models import AuditEntry, Delivery, Webhook
from tests.factories import UserFactory
from tests.webhook_factories import DeliveryFactory, WebhookFactory

pytestmark = pytest.mark.django_db

FORM = {"address": "http://127.0.0.1:9/hook", "events": ["run.failed"]}


@pytest.fixture
def user():
    return UserFactory()


@pytest.fixture
def page(client, user):
    client.force_login(user)
    return client


@pytest.fixture
def webhook(user):
    return WebhookFactory(owner=user)


def at(webhook, deed=""):
    return f"/webhooks/{webhook.pk}/{deed}"


def text_of(answer):
    return " ".join(answer.content.decode().split())


def test_its_secret_is_on_the_page_that_follows_once_and_nowhere_else(page):
    answer = page.post("/webhooks/new/", FORM, follow=True)

    made = Webhook.objects.get()
    assert answer.redirect_chain == [(at(made), 302)]
    assert made.secret in text_of(answer)
    assert "no-store" in answer["Cache-Control"]
    assert made.secret not in text_of(page.get(at(made)))
    assert made.events == ["run.failed"]
    renewed = page.post(at(made, "secret/"), follow=True)
    made.refresh_from_db()
    assert made.secret in text_of(renewed)
    assert made.secret not in text_of(page.get(at(made)))
    assert "no-store" in renewed["Cache-Control"]
    assert page.get(at(made, "secret/"))["Location"] == at(made)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"address": "http://169.254.169.254/"}, "Nothing is sent to 169.254.169.254"),
        ({"address": "nowhere"}, "Give an address as https://host/path"),
        ({"events": []}, "Choose one event at least."),
    ],
)
def test_what_cannot_be_is_told_beside_its_field(page, webhook, change, says):
    for url in ("/webhooks/new/", at(webhook, "change/")):
        answer = page.post(url, FORM | change)
        assert says in text_of(answer)
    assert Webhook.objects.get() == webhook


def test_one_too_many_is_told(page, webhook, settings):
    settings.LIMITS = {**settings.LIMITS, "webhooks": 1}

    assert "Your limit is reached" in text_of(page.post("/webhooks/new/", FORM))


def test_it_is_changed_paused_resumed_and_deleted(page, webhook):
    waits = DeliveryFactory(webhook=webhook)
    page.post(at(webhook, "change/"), FORM)
    page.post(at(webhook, "pause/"))

    webhook.refresh_from_db()
    assert (webhook.address, webhook.is_active) == (FORM["address"], False)
    shown = text_of(page.get(at(webhook)))
    assert "Paused." in shown
    assert "Send a test" not in shown
    page.post(at(webhook, "resume/"))
    assert "Send a test" in text_of(page.get(at(webhook)))
    assert "1 event that waits is never sent" in text_of(
        page.get(at(webhook, "delete/"))
    )
    assert page.post(at(webhook, "delete/"))["Location"] == "/webhooks/"
    assert not Delivery.objects.filter(pk=waits.pk).exists()


def test_a_test_is_in_the_log_and_so_is_why_one_failed(page, webhook):
    failed = DeliveryFactory(webhook=webhook, failed=True)

    page.post(at(webhook, "test/"))

    shown = text_of(page.get(at(webhook)))
    assert "1 event still to send" in shown
    assert "No HTTP answer came in time" in shown
    page.post(at(webhook, "send-again/"), {"delivery": str(failed.pk)})
    failed.refresh_from_db()
    assert failed.state == "waiting"
    assert "2 events still to send" in text_of(page.get(at(webhook)))


def test_whoever_asks_for_too_much_in_a_minute_is_told_when(page, webhook, settings):
    settings.LIMITS = {**settings.LIMITS, "checks": 0}
    failed = DeliveryFactory(webhook=webhook, failed=True)

    named = {"delivery": str(failed.pk)}
    for answer in (
        page.post(at(webhook, "test/")),
        page.post(at(webhook, "send-again/"), named),
        page.post(at(webhook, "change/"), FORM),
    ):
        assert answer.status_code in (409, 429)
        assert "Your limit is reached (Checks a minute: 0)" in text_of(answer)
    assert Delivery.objects.get().state == "failed"


def test_one_that_holds_back_the_later_ones_is_skipped(page, webhook):
    untried = DeliveryFactory(webhook=webhook)
    assert "Skip it" not in text_of(page.get(at(webhook)))
    Delivery.objects.filter(pk=untried.pk).update(attempts=2, code="no_answer")
    assert "Skip it" in text_of(page.get(at(webhook)))

    page.post(at(webhook, "skip/"), {"delivery": str(untried.pk)})

    assert "Skipped by its owner" in text_of(page.get(at(webhook)))
    other = DeliveryFactory()
    answer = page.post(at(webhook, "skip/"), {"delivery": str(other.pk)})
    assert answer.status_code == 404


def test_one_sends_no_delivery_of_others_again(page, webhook):
    other = DeliveryFactory(failed=True)

    for key in (str(other.pk), "x", ""):
        answer = page.post(at(webhook, "send-again/"), {"delivery": key})
        assert answer.status_code == 404


def test_staff_see_who_waits_for_them_and_allow_it(client, webhook):
    staff = UserFactory(staff=True)
    client.force_login(staff)
    Webhook.objects.update(address="https://8.8.8.8/hook")
    DeliveryFactory(
        webhook=webhook, attempts=1, code="public_address_waits", detail="8.8.8.8"
    )

    assert "https://8.8.8.8/hook" in text_of(client.get("/endpoints/public/"))
    assert "Allow 8.8.8.8" in text_of(client.get(at(webhook)))
    elsewhere = {"receiver": "8.8.4.4"}
    refused = client.post(at(webhook, "allow/"), elsewhere, follow=True)
    assert "Nothing waits to be sent to that address" in text_of(refused)
    assert not webhook.allowed_receivers.exists()
    client.post(at(webhook, "allow/"), {"receiver": "8.8.8.8"})

    assert webhook.allowed_receivers.get().allowed_by == staff
    assert "Allow 8.8.8.8" not in text_of(client.get(at(webhook)))
    assert "https://8.8.8.8/hook" not in text_of(client.get("/endpoints/public/"))
    assert AuditEntry.objects.get().action == "webhook_allowed"


def test_the_owner_allows_nothing(page, webhook):
    assert page.post(at(webhook, "allow/")).status_code in (403, 404)
    assert not webhook.allowed_receivers.exists()


def test_the_list_is_read_in_a_few_queries(page, user, django_assert_max_num_queries):
    for _ in range(5):
        DeliveryFactory(webhook__owner=user, delivered=True)

    with django_assert_max_num_queries(12):
        shown = text_of(page.get("/webhooks/"))
    assert shown.count("arrived") == 5
