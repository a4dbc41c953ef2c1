"""Checks in turn by user: a message wakes a worker, rows say whose check it takes.

So a user with a hundred checks has one of them done, then somebody else's comes.
"""

from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from benchruns.models import Check, CheckTurn


def take() -> UUID | None:
    """The oldest waiting check of the user who was served longest ago, now under way."""
    with transaction.atomic():
        turn = CheckTurn.objects.filter(user=OuterRef("endpoint__owner")).values("at")
        in_turn = waiting().annotate(served_at=Subquery(turn))
        # Another worker that takes one at this moment is not waited for.
        check = (
            in_turn.select_for_update(skip_locked=True, of=("self",))
            .order_by(F("served_at").asc(nulls_first=True), "requested_at", "id")
            .first()
        )
        if check is None:
            return None
        now = timezone.now()
        Check.objects.filter(pk=check.pk).update(started_at=now)
        CheckTurn.objects.update_or_create(
            user_id=check.endpoint.owner_id, defaults={"at": now}
        )
        return check.pk


def give_back(check_id: UUID) -> None:
    """Let it wait again: it was not done, and costs its user no turn."""
    Check.objects.filter(pk=check_id, finished_at__isnull=True).update(started_at=None)


def waiting() -> QuerySet[Check]:
    """Those that no worker has taken, or whose worker is gone.

    Whoever took one longer ago than a check may last was killed, by its limit at the latest.
    Nothing is sent to the servers of a closed account.
    """
    lost = timezone.now() - timedelta(seconds=settings.CHECK_LIMIT_SECONDS)
    return Check.objects.filter(
        Q(started_at__isnull=True) | Q(started_at__lt=lost),
        finished_at__isnull=True,
        endpoint__owner__is_active=True,
    )


def overdue(*, seconds: float, most: int) -> list[UUID]:
    """Checks that wait for so long that their messages may be lost."""
    before = timezone.now() - timedelta(seconds=seconds)
    late = waiting().filter(requested_at__lt=before).order_by("requested_at", "id")
    return list(late.values_list("pk", flat=True)[:most])
