"""Events reach their receiver by Benchbook's own processes, though Redis and it were away."""

import json

import pytest

from benchruns.models import Delivery
from benchruns.runs import lifecycle
from local import ports
from tests import waiting
from tests.factories import RunFactory
from tests.receiver import Receiver
from tests.webhook_factories import WebhookFactory

pytestmark = [
    pytest.mark.fault,
    pytest.mark.engine,
    pytest.mark.django_db(transaction=True),
]


def test_no_event_is_lost_while_redis_and_the_receiver_are_away(
    processes, redis_server, tmp_path
):
    receiver = Receiver(tmp_path, ports.choose())
    runs = [RunFactory(running=True) for _ in range(3)]
    for run in runs:
        run.owner = runs[0].owner
        run.save(update_fields=["owner"])
    WebhookFactory(owner=runs[0].owner, address=receiver.url())
    redis_server.kill()
    for run in runs:
        lifecycle.confirm_cancelled(run.pk, attempt=run.attempt)
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
