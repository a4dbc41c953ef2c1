"""When a schedule is due: a crontab in a time zone, or a fixed interval.

A crontab is Debian's, five fields: in the hour that a clock skips in spring what is due at a fixed time
comes right after it, and in the hour that it repeats in autumn it comes once. What has ``*`` in
front of minute or hour is due as the clock shows it: not in the one, again in the other
(cronsim follows crond there).
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice, takewhile
from zoneinfo import ZoneInfo, available_timezones

from cronsim import CronSim, CronSimError
from django.utils.translation import gettext as _

from benchruns.errors import FieldError

SHORTEST_SECONDS = 60
LONGEST_SECONDS = 366 * 24 * 3600
FIELDS = 5
# of one machine alone, and of none
NO_ZONES = frozenset({"localtime", "Factory"})
EARLIEST, LATEST = datetime(1970, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
MOST_COUNTED = 10_000  # of a crontab's times that were missed: a week of minutes
_LAST_WITHIN = timedelta(days=1)  # where so many passed that they are not counted


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """Times that came by unseen, so many of them: ``count``, or more where they
    ``are_more``. ``before_last`` is None where it is one."""

    first: datetime
    last: datetime
    before_last: datetime | None = None
    count: int = 1
    are_more: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rhythm:
    """``every_seconds`` counts from ``starts_at``; nothing is due before it or after ``ends_at``."""

    starts_at: datetime
    ends_at: datetime | None = None
    crontab: str = ""
    time_zone: str = "UTC"
    every_seconds: int | None = None

    def next_after(self, moment: datetime) -> datetime | None:
        """The first time after ``moment``, in UTC; None where none is left."""
        return next(self.after(moment), None)

    def after(self, moment: datetime) -> Iterator[datetime]:
        """The times after ``moment``, in UTC, in order."""
        times = self._ticks(moment) if self.every_seconds else self._cron(moment)
        # beyond what a calendar has are none: not one row may stop who looks at all
        with suppress(OverflowError):
            for time in times:
                if self.ends_at is not None and time > self.ends_at:
                    return
                yield time

    def passed(self, first: datetime, now: datetime) -> Passed:
        """``first`` and the times after it up to ``now``."""
        if self.every_seconds:
            return self._ticks_passed(first, now)
        times = [first, *islice(self._until(first, now), MOST_COUNTED)]
        are_more = len(times) > MOST_COUNTED
        if are_more:  # the last alone is still to be known
            times += self._until(max(times[-1], now - _LAST_WITHIN), now)
        return Passed(
            first=first,
            last=times[-1],
            before_last=times[-2] if len(times) > 1 else None,
            count=min(len(times), MOST_COUNTED),
            are_more=are_more,
        )

    def _until(self, moment: datetime, now: datetime) -> Iterator[datetime]:
        return takewhile(lambda time: time <= now, self.after(moment))

    def _ticks_passed(self, first: datetime, now: datetime) -> Passed:
        step = timedelta(seconds=self.every_seconds or 0)
        end = now if self.ends_at is None else min(now, self.ends_at)
        more = max(0, (end - first) // step)
        last = first + more * step
        before_last = last - step if more else None
        return Passed(first=first, last=last, before_last=before_last, count=more + 1)

    def _ticks(self, moment: datetime) -> Iterator[datetime]:
        step = timedelta(seconds=self.every_seconds or 0)
        begun = max(0, (moment - self.starts_at) // step + 1)
        time = self.starts_at + begun * step
        while True:
            yield time
            time += step

    def _cron(self, moment: datetime) -> Iterator[datetime]:
        # a time at the very start counts
        after = max(moment, self.starts_at - timedelta(seconds=1))
        for time in CronSim(self.crontab, after.astimezone(ZoneInfo(self.time_zone))):
            yield time.astimezone(UTC)


def check(rhythm: Rhythm) -> None:
    """FieldError for one that can never be due, or cannot be read."""
    for fault in faults(rhythm):
        raise fault


def faults(rhythm: Rhythm) -> Iterator[FieldError]:
    """All that is wrong with one; what rests on several values where each of them is right."""
    found = list(_faults_of_values(rhythm))
    yield from found
    if found:
        return
    if rhythm.ends_at is not None and rhythm.ends_at <= rhythm.starts_at:
        yield FieldError("ends_at", _("The end has to come after the start."))
    elif rhythm.next_after(rhythm.starts_at - timedelta(seconds=1)) is None:
        yield FieldError(
            "crontab" if rhythm.crontab else "ends_at",
            _("No time of this schedule comes before its end."),
        )


def _faults_of_values(rhythm: Rhythm) -> Iterator[FieldError]:
    if bool(rhythm.crontab) == (rhythm.every_seconds is not None):
        yield FieldError("crontab", _("Give either crontab or every_seconds."))
    if rhythm.time_zone not in available_timezones() - NO_ZONES:
        yield FieldError(
            "time_zone",
            _("There is no such time zone. Give a name as Europe/Berlin or UTC."),
        )
    every = rhythm.every_seconds
    if every is not None and not SHORTEST_SECONDS <= every <= LONGEST_SECONDS:
        yield FieldError("every_seconds", _("Give from 60 seconds to a year."))
    if rhythm.crontab and (message := _fault_of_crontab(rhythm.crontab)):
        yield FieldError("crontab", message)
    for name in ("starts_at", "ends_at"):
        moment = getattr(rhythm, name)
        if moment is not None and not EARLIEST <= moment < LATEST:
            yield FieldError(name, _("Give a time from 1970 to 2199."))


def _fault_of_crontab(text: str) -> str:
    message = _(
        "Give five fields as crontab has them: minute, hour, day of the month, month, day of "
        "the week. “0 3 * * *” is each day at 03:00."
    )
    if len(text.split()) != FIELDS:
        return message
    try:
        CronSim(text, datetime.now(UTC))
    except CronSimError as error:
        return f"{message} ({error})"
    return ""
