"""Sends what the outbox holds to its webhooks, signed, in the order of each.

What a receiver may cost is bounded: its time and its share of a look. What it may tell is, too:
of an answer its status is kept and nothing else, and one word stands for all that is none, since
who chooses the address may not be who may look into that network. Receivers are asked in
threads, which touch no row; redirects are not followed.
"""

import logging
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus
from urllib.parse import urlsplit

from cryptography.fernet import InvalidToken
from django.conf import settings
from django.utils import timezone

from benchruns.failures.failure import BenchbookError, Failure
from benchruns.models import Delivery, Webhook
from benchruns.names import hidden
from benchruns.webhooks import outcomes
from benchruns.webhooks.addresses import refusal
from benchruns.webhooks.outcomes import Outcome
from benchruns.webhooks.signature import HEADER, header
from workers.connecting.bounded_http import NoAnswer, Place, place_of, post

LOOK_SECONDS = 10.0  # at most, whatever receivers do
LOOK_UP_SECONDS = 2.0  # that the name service has, of each try
ANSWER_SECONDS = 5.0
# So that one more try ends in time; what is left is for the next look.
BEGIN_SECONDS = LOOK_SECONDS - LOOK_UP_SECONDS - ANSWER_SECONDS
MOST_TURNS = 20  # asked at once
MOST_TURNS_OF_ONE = 5  # of them webhooks of one user

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What is sent to one webhook, as plain values.

    ``target`` and ``secret`` are None where no key reads them. ``allowed`` are the public IP addresses that staff let it lead to.
    """

    webhook: Webhook
    target: str | None
    secret: str | None
    allowed: frozenset[str]
    deliveries: Sequence[Delivery]


@dataclass(frozen=True, slots=True, kw_only=True)
class Try:
    delivery: Delivery
    outcome: Outcome
    at: datetime


def deliver() -> bool:
    """All that is due, turn by turn, for as long as a look may take; then what is old goes.

    True where more is due still.
    """
    ends_at, turns = time.monotonic() + BEGIN_SECONDS, [*_turns()]
    while turns:
        with ThreadPoolExecutor(max_workers=MOST_TURNS) as pool:
            sends = [pool.submit(_send_in_order, t, ends_at=ends_at) for t in turns]
            for sent in as_completed(sends):
                turn, tries = sent.result()
                for each in tries:
                    outcomes.note(each.delivery, each.outcome, at=each.at)
                outcomes.give_back(turn.webhook)
        turns = [*_turns()] if time.monotonic() < ends_at else []
    outcomes.forget_old()
    return bool(outcomes.due(most=1, most_of_one=1))


def _turns() -> Iterator[Turn]:
    for webhook_id in outcomes.due(most=MOST_TURNS, most_of_one=MOST_TURNS_OF_ONE):
        webhook = outcomes.take(webhook_id)
        if webhook is None:
            continue
        target = secret = None
        with suppress(InvalidToken):
            target, secret = webhook.target, webhook.secret
        yield Turn(
            webhook=webhook,
            target=target,
            secret=secret,
            allowed=frozenset(each.address for each in webhook.allowed_receivers.all()),
            deliveries=outcomes.in_turn(webhook),
        )


def _send_in_order(turn: Turn, *, ends_at: float) -> tuple[Turn, list[Try]]:
    """Up to the first that fails: what comes after it waits for it."""
    tries: list[Try] = []
    for delivery in turn.deliveries:
        at = timezone.now()
        outcome = _send(turn, delivery, seconds=int(at.timestamp()))
        tries.append(Try(delivery=delivery, outcome=outcome, at=at))
        if time.monotonic() >= ends_at or not outcome.is_delivered:
            break
    return turn, tries


def _send(turn: Turn, delivery: Delivery, *, seconds: int) -> Outcome:
    """One try. Its host is looked up once, and the address that was permitted is asked."""
    body = delivery.body.encode()
    if turn.target is None or turn.secret is None:
        return Outcome(code="secret_unreadable")
    try:
        status = post(
            _place(turn.target, allowed=turn.allowed),
            body,
            headers={
                "Content-Type": "application/json",
                "User-Agent": "Benchbook",
                "Benchbook-Event": delivery.event,
                "Benchbook-Delivery": str(delivery.pk),
                HEADER: header(body, secret=turn.secret, seconds=seconds),
            },
            seconds=ANSWER_SECONDS,
        )
    except BenchbookError as error:
        return Outcome(
            code=error.failure.code, detail=_detail(error.failure, turn.target)
        )
    except NoAnswer:
        return Outcome(code="no_answer")
    except Exception:
        logger.exception("webhook not sent", extra={"webhook": str(turn.webhook.pk)})
        return Outcome(code="not_sent")
    is_success = HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES
    return Outcome(status_code=status, code="" if is_success else "http_error")


def _detail(failure: Failure, target: str) -> str:
    """Which address was refused, or why the host has none: with no key in its name."""
    host = urlsplit(target).hostname or ""
    told = str(failure.values.get("address") or failure.detail)
    return told.replace(host, hidden.shown_host(host))[:500]


def _place(target: str, *, allowed: frozenset[str]) -> Place:
    """BenchbookError where it leads to no address, or to none that may be asked."""
    place = place_of(
        target,
        allowed=settings.ENDPOINT_NETWORKS,
        look_up_seconds=LOOK_UP_SECONDS,
    )
    refused = refusal(place.address, is_allowed=place.address in allowed)
    if refused is not None:
        raise BenchbookError(refused)
    return place
