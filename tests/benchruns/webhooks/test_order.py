"""Events arrive as they happened, though the clocks of the machines differ that tell of them."""

from datetime import timedelta

import pytest
import time_machine
from django.db import transaction

from benchruns.models import DeliveryNumber
from benchruns.outbox.record import draw_number, put
from benchruns.webhooks import outcomes
from tests.factories import NOON
from tests.webhook_factories import WebhookFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def webhook():
    return WebhookFactory(events=["run.started", "run.failed"])


def told(webhook, event, *, seconds):
    """By a machine whose clock stands so many seconds after noon."""
    now = NOON + timedelta(seconds=seconds)
    with time_machine.travel(now, tick=False), transaction.atomic():
        put(webhook.owner_id, event, {})


def test_what_a_clock_that_is_ahead_tells_comes_before_what_follows_it(webhook):
    told(webhook, "run.started", seconds=5)
    told(webhook, "run.failed", seconds=2)

    with time_machine.travel(NOON + timedelta(seconds=3), tick=False):
        assert outcomes.due(most=9, most_of_one=9) == [webhook.pk]
        order = [each.event for each in outcomes.in_turn(webhook)]

    assert order == ["run.started", "run.failed"]


def test_two_of_one_instant_come_in_their_order(webhook):
    for _each in range(9):
        told(webhook, "run.started", seconds=0)
        told(webhook, "run.failed", seconds=0)

    order = [each.event for each in outcomes.in_turn(webhook)]

    assert order == ["run.started", "run.failed"] * 9


def test_numbers_rise_after_old_ones_are_forgotten():
    drawn = [draw_number() for _each in range(3)]

    outcomes.forget_old()

    assert DeliveryNumber.objects.count() == 1
    assert draw_number() > max(drawn)
