"""Webhooks reach a real receiver, whoever was away meanwhile, in order, and verifiably."""

import json
import socket
from contextlib import suppress
from datetime import timedelta
from threading import Thread
from urllib.parse import urlsplit

import pytest
import time_machine
from django.db.transaction import TransactionManagementError
from django.utils import timezone

from benchruns.models import Delivery, Webhook
from benchruns.outbox.record import put
from benchruns.runs import lifecycle
from benchruns.sentences.webhooks.deliveries import why_not
from benchruns.vocabulary import WebhookEvent
from benchruns.webhooks import changes, outcomes
from local import ports
from tests.factories import NOON, ResultFactory, RunFactory, UserFactory
from tests.receiver import Receiver, is_genuine
from tests.webhook_factories import SECRET, DeliveryFactory, WebhookFactory
from workers import tasks, webhooks

pytestmark = pytest.mark.django_db(transaction=True)

NO_ANSWER = (
    "No HTTP answer came in time: nothing listens there, it is silent, or it is no web server "
    "with a certificate that holds."
)


@pytest.fixture
def receiver(tmp_path):
    one = Receiver(tmp_path, ports.choose()).start()
    yield one
    one.kill()


def look_after(**later):
    """A look of the worker, so much later."""
    with time_machine.travel(timezone.now() + timedelta(**later), tick=True):
        tasks.deliver()


def test_what_a_run_came_to_arrives_signed_as_the_docs_verify_it(receiver):
    run = RunFactory(running=True, name="Müllers nightly")
    WebhookFactory(owner=run.owner, address=receiver.url("/ok?of=ci"))
    result = ResultFactory.build(
        measured=True,
        doubted=True,
        run=run,
        owner=run.owner,
        endpoint=run.endpoint,
        tps=123.5,
    )
    lifecycle.succeed(run.pk, attempt=run.attempt, result=result)

    tasks.deliver()

    (got,) = receiver.received
    header, body = got["headers"]["Benchbook-Signature"], got["body"].encode()
    assert is_genuine(header, body, SECRET)
    assert not is_genuine(header, body + b" ", SECRET)
    assert not is_genuine(header, body, "another")
    with time_machine.travel(timezone.now() + timedelta(minutes=6)):
        assert not is_genuine(header, body, SECRET)
    told = json.loads(got["body"])
    assert (got["path"], told["event"]) == ("/ok?of=ci", "run.succeeded")
    assert told["data"]["run"]["name"] == "Müllers nightly"
    assert told["data"]["run"]["result"]["tps"] == 123.5
    assert told["data"]["run"]["result"]["doubt"] == "figure"
    delivery = Delivery.objects.get()
    assert got["headers"]["Benchbook-Delivery"] == told["id"] == str(delivery.pk)
    assert (delivery.state, delivery.status_code) == ("delivered", 200)


def test_a_receiver_that_was_down_gets_every_event_once_in_order(receiver):
    receiver.kill()
    one = WebhookFactory(address=receiver.url())
    waiting = [DeliveryFactory(webhook=one) for _ in range(25)]
    tasks.deliver()
    head = Delivery.objects.get(pk=waiting[0].pk)
    assert (head.state, head.attempts, head.code) == ("waiting", 1, "no_answer")
    assert "refused" not in why_not(head) + head.detail
    assert Delivery.objects.filter(attempts=0).count() == 24

    receiver.start()
    tasks.deliver()  # its time has not come
    assert receiver.received == []
    look_after(seconds=10)
    look_after(seconds=60)

    assert [each["body"] for each in receiver.received] == [w.body for w in waiting]
    assert set(Delivery.objects.values_list("state", flat=True)) == {"delivered"}


def test_what_waits_behind_an_event_that_is_skipped_is_sent_without_it(receiver):
    receiver.kill()
    one = WebhookFactory(address=receiver.url())
    refused, *later = [DeliveryFactory(webhook=one) for _ in range(3)]
    tasks.deliver()
    receiver.start()

    changes.skip(refused)
    tasks.deliver()

    assert [each["body"] for each in receiver.received] == [w.body for w in later]
    refused.refresh_from_db()
    assert (refused.state, refused.code) == ("failed", "skipped")


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/fails", "The receiver answered 500."),
        ("/moves", "The receiver answered 302, a redirect, which is not followed."),
        ("/waits", NO_ANSWER),
    ],
)
def test_a_receiver_that_does_not_take_it_is_asked_again(
    receiver, monkeypatch, path, says
):
    if path == "/waits":
        monkeypatch.setattr(webhooks, "ANSWER_SECONDS", 1.0)
    delivery = DeliveryFactory(webhook__address=receiver.url(path))

    tasks.deliver()

    delivery.refresh_from_db()
    assert (delivery.state, why_not(delivery)) == ("waiting", says)
    assert delivery.next_try_at - delivery.tried_at == timedelta(seconds=10)
    assert [each["path"] for each in receiver.received] == [path]


