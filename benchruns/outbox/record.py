"""One event for each webhook of a user that asked for it, in the transaction that is its cause.

So an event is there when what it tells is, whoever is away: broker, worker or receiver.
"""

import json
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import models, transaction
from django.utils import timezone

from benchruns.models import Delivery, DeliveryNumber, Webhook

TEST = "test"  # what the button sends; nobody subscribes to it


def put(owner_id: int, event: str, data: Mapping[str, Any]) -> None:
    """``data`` is JSON: ids, states and figures that the owner may see, never a secret."""
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError("an event goes with its cause")
    for webhook in listening(owner_id, event):
        write(webhook, event, data)


def listening(owner_id: int, *events: str) -> list[Webhook]:
    """The user's webhooks that are told of one of these; there are few, so that no database
    has to search in JSON."""
    active = Webhook.objects.filter(
        owner_id=owner_id, is_active=True, owner__is_active=True
    )
    return [each for each in active if not set(events).isdisjoint(each.events)]


def write(webhook: Webhook, event: str, data: Mapping[str, Any]) -> Delivery:
    """To be sent to this one, whatever it listens to."""
    now, key = timezone.now(), uuid4()
    body = {
        "id": str(key),
        "event": event,
        "at": f"{now:%Y-%m-%dT%H:%M:%S.%fZ}",
        "data": dict(data),
    }
    return Delivery.objects.create(
        id=key,
        webhook=webhook,
        event=event,
        body=json.dumps(body, ensure_ascii=False),
        created_at=now,
        number=draw_number(),
        waits_since=now,
        next_try_at=now,
    )


def draw_number() -> int:
    """Higher than any that was drawn before."""
    return DeliveryNumber.objects.create().pk


def address_of(kind: str, row: models.Model) -> str:
    """The page of a row, as the portal is reached from outside: ``runs``, ``trends`` ..."""
    return f"{settings.SITE_URL.rstrip('/')}/{kind}/{row.pk}/"
