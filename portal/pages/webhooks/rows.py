"""A webhook and what was sent to it as pages print them."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchruns.models import Delivery, Webhook
from benchruns.sentences.webhooks.deliveries import event_words, why_not
from portal.web import permissions


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryRow:
    """``words`` are the event's, ``reason`` says why the last try did not arrive."""

    delivery: Delivery
    words: str
    reason: str
    body: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookRow:
    """``last`` is what was tried last, None where nothing was."""

    webhook: Webhook
    events: Sequence[tuple[str, str]]
    waiting: int
    last: DeliveryRow | None
    is_own: bool


def row_of(webhook: Webhook, *, viewer: permissions.Viewer) -> WebhookRow:
    """Of a row of ``queries.listed``."""
    last: list[Delivery] = webhook.last  # type: ignore[attr-defined]  # prefetched
    return WebhookRow(
        webhook=webhook,
        events=[(event, event_words(event)) for event in webhook.events],
        waiting=webhook.waiting,  # type: ignore[attr-defined]  # annotated
        last=next(iter(delivery_rows(last)), None),
        is_own=permissions.is_owner(viewer, webhook.owner_id),
    )


def delivery_rows(deliveries: Iterable[Delivery]) -> list[DeliveryRow]:
    return [
        DeliveryRow(
            delivery=each,
            words=event_words(each.event),
            reason=why_not(each),
            body=json.dumps(json.loads(each.body), indent=2, ensure_ascii=False),
        )
        for each in deliveries
    ]
