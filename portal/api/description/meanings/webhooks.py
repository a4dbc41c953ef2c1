"""Keys of webhooks and of what is sent to them."""

WEBHOOKS = {
    "address": "Where events are sent to; `***` stands for what may be a secret in it.",
    "attempts": "How often it was tried.",
    "body": "What is sent, as JSON.",
    "delivery": "The id of one of the webhook's deliveries.",
    "events": "The events that it is told of.",
    "next_try_at": "When it is tried next; null once it has ended.",
    "status_code": "What the receiver answered to the last try; null for no answer.",
    "tried_at": "When it was tried last.",
    "waiting": "How many events are still to be sent.",
}
