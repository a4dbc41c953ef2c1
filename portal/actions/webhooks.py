"""Sending at once, beside the regular looks: a test, and what is asked for again."""

from benchruns.models import Delivery, Webhook
from benchruns.webhooks import changes
from portal import dispatch


def test(webhook: Webhook) -> Delivery:
    """NotAllowed while it is paused."""
    delivery = changes.test(webhook)
    dispatch.deliver()
    return delivery


def skip(delivery: Delivery) -> Delivery:
    """What waits behind it is sent at once; NotAllowed where it does not wait."""
    skipped = changes.skip(delivery)
    dispatch.deliver()
    return skipped


def redeliver(delivery: Delivery) -> Delivery:
    """NotAllowed where it waits already, or its webhook is paused."""
    asked = changes.redeliver(delivery)
    dispatch.deliver()
    return asked
