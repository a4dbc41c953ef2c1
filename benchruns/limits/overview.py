"""Each limit of one user with what is used of it, for a page that shows them all."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Count

from benchruns.limits.allowance import everybodys, own_values
from benchruns.limits.usage import PERIODS, Used, unfinished, used_of, used_on
from benchruns.models import Endpoint
from benchruns.vocabulary import Limit

# What one run may have: nothing of these is used up.
OF_ONE_RUN = (Limit.THREADS, Limit.DATA_GB)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """``used`` is null for what one run may have; ``most`` is staff's where ``is_own``.

    ``next_free`` is when the first part of what is used is free again, by time alone;
    ``endpoint`` the one with the most runs.
    """

    limit: Limit
    most: int
    everybodys: int
    is_own: bool
    used: float | None
    next_free: datetime | None = None
    endpoint: Endpoint | None = None

    @property
    def is_reached(self) -> bool:
        return self.used is not None and self.used >= self.most

    @property
    def is_over_time(self) -> bool:
        return self.limit in PERIODS


def lines_of(user: AbstractBaseUser, *, tokens: Used) -> list[Line]:
    """In the order of ``Limit``; ``tokens`` are counted by the portal."""
    own = own_values(user)
    lines = []
    for limit in Limit:
        used, endpoint = _used(user, limit, tokens=tokens)
        lines.append(
            Line(
                limit=limit,
                most=own.get(limit, everybodys(limit)),
                everybodys=everybodys(limit),
                is_own=limit in own,
                used=None if used is None else used.amount,
                next_free=None if used is None else used.next_free,
                endpoint=endpoint,
            )
        )
    return lines


def users_with_own_values() -> Iterable[AbstractBaseUser]:
    """Those for whom staff set another value of any limit, by name."""
    users = get_user_model().objects.filter(own_limits__isnull=False)
    return users.distinct().order_by("username")


def _used(
    user: AbstractBaseUser, limit: Limit, *, tokens: Used
) -> tuple[Used | None, Endpoint | None]:
    if limit in OF_ONE_RUN:
        return None, None
    if limit == Limit.TOKENS:
        return tokens, None
    if limit == Limit.ENDPOINT_RUNS:
        fullest = _fullest(user)
        return (used_on(fullest), fullest) if fullest else (Used(amount=0), None)
    return used_of(user, limit), None


def _fullest(user: AbstractBaseUser) -> Endpoint | None:
    """The endpoint with the most unfinished runs of the user."""
    counted = unfinished(owner_id=user.pk).order_by().values("endpoint")
    first = counted.annotate(runs=Count("pk")).order_by("-runs", "endpoint").first()
    return Endpoint.objects.get(pk=first["endpoint"]) if first else None
