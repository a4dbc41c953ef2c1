"""What a user has of each limit now, and when it frees up: pure counting from rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Q, QuerySet
from django.utils import timezone

from benchruns.models import Endpoint, LimitUse, Run, Webhook
from benchruns.vocabulary import TERMINAL_STATES, Limit
from benchruns.workloads import lead_seconds

MIB = 2**20
PERIODS = {
    Limit.CHECKS: timedelta(minutes=1),
    Limit.LOAD_SECONDS: timedelta(days=1),
    Limit.UPLOAD_MB: timedelta(days=1),
    Limit.COMMENTS: timedelta(days=1),
}
# Kept by the byte, shown by the megabyte
UNITS = {Limit.UPLOAD_MB: MIB}


@dataclass(frozen=True, slots=True, kw_only=True)
class Used:
    """``frees`` are the parts that are free again at a known time."""

    amount: float
    frees: Sequence[tuple[datetime, float]] = ()

    def room_at(self, *, most: float, more: float) -> datetime | None:
        """When there will be room for so much more; None where no time alone makes it."""
        over = self.amount + more - most
        for at, amount in sorted(self.frees):
            over -= amount
            if over <= 0:
                return at
        return None

    @property
    def next_free(self) -> datetime | None:
        return min((at for at, _amount in self.frees), default=None)


def used_of(user: AbstractBaseUser, limit: Limit) -> Used:
    """Of what is counted from rows of ``benchruns``: tokens are the portal's."""
    if limit == Limit.LOAD_SECONDS:
        return _load(user)
    if limit in PERIODS:
        return _within_period(user, limit)
    if limit == Limit.RUNS:
        return Used(amount=unfinished(owner_id=user.pk).count())
    if limit == Limit.ENDPOINTS:
        own = Endpoint.objects.registered().filter(owner_id=user.pk)
        return Used(amount=own.count())
    if limit == Limit.WEBHOOKS:
        return Used(amount=Webhook.objects.filter(owner_id=user.pk).count())
    raise ValueError(f"{limit} is not counted over rows")


def used_on(endpoint: Endpoint) -> Used:
    return Used(amount=unfinished(endpoint=endpoint).count())


def unfinished(**of: Any) -> QuerySet[Run]:
    return Run.objects.filter(**of).exclude(state__in=TERMINAL_STATES)


def planned_seconds(parameters: dict[str, Any], *, generators: int) -> int:
    """The load of one run, before measuring and while, on each of its load generators."""
    lasts = lead_seconds(parameters) + int(parameters.get("duration_seconds") or 0)
    return lasts * generators


def seconds_of(run: Run) -> float:
    """What it was asked for, or took if that was less; a run that never began none."""
    planned = planned_seconds(run.parameters, generators=run.generators)
    if run.finished_at is None:
        return planned
    if run.started_at is None:
        return 0
    took = (run.finished_at - run.started_at).total_seconds()
    return min(planned, took * run.generators)


def counted_at(run: Run) -> datetime:
    """The moment from which its load counts for a day."""
    return run.finished_at or run.created_at


def _load(user: AbstractBaseUser) -> Used:
    period = PERIODS[Limit.LOAD_SECONDS]
    # The day of a load is when it was made; what still waits makes it within a day from now.
    counts = Q(finished_at__gt=timezone.now() - period)
    counts |= ~Q(state__in=TERMINAL_STATES)
    runs = Run.objects.filter(counts, owner_id=user.pk).only(
        "parameters", "generators", "created_at", "started_at", "finished_at", "state"
    )
    frees = [(counted_at(run) + period, seconds_of(run)) for run in runs]
    deleted = _within_period(user, Limit.LOAD_SECONDS)
    frees += deleted.frees
    later = [each for each in frees if each[1] and each[0] > timezone.now()]
    return Used(amount=sum(seconds for _at, seconds in frees), frees=later)


def _within_period(user: AbstractBaseUser, limit: Limit) -> Used:
    period, unit = PERIODS[limit], UNITS.get(limit, 1)
    rows = LimitUse.objects.filter(
        user_id=user.pk, limit=limit, at__gt=timezone.now() - period
    ).values_list("at", "amount")
    frees = [(at + period, amount / unit) for at, amount in rows]
    return Used(amount=sum(amount for _at, amount in frees), frees=frees)
