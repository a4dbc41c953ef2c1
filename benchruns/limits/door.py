"""Where a user asks for more: let through, or refused with what to do and when.

Each of these is called in the transaction that creates what is counted. The user's row is
locked meanwhile, so that of two requests at once the second counts what the first made.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from benchruns.errors import FieldError, NotAllowed
from benchruns.limits.allowance import most_of
from benchruns.limits.usage import (
    PERIODS,
    UNITS,
    Used,
    counted_at,
    planned_seconds,
    seconds_of,
    used_of,
    used_on,
)
from benchruns.models import Endpoint, LimitUse, Run
from benchruns.row_locks import lock_user
from benchruns.vocabulary import Limit

GB = 2**30
REMEDIES = {
    Limit.RUNS: gettext_lazy("Cancel some, or wait until they have ended."),
    Limit.ENDPOINT_RUNS: gettext_lazy("Cancel some, or wait until they have ended."),
    Limit.ENDPOINTS: gettext_lazy("Delete one that is not needed any more."),
    Limit.TOKENS: gettext_lazy("Revoke one that is not needed any more."),
    Limit.WEBHOOKS: gettext_lazy("Delete one that is not needed any more."),
    Limit.LOAD_SECONDS: gettext_lazy("Make the runs shorter or fewer."),
    Limit.UPLOAD_MB: gettext_lazy("Upload less at once."),
    Limit.CHECKS: gettext_lazy("Ask staff for more."),
    Limit.COMMENTS: gettext_lazy("Ask staff for more."),
}


class LimitReached(NotAllowed):
    """``until`` is when there is room again; None where no time alone makes it."""

    def __init__(self, limit: Limit, *, most: int, until: datetime | None) -> None:
        self.limit, self.most, self.until = limit, most, until
        values = {"what": limit.label, "most": f"{most:,}", "remedy": REMEDIES[limit]}
        if until is None:
            text = _("Your limit is reached (%(what)s: %(most)s). %(remedy)s")
        else:
            text = _("Your limit is reached (%(what)s: %(most)s). Try again at %(at)s.")
            values["at"] = timezone.localtime(until).strftime("%Y-%m-%d %H:%M:%S UTC")
        super().__init__(text % values)

    @property
    def wait_seconds(self) -> int | None:
        """From now, whole, at least one."""
        if self.until is None:
            return None
        return max(1, int((self.until - timezone.now()).total_seconds()) + 1)


def admit(
    user: AbstractBaseUser, limit: Limit, *, more: float = 1, used: Used | None = None
) -> None:
    """LimitReached where so much more is too much; ``used`` where others count it."""
    lock_user(user.pk)
    _hold(user, limit, more=more, used=used or used_of(user, limit))


def admit_runs(
    user: AbstractBaseUser,
    endpoint: Endpoint,
    *,
    parameters: Sequence[dict[str, Any]],
    generators: int = 1,
) -> None:
    """LimitReached where runs with these parameters, each of so many load generators, are
    too many or too long."""
    lock_user(user.pk)
    runs = len(parameters)
    _hold(user, Limit.RUNS, more=runs, used=used_of(user, Limit.RUNS))
    _hold(user, Limit.ENDPOINT_RUNS, more=runs, used=used_on(endpoint))
    seconds = sum(planned_seconds(each, generators=generators) for each in parameters)
    used = used_of(user, Limit.LOAD_SECONDS)
    _hold(user, Limit.LOAD_SECONDS, more=seconds, used=used)


def refuse_large(
    user: AbstractBaseUser, *, threads: int, data_bytes: int, field: str
) -> None:
    """FieldError for a run that is larger than one of the user's may be."""
    most = most_of(user, Limit.THREADS)
    if threads > most:
        words = ngettext(
            "A run of yours may have %(most)s thread at most; this one has %(threads)s. "
            "Give fewer, or ask staff for more.",
            "A run of yours may have %(most)s threads at most; this one has %(threads)s. "
            "Give fewer, or ask staff for more.",
            most,
        )
        values = {"most": f"{most:,}", "threads": f"{threads:,}"}
        raise FieldError(field, words % values)
    most = most_of(user, Limit.DATA_GB)
    if data_bytes > most * GB:
        words = _(
            "A run of yours may load %(most)s GB of data at most; this one loads %(data)s. "
            "Choose a smaller size, or ask staff for more."
        )
        values = {"most": f"{most:,}", "data": f"{data_bytes / GB:,.0f}"}
        raise FieldError("parameters", words % values)


def spend(user: AbstractBaseUser, limit: Limit, *, amount: int = 1) -> None:
    """Admit so much of a limit over time, and note it; bytes of uploads by the byte."""
    admit(user, limit, more=amount / UNITS.get(limit, 1))
    _note(user.pk, limit, amount=amount, at=timezone.now())


def keep_load_of(run: Run) -> None:
    """Of a run that is to be deleted: what it did counts on."""
    if seconds := int(seconds_of(run)):
        _note(run.owner_id, Limit.LOAD_SECONDS, amount=seconds, at=counted_at(run))


def _note(user_id: int, limit: Limit, *, amount: int, at: datetime) -> None:
    past = timezone.now() - PERIODS[limit]
    LimitUse.objects.filter(user_id=user_id, limit=limit, at__lte=past).delete()
    if at > past:
        LimitUse.objects.create(user_id=user_id, limit=limit, amount=amount, at=at)


def _hold(user: AbstractBaseUser, limit: Limit, *, more: float, used: Used) -> None:
    most = most_of(user, limit)
    if used.amount + more > most:
        until = used.room_at(most=most, more=more)
        raise LimitReached(limit, most=most, until=until)
