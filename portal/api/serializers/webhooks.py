"""A webhook as it is asked for and as it is told, and what was sent to it."""

import json
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from benchruns.models import Delivery, Webhook
from benchruns.sentences.webhooks.deliveries import why_not
from benchruns.vocabulary import DeliveryState, WebhookEvent
from benchruns.webhooks import addresses, changes
from portal.api.fields import (
    CleanText,
    Flag,
    Identifier,
    StrictSerializer,
    Words,
)


class WebhookRequestSerializer(StrictSerializer):
    address = CleanText(
        addresses.clean,
        max_length=addresses.LONGEST,
        help_text="`https://host/path` or `http://host:port/path`, in a network that may be "
        "reached. As it is told, with `***`, it stays.",
    )
    events = Words(
        changes.clean_events,
        help_text=f"What it is told of, of {', '.join(f'`{e}`' for e in WebhookEvent.values)}.",
    )
    is_active = Flag(
        default=True, help_text="false pauses it: nothing is noted, nothing sent."
    )


class WebhookSerializer(serializers.ModelSerializer[Webhook]):
    events = serializers.ListField(
        child=serializers.ChoiceField(choices=WebhookEvent.choices)
    )
    waiting = serializers.IntegerField(help_text="Events that are still to be sent.")

    class Meta:
        model = Webhook
        fields = ["id", "address", "events", "is_active", "waiting", "created_at"]
        read_only_fields = fields
        extra_kwargs = {
            "address": {
                "help_text": "Where it leads; `***` stands for a query, for parts of the path "
                "that are no short words of small letters, and for such parts of the "
                "host's name below its domain: they may be secrets."
            },
            "is_active": {"help_text": "Whether events are noted and sent."},
        }


class NewWebhookSerializer(WebhookSerializer):
    secret = serializers.CharField(
        read_only=True,
        help_text="What signs its bodies. Shown in this answer and never again.",
    )

    class Meta(WebhookSerializer.Meta):
        fields = [*WebhookSerializer.Meta.fields, "secret"]
        read_only_fields = fields


class RedeliveryRequestSerializer(StrictSerializer):
    delivery = Identifier(help_text="The id of one of its deliveries that has ended.")


class SkipRequestSerializer(StrictSerializer):
    delivery = Identifier(help_text="The id of one of its deliveries that waits.")


class DeliverySerializer(serializers.ModelSerializer[Delivery]):
    """One event for one webhook, and what came of the last try to send it."""

    event = serializers.CharField(help_text="Its name, or `test`.")
    state = serializers.ChoiceField(choices=DeliveryState.choices)
    body = serializers.SerializerMethodField()
    reason = serializers.SerializerMethodField()

    class Meta:
        model = Delivery
        fields = [
            "id",
            "event",
            "state",
            "created_at",
            "attempts",
            "tried_at",
            "next_try_at",
            "finished_at",
            "status_code",
            "reason",
            "body",
        ]
        read_only_fields = fields

    @extend_schema_field({"type": "object", "additionalProperties": {}})
    def get_body(self, delivery: Delivery) -> dict[str, Any]:
        """What is sent, as JSON."""
        body: dict[str, Any] = json.loads(delivery.body)
        return body

    @extend_schema_field({"type": ["string", "null"]})
    def get_reason(self, delivery: Delivery) -> str | None:
        """Why the last try did not arrive, in words; null where it did."""
        return why_not(delivery) or None
