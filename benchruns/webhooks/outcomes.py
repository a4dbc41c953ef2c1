"""Which deliveries are due, whose turn they are, and what came of a try.

Events of one webhook are sent in their order: one that fails is tried again, after longer and
longer waits, and the later ones wait behind it, until it arrives or is given up.
"""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import OuterRef, Q, Subquery
from django.utils import timezone

from benchruns.models import Delivery, DeliveryNumber, Webhook
from benchruns.vocabulary import DeliveryState

FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=10), timedelta(hours=1)
PATIENCE = timedelta(hours=24)  # then it is given up; its user may send it again
KEPT = timedelta(days=30)  # in the log, once it was delivered or given up
HOLD = timedelta(seconds=120)  # longer than a turn; ends the hold of a worker that died
MOST_IN_TURN = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """``status_code`` of who answered, else ``code`` and ``detail``, which no receiver writes."""

    status_code: int | None = None
    code: str = ""
    detail: str = ""

    @property
    def is_delivered(self) -> bool:
        return self.status_code is not None and 200 <= self.status_code < 300


def due(*, most: int, most_of_one: int) -> list[UUID]:
    """Webhooks whose oldest waiting event is to be sent, who waits longest first.

    No more than ``most_of_one`` are of one user, whose slow receivers hold up no other's.
    """
    now = timezone.now()
    waiting = Delivery.objects.filter(
        webhook=OuterRef("pk"), state=DeliveryState.WAITING
    ).order_by("number", "id")
    waits = (
        Webhook.objects.filter(
            Q(held_until__isnull=True) | Q(held_until__lt=now),
            is_active=True,
            owner__is_active=True,
        )
        .annotate(
            head=Subquery(waiting.values("next_try_at")[:1]),
            tried=Subquery(waiting.values("attempts")[:1]),
        )
        # one that was never tried is due, though its writer's clock may be ahead
        .filter(Q(head__lte=now) | Q(tried=0))
        .order_by("head", "pk")
        .values_list("pk", "owner_id")
    )
    found: list[UUID] = []
    shares: Counter[int] = Counter()
    for webhook_id, owner_id in waits.iterator():
        if shares[owner_id] == most_of_one:
            continue
        shares[owner_id] += 1
        found.append(webhook_id)
        if len(found) == most:
            break
    return found


def take(webhook_id: UUID) -> Webhook | None:
    """Its turn, for one worker alone; None where another one has it, or it was deleted."""
    now = timezone.now()
    free = Webhook.objects.filter(
        Q(held_until__isnull=True) | Q(held_until__lt=now), pk=webhook_id
    )
    if not free.update(held_until=now + HOLD):
        return None
    return Webhook.objects.filter(pk=webhook_id).first()


def give_back(webhook: Webhook) -> None:
    Webhook.objects.filter(pk=webhook.pk).update(held_until=None)


def in_turn(webhook: Webhook) -> list[Delivery]:
    """What is to be sent now, in order; nothing behind one that waits for its next try."""
    waiting = webhook.deliveries.filter(state=DeliveryState.WAITING)
    found: list[Delivery] = []
    for delivery in waiting.order_by("number", "id")[:MOST_IN_TURN]:
        waits = delivery.next_try_at and delivery.next_try_at > timezone.now()
        if waits and delivery.attempts:
            break
        found.append(delivery)
    return found


def note(delivery: Delivery, outcome: Outcome, *, at: datetime) -> None:
    """What came of one try, made at ``at``."""
    attempts = delivery.attempts + 1
    is_over = outcome.is_delivered or at - delivery.waits_since >= PATIENCE
    state = DeliveryState.DELIVERED if outcome.is_delivered else DeliveryState.FAILED
    Delivery.objects.filter(pk=delivery.pk, state=DeliveryState.WAITING).update(
        attempts=attempts,
        tried_at=at,
        status_code=outcome.status_code,
        code=outcome.code,
        detail=outcome.detail,
        state=state if is_over else DeliveryState.WAITING,
        finished_at=at if is_over else None,
        next_try_at=None if is_over else at + wait_after(attempts),
    )


def wait_after(attempts: int) -> timedelta:
    """10 s, 20 s, 40 s ... an hour."""
    doubled: timedelta = FIRST_WAIT * 2 ** min(attempts - 1, 10)
    return min(LONGEST_WAIT, doubled)


def forget_old() -> None:
    Delivery.objects.filter(finished_at__lt=timezone.now() - KEPT).delete()
    newest = DeliveryNumber.objects.order_by("-pk").values_list("pk", flat=True).first()
    DeliveryNumber.objects.filter(pk__lt=newest or 0).delete()
