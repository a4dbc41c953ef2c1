"""Webhooks are made, changed and deleted under the rules of endpoints' addresses."""

import socket
from threading import Event, Thread

import pytest

from benchruns.errors import FieldError, NotAllowed
from benchruns.limits.door import LimitReached
from benchruns.models import AuditEntry, Webhook
from benchruns.webhooks import addresses, changes
from portal.accounts.secret_keys import renew_all
from tests import waiting
from tests.factories import UserFactory
from tests.webhook_factories import DeliveryFactory, WebhookFactory

pytestmark = pytest.mark.django_db

HERE = "http://127.0.0.1:9/hook?of=ci"


def create(owner=None, address=HERE, events=("run.failed",)):
    return changes.create(owner=owner or UserFactory(), address=address, events=events)


def acts():
    return list(AuditEntry.objects.order_by("id").values_list("action", flat=True))


def test_its_secret_is_kept_encrypted_and_told_once():
    webhook, secret = create()

    row = Webhook.objects.get()
    assert row.secret == secret
    assert secret.startswith("whsec_")
    assert secret not in row.secret_encrypted
    assert changes.renew_secret(webhook, by=webhook.owner) != secret
    assert renew_all().current >= 1
    assert acts() == ["webhook_made", "webhook_changed"]
    details = list(AuditEntry.objects.values_list("details", flat=True))
    assert secret not in str(details)


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("ftp://127.0.0.1/", "Give an address as https://host/path"),
        ("127.0.0.1/hook", "Give an address as https://host/path"),
        ("http://127.0.0.1:99999/", "Give an address as https://host/path"),
        ("http://127.0.0.1:0/", "Give an address as https://host/path"),
        ("http://127.0.0.1/a b", "Give an address as https://host/path"),
        ("http:///hook", "Give an address as https://host/path"),
        ("http://ann:pw@127.0.0.1/", "without an account"),
        ("http://127.0.0.1/#x", "without an account"),
        ("http://127.0.0.1/" + "x" * 500, "500 characters"),
        ("http://169.254.169.254/latest/", "Nothing is sent to 169.254.169.254"),
        ("http://10.0.0.9/", "outside of the networks"),
        ("http://[::1]/", "outside of the networks"),
        ("http://2130706433.example.invalid:70000/", "Give an address as"),
    ],
)
def test_an_address_that_may_not_be_reached_is_refused(address, says):
    with pytest.raises(FieldError, match=says) as caught:
        create(address=address)

    assert caught.value.field == "address"
    assert not Webhook.objects.exists()


def test_a_number_that_stands_for_a_forbidden_address_is_refused(settings):
    settings.ENDPOINT_NETWORKS = None
    for host in ("0x7f000001", "2130706433", "localhost", "[::ffff:127.0.0.1]"):
        with pytest.raises(FieldError):
            create(address=f"http://{host}/")


@pytest.fixture
def silent_names(monkeypatch):
    """Names of ``.invalid`` get no answer before it is set; ``asked`` has them."""
    answered, asked, real = Event(), [], socket.getaddrinfo

    def getaddrinfo(host, *more, **options):
        if not str(host).endswith(".invalid"):
            return real(host, *more, **options)
        asked.append(host)
        answered.wait(60)
        raise socket.gaierror(socket.EAI_NONAME, "no such name")

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    monkeypatch.setattr(addresses, "LOOK_UP_SECONDS", 60)
    yield answered, asked
    answered.set()


def test_few_wait_for_a_silent_name_service_and_the_others_are_answered(silent_names):
    answered, asked = silent_names
    threads = [
        Thread(target=addresses.refuse_unreachable, args=[f"http://n{n}.invalid/"])
        for n in range(addresses.MOST_WAITING + 3)
    ]

    for thread in threads:
        thread.start()
    waiting.until(
        lambda: sum(each.is_alive() for each in threads) == len(asked) > 0,
        what="the answers of those who may not wait",
    )
    assert len(asked) == addresses.MOST_WAITING
    addresses.refuse_unreachable("http://169.254.169.254/")  # the worker refuses it

    answered.set()
    for thread in threads:
        thread.join()
    with pytest.raises(FieldError):
        addresses.refuse_unreachable("http://169.254.169.254/")


def test_an_address_that_stays_is_not_looked_up(silent_names):
    _answered, asked = silent_names
    webhook = WebhookFactory(address="http://stays.invalid/")

    changes.change(webhook, by=webhook.owner, address=webhook.address)

    assert asked == []


def test_a_public_address_is_judged_by_its_policy(settings):
    settings.ENDPOINT_NETWORKS, settings.PUBLIC_ENDPOINTS = None, "refuse"
    with pytest.raises(FieldError, match="public addresses"):
        create(address="https://8.8.8.8/")

    settings.PUBLIC_ENDPOINTS = "ask"
    webhook, _secret = create(address="https://8.8.8.8/")
    staff = UserFactory(is_staff=True)
    DeliveryFactory(webhook=webhook, code="public_address_waits", detail="8.8.8.8")
    with pytest.raises(NotAllowed, match="Nothing waits"):
        changes.allow(webhook, receiver="8.8.4.4", by=staff)
    changes.allow(webhook, receiver="8.8.8.8", by=staff)
    (allowed,) = webhook.allowed_receivers.all()
    assert (allowed.address, allowed.allowed_by) == ("8.8.8.8", staff)
    assert acts() == ["webhook_made", "webhook_allowed"]
    changes.change(webhook, by=webhook.owner, address="https://8.8.4.4/")
    assert not webhook.allowed_receivers.exists()


def test_events_are_those_of_the_table():
    webhook, _secret = create(events=["run.failed", "run.started", "run.failed"])

    assert webhook.events == ["run.started", "run.failed"]
    with pytest.raises(FieldError, match=r"no event run\.moved"):
        create(events=["run.moved"])
    with pytest.raises(FieldError, match="Choose one"):
        create(events=[])


def test_one_too_many_is_refused(settings):
    settings.LIMITS = {**settings.LIMITS, "webhooks": 1}
    webhook, _secret = create()

    with pytest.raises(LimitReached, match="Webhooks: 1"):
        create(owner=webhook.owner)

    changes.delete(webhook, by=webhook.owner)
    create(owner=webhook.owner)
    assert acts() == ["webhook_made", "webhook_deleted", "webhook_made"]


def test_a_change_that_changes_nothing_is_no_act():
    webhook = WebhookFactory()

    changes.change(webhook, by=webhook.owner, is_active=True)
    assert acts() == []
    changes.change(webhook, by=webhook.owner, is_active=False)
    assert acts() == ["webhook_changed"]


def test_a_test_and_a_redelivery_wait_behind_what_waits():
    webhook = WebhookFactory()
    old = DeliveryFactory(webhook=webhook, failed=True)
    waits = DeliveryFactory(webhook=webhook)

    sent = changes.test(webhook)
    again = changes.redeliver(old)

    assert (sent.event, again.state) == ("test", "waiting")
    order = webhook.deliveries.order_by("number")
    assert list(order) == [waits, sent, old]
    with pytest.raises(NotAllowed, match="waits to be sent already"):
        changes.redeliver(waits)


def test_nothing_is_asked_of_one_that_is_paused():
    delivery = DeliveryFactory(webhook__is_active=False, delivered=True)

    for deed, of in ((changes.test, delivery.webhook), (changes.redeliver, delivery)):
        with pytest.raises(NotAllowed, match="paused"):
            deed(of)