@pytest.mark.parametrize("said", [None, b"", b"SSH-2.0-OpenSSH_9.2p1 inner\r\n", b"\0"])
def test_who_is_no_web_server_is_told_of_in_one_sentence(said):
    """A closed port (None), one that hangs up, and others: nobody scans ports by a webhook."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def hang_up():
            with suppress(OSError):
                asked = listening.accept()[0]
                asked.recv(65_536)
                asked.sendall(said)
                asked.close()

        port = listening.getsockname()[1]
        if said is None:
            listening.close()
        else:
            Thread(target=hang_up, daemon=True).start()
        delivery = DeliveryFactory(webhook__address=f"http://127.0.0.1:{port}/")

        tasks.deliver()

    delivery.refresh_from_db()
    assert (delivery.code, delivery.detail) == ("no_answer", "")
    assert why_not(delivery) == NO_ANSWER


def test_of_a_huge_answer_the_status_alone_is_kept(receiver):
    delivery = DeliveryFactory(webhook__address=receiver.url("/floods"))

    tasks.deliver()

    delivery.refresh_from_db()
    assert (delivery.state, delivery.status_code) == ("delivered", 200)
    assert "x" * 100 not in str(Delivery.objects.values())


def test_one_receiver_that_waits_holds_up_no_other(receiver, monkeypatch):
    monkeypatch.setattr(webhooks, "ANSWER_SECONDS", 1.0)
    slow = WebhookFactory(address=receiver.url("/waits"))
    for _ in range(3):
        DeliveryFactory(webhook=slow)
    DeliveryFactory(webhook__address=receiver.url("/ok"))

    tasks.deliver()

    # the slow one was asked once: what comes after waits for it
    assert sorted(each["path"] for each in receiver.received) == ["/ok", "/waits"]


def test_slow_receivers_of_one_user_take_no_more_than_their_share_of_a_look():
    greedy, late = UserFactory(), DeliveryFactory()
    for _ in range(webhooks.MOST_TURNS + 1):
        DeliveryFactory(webhook__owner=greedy, next_try_at=NOON)

    found = outcomes.due(most=webhooks.MOST_TURNS, most_of_one=5)

    assert len(found) == 6
    assert found[-1] == late.webhook_id


def test_a_look_ends_in_ten_seconds_and_says_that_more_is_due(receiver, monkeypatch):
    longest_try = webhooks.LOOK_UP_SECONDS + webhooks.ANSWER_SECONDS
    assert webhooks.BEGIN_SECONDS + longest_try <= 10
    monkeypatch.setattr(webhooks, "BEGIN_SECONDS", 0)  # all of it is over by now
    one = WebhookFactory(address=receiver.url())
    for _ in range(2):
        DeliveryFactory(webhook=one)

    assert webhooks.deliver() is True
    assert len(receiver.received) == 1
    assert webhooks.deliver() is False
    assert len(receiver.received) == 2


def test_waits_grow_to_an_hour_and_end_after_a_day(receiver):
    assert [outcomes.wait_after(n).total_seconds() for n in (1, 2, 3, 9, 40)] == [
        *(10, 20, 40),
        *(2560, 3600),
    ]
    one = WebhookFactory(address=receiver.url("/fails"))
    first, second = DeliveryFactory(webhook=one), DeliveryFactory(webhook=one)

    look_after(hours=25)

    first.refresh_from_db()
    assert (first.state, first.attempts) == ("failed", 1)
    look_after(hours=25, minutes=1)
    second.refresh_from_db()
    assert (second.state, second.attempts) == ("failed", 1)


@pytest.mark.parametrize("host", ["169.254.169.254", "10.0.0.9", "8.8.8.8", "[::1]"])
def test_nothing_is_sent_out_of_the_networks(host):
    delivery = DeliveryFactory(webhook__address=f"http://{host}:8080/")

    tasks.deliver()

    delivery.refresh_from_db()
    assert delivery.code == "address_not_allowed"
    assert host.strip("[]") in why_not(delivery)


def test_a_key_in_the_name_of_a_host_that_is_not_found_is_noted_nowhere():
    address = "http://s3cr3tt0k3n.m.in.invalid:8080/"
    delivery = DeliveryFactory(webhook__address=address)

    tasks.deliver()

    delivery.refresh_from_db()
    assert (delivery.code, "s3cr3t" in delivery.detail) == ("unknown_host", False)
    assert "***.m.in.invalid" in why_not(delivery)


def test_nothing_is_sent_to_the_portals_own_redis(receiver, settings):
    settings.OWN_SERVERS = (("localhost", urlsplit(receiver.url()).port),)
    delivery = DeliveryFactory(webhook__address=receiver.url())

    tasks.deliver()

    delivery.refresh_from_db()
    assert delivery.code == "own_server"
    assert "own database or Redis" in why_not(delivery)


def test_a_name_is_looked_up_once_and_the_address_that_was_judged_is_asked(
    receiver, monkeypatch
):
    """Whoever lets a name lead elsewhere at its second look-up gains nothing."""
    asked, real = [], socket.getaddrinfo

    def getaddrinfo(host, port, *more, **options):
        if host != "rebinds.example":
            return real(host, port, *more, **options)
        asked.append(host)
        address = "127.0.0.1" if len(asked) == 1 else "169.254.169.254"
        return [(None, None, None, "", (address, port))]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    address = receiver.url().replace("127.0.0.1", "rebinds.example")
    delivery = DeliveryFactory(webhook__address=address)

    tasks.deliver()

    delivery.refresh_from_db()
    assert (delivery.state, asked) == ("delivered", ["rebinds.example"])
    assert receiver.received[0]["headers"]["Host"].startswith("rebinds.example:")


def test_a_public_address_waits_for_staff(settings):
    settings.ENDPOINT_NETWORKS, settings.PUBLIC_ENDPOINTS = None, "ask"
    delivery = DeliveryFactory(webhook__address="http://8.8.8.8/")

    tasks.deliver()

    delivery.refresh_from_db()
    assert delivery.code == "public_address_waits"
    assert "Staff have to allow it" in why_not(delivery)


def test_a_name_that_leads_to_another_public_address_waits_for_staff_again(
    settings, monkeypatch
):
    """What staff allowed is an address, and no name, which its owner may point anywhere."""
    settings.ENDPOINT_NETWORKS, settings.PUBLIC_ENDPOINTS = None, "ask"
    leads_to, asked, real = ["8.8.8.8"], [], socket.getaddrinfo

    def post(place, *_what, **_how):
        asked.append(place.address)
        return 200

    def getaddrinfo(host, *what, **how):
        if host != "hooks.example":
            return real(host, *what, **how)
        return [(None, None, None, "", (leads_to[0], 443))]

    monkeypatch.setattr(webhooks, "post", post)  # no test leaves this machine
    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    one = WebhookFactory(address="https://hooks.example/")
    first = DeliveryFactory(webhook=one)
    tasks.deliver()
    changes.allow(one, receiver="8.8.8.8", by=UserFactory(staff=True))
    tasks.deliver()
    first.refresh_from_db()
    assert (first.state, asked) == ("delivered", ["8.8.8.8"])

    leads_to[0] = "1.1.1.1"
    second = DeliveryFactory(webhook=one)
    tasks.deliver()

    second.refresh_from_db()
    assert (second.code, second.detail) == ("public_address_waits", "1.1.1.1")
    assert asked == ["8.8.8.8"]


def test_two_workers_never_send_for_one_webhook_at_once(receiver):
    delivery = DeliveryFactory(webhook__address=receiver.url())

    assert outcomes.take(delivery.webhook_id) is not None
    assert outcomes.take(delivery.webhook_id) is None
    tasks.deliver()
    assert receiver.received == []

    look_after(minutes=3)  # who took it is dead
    assert len(receiver.received) == 1
    assert Webhook.objects.get().held_until is None


def test_a_paused_webhook_is_sent_nothing_until_it_is_resumed(receiver):
    one = WebhookFactory(address=receiver.url(), is_active=False)
    DeliveryFactory(webhook=one)

    tasks.deliver()
    assert receiver.received == []

    Webhook.objects.update(is_active=True)
    tasks.deliver()
    assert len(receiver.received) == 1


def test_a_secret_that_no_key_reads_is_told(receiver):
    delivery = DeliveryFactory(
        webhook__address=receiver.url(), webhook__secret_encrypted="of another key"
    )

    tasks.deliver()

    delivery.refresh_from_db()
    assert "no key of this Benchbook reads" in why_not(delivery)
    assert receiver.received == []


def test_what_is_old_leaves_the_log():
    DeliveryFactory(delivered=True)
    waits = DeliveryFactory(webhook__is_active=False)

    look_after(days=31)

    assert list(Delivery.objects.all()) == [waits]


def test_nobody_else_is_told(receiver):
    run = RunFactory(running=True)
    WebhookFactory(address=receiver.url())
    WebhookFactory(owner=run.owner, events=[WebhookEvent.RUN_FAILED])
    WebhookFactory(owner=run.owner, is_active=False)

    lifecycle.confirm_cancelled(run.pk, attempt=run.attempt)

    assert not Delivery.objects.exists()


def test_an_event_without_a_transaction_is_refused():
    with pytest.raises(TransactionManagementError):
        put(WebhookFactory().owner_id, "run.failed", {})
