"""Events reach their receiver by Benchbook's own processes, though Redis and it were away."""

import json
import time

import pytest

from benchruns.models import Delivery
from benchruns.runs import lifecycle
from local import ports
from tests import waiting
from tests.factories import RunFactory
from tests.receiver import Receiver, is_genuine
from tests.webhook_factories import SECRET, WebhookFactory

pytestmark = [
    pytest.mark.fault,
    pytest.mark.engine,
    pytest.mark.django_db(transaction=True),
]

QUARTER_SECONDS = 15  # of the minute that a receiver is down


def runs_of_one(count):
    """Running, all of one user's."""
    runs = [RunFactory(running=True) for _ in range(count)]
    for run in runs:
        run.owner = runs[0].owner
        run.save(update_fields=["owner"])
    return runs


def end(run):
    lifecycle.confirm_cancelled(run.pk, attempt=run.attempt)


def test_no_event_is_lost_while_redis_and_the_receiver_are_away(
    processes, redis_server, tmp_path
):
    receiver = Receiver(tmp_path, ports.choose())
    runs = runs_of_one(3)
    WebhookFactory(owner=runs[0].owner, address=receiver.url())
    redis_server.kill()
    for run in runs:
        end(run)
    assert Delivery.objects.filter(state="waiting").count() == 3

    redis_server.restart()
    processes.mend()
    waiting.until(
        lambda: Delivery.objects.filter(attempts__gte=1).exists(), what="a try in vain"
    )
    assert Delivery.objects.filter(state="waiting").count() == 3
    receiver.start()
    try:
        waiting.until(lambda: len(receiver.received) >= 3, what="all events")
    finally:
        receiver.kill()

    got = [json.loads(each["body"]) for each in receiver.received]
    assert [each["data"]["run"]["id"] for each in got] == [str(r.pk) for r in runs]
    for each in receiver.received:
        signature = each["headers"]["Benchbook-Signature"]
        assert is_genuine(signature, each["body"].encode(), SECRET)


@pytest.mark.long
def test_a_receiver_that_was_down_for_a_minute_gets_each_event_in_order(
    processes, redis_server, tmp_path
):
    """Redis is down for half of that minute; something happens in each quarter of it."""
    receiver = Receiver(tmp_path, ports.choose()).start()
    runs = runs_of_one(6)
    webhook = WebhookFactory(owner=runs[0].owner, address=receiver.url())
    end(runs[0])
    waiting.until(lambda: receiver.received, what="the first event")

    receiver.kill()
    end(runs[1])
    time.sleep(QUARTER_SECONDS)
    redis_server.kill()
    end(runs[2])
    time.sleep(QUARTER_SECONDS)
    end(runs[3])
    time.sleep(QUARTER_SECONDS)
    redis_server.restart()
    processes.mend()
    end(runs[4])
    time.sleep(QUARTER_SECONDS)
    assert len(receiver.received) == 1
    assert webhook.deliveries.filter(state="waiting").count() == 4
    receiver.start()
    end(runs[5])
    try:
        waiting.until(
            lambda: not webhook.deliveries.filter(state="waiting").exists(),
            what="all events",
        )
    finally:
        receiver.kill()

    got = [json.loads(each["body"]) for each in receiver.received]
    assert [each["data"]["run"]["id"] for each in got] == [str(r.pk) for r in runs]
    assert {each.state for each in webhook.deliveries.all()} == {"delivered"}
    for each in receiver.received:
        signature = each["headers"]["Benchbook-Signature"]
        assert is_genuine(signature, each["body"].encode(), SECRET)
