"""Valid webhooks and what is, or was, sent to them."""

import json
from uuid import uuid4

import factory
from factory.django import DjangoModelFactory

from benchruns.encryption import encrypt
from benchruns.models import Delivery, Webhook
from benchruns.outbox.record import draw_number
from benchruns.vocabulary import WebhookEvent
from tests.factories import NOON, UserFactory

SECRET = "whsec_of-the-tests"


class WebhookFactory(DjangoModelFactory[Webhook]):
    """Told of everything; ``address`` is the whole one."""

    class Meta:
        model = Webhook

    owner = factory.SubFactory(UserFactory)
    address = factory.Sequence(lambda n: f"http://127.0.0.1:9/hooks/{n}")
    secret_encrypted = factory.LazyFunction(lambda: encrypt(SECRET))
    events = factory.LazyFunction(lambda: list(WebhookEvent.values))

    @classmethod
    def _adjust_kwargs(cls, **given):
        return {**given, "target": given.pop("address")}


class DeliveryFactory(DjangoModelFactory[Delivery]):
    """Waits, due at once, unless ``delivered`` or ``failed``."""

    class Meta:
        model = Delivery

    class Params:
        delivered = factory.Trait(
            state="delivered",
            created_at=NOON,
            attempts=1,
            tried_at=NOON,
            finished_at=NOON,
            next_try_at=None,
            status_code=200,
        )
        failed = factory.Trait(
            state="failed",
            attempts=33,
            tried_at=NOON,
            finished_at=NOON,
            next_try_at=None,
            code="no_answer",
        )

    webhook = factory.SubFactory(WebhookFactory)
    event = WebhookEvent.RUN_FAILED
    number = factory.LazyFunction(draw_number)
    id = factory.LazyFunction(uuid4)
    body = factory.LazyAttribute(
        lambda made: json.dumps(
            {
                "id": str(made.id),
                "event": made.event,
                "at": "2026-01-31T12:00:00.000000Z",
                "data": {"run": {"id": str(uuid4()), "state": "failed"}},
            }
        )
    )
