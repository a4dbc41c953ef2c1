"""The repeats of a result: measurements of one load on one server, that must agree.

Repeats have one series (endpoint, workload, parameters) and were measured under the same
``conditions`` on one occasion: all in one sweep or, outside of sweeps, all on one day
(UTC). So each measurement is in one group alone. A day, not a distance in time: runs of
every few hours would hang together for weeks, and what was measured weeks apart is a
trend. Runs cut apart by midnight are two groups; a sweep keeps them together, also where
the data that it loaded once takes more room from repeat to repeat: so do dead rows.

Submitted results repeat each other where one submission states one load for them. A
published result has no repeat but itself.
"""

import json
import operator
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import reduce
from typing import Self
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Q

from benchruns.figures.statistics import Summary, summary
from benchruns.models import Result, Run
from benchruns.results import conditions
from benchruns.results.readable import only_readable
from benchruns.vocabulary import ResultStatus

# What tables print of a result, besides its own columns.
SHOWN = (
    "instance_class",
    "provider",
    "campaign",
    "source",
    "exclusion__excluded_by",
    "submission",
)
LOAD = (
    "workload",
    "variant",
    "threads",
    "tables",
    "table_size",
    "scale",
    "total_records",
    "hot_records",
)
Sweeps = Mapping[UUID | None, UUID | None]  # by run
AT_A_TIME = 200  # conditions of one query: SQLite takes less than 1,000


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeats:
    """Repeats of one result, itself among them, in the order of time.

    ``excluded`` count in no median. Each comes with what SHOWN names.
    """

    counted: Sequence[Result]
    excluded: Sequence[Result]

    @property
    def all(self) -> list[Result]:
        return sorted((*self.counted, *self.excluded), key=_place_in_time)

    def summary_of(self, figure: str) -> Summary | None:
        """Of those that count and state the figure; None where none does."""
        values = [getattr(each, figure) for each in self.counted]
        known = [value for value in values if value is not None]
        return summary(known) if known else None

    def of_several(self, figure: str) -> Summary | None:
        """The same where two or more state it: one alone repeats nothing."""
        found = self.summary_of(figure)
        return found if found and found.count > 1 else None

    @classmethod
    def of(cls, results: Iterable[Result]) -> Self:
        ordered = sorted(results, key=_place_in_time)
        return cls(
            counted=[result for result in ordered if result.exclusion_id is None],
            excluded=[result for result in ordered if result.exclusion_id is not None],
        )


@dataclass(frozen=True, slots=True)
class Occasion:
    """A series as it was measured in one sweep, or on one day outside of sweeps."""

    series: UUID
    when: UUID | date

    @property
    def condition(self) -> Q:
        if isinstance(self.when, UUID):
            return Q(series=self.series, run__sweep=self.when)
        start = datetime.combine(self.when, time(), tzinfo=UTC)
        return Q(
            series=self.series,
            run__sweep__isnull=True,
            measured_at__gte=start,
            measured_at__lt=start + timedelta(days=1),
        )


@dataclass(frozen=True, slots=True)
class Reported:
    """A load as one submission reports it; what is withdrawn repeats nothing current."""

    submission: UUID
    status: str
    load: tuple[object, ...]

    @property
    def condition(self) -> Q:
        return Q(submission=self.submission, status=self.status)


def when_measured(
    sweep: UUID | None, measured_at: datetime | None
) -> UUID | date | None:
    """The sweep or the day (UTC) that makes measurements of a series one occasion."""
    return sweep or (measured_at.astimezone(UTC).date() if measured_at else None)


def _occasion(result: Result, sweeps: Sweeps) -> Occasion | Reported | None:
    """None of a result that cannot have repeats."""
    if result.submission_id is not None:
        return Reported(result.submission_id, result.status, _load(result))
    if result.series_id is None:
        return None
    when = when_measured(sweeps.get(result.run_id), result.measured_at)
    return None if when is None else Occasion(result.series_id, when)


def _condition(occasion: Occasion | Reported | None) -> Q:
    """Of several loads of one submission the same."""
    return Q() if occasion is None else occasion.condition


def _load(result: Result) -> tuple[object, ...]:
    """What a series holds together where there is one."""
    return (
        *(getattr(result, name) for name in LOAD),
        json.dumps(result.parameters, sort_keys=True),
    )


def repeats_of(
    results: Sequence[Result], *, user: AbstractBaseUser | AnonymousUser
) -> dict[UUID, Repeats]:
    """The repeats that the user may see, by the id of each result.

    ``results`` must be visible to the user, if only at their own addresses; three
    queries, and one more for each AT_A_TIME occasions.
    """
    sweeps = _sweeps(results)
    occasions = {_condition(_occasion(result, sweeps)) for result in results}
    found = _seen(results, occasions - {Q()}, user)
    groups = [Repeats.of(group) for group in _groups(found, _sweeps(found))]
    by_result = {result.pk: group for group in groups for result in group.all}
    none = Repeats(counted=(), excluded=())  # no longer visible
    return {result.pk: by_result.get(result.pk, none) for result in results}


def _seen(
    results: Sequence[Result],
    occasions: Iterable[Q],
    user: AbstractBaseUser | AnonymousUser,
) -> list[Result]:
    """What the user sees of these and of the occasions."""
    is_current = all(result.status == ResultStatus.CURRENT for result in results)
    every = Result.objects
    seen = every.visible_to(user) if is_current else every.at_address(user)
    wanted = [Q(pk__in=[result.pk for result in results]), *occasions]
    found: dict[UUID, Result] = {}
    for start in range(0, len(wanted), AT_A_TIME):
        any_of = reduce(operator.or_, wanted[start : start + AT_A_TIME])
        rows = only_readable(seen.filter(any_of).select_related(*SHOWN)).rows
        found |= {row.pk: row for row in rows}
    return list(found.values())


def _sweeps(results: Iterable[Result]) -> Sweeps:
    """The sweep of each run that belongs to one."""
    runs = {result.run_id for result in results if result.run_id}
    rows = Run.objects.filter(pk__in=runs, sweep__isnull=False)
    return dict(rows.values_list("pk", "sweep_id"))


def _groups(results: Iterable[Result], sweeps: Sweeps) -> Iterator[list[Result]]:
    """Every result in one of them."""
    alike: dict[tuple[object, ...], list[Result]] = defaultdict(list)
    for result in results:
        occasion = _occasion(result, sweeps) or result.pk
        alike[occasion, *conditions.key_of(result)].append(result)
    for group in alike.values():
        if group[0].run_id in sweeps:  # loaded once: what grew is what its repeats left
            yield group
        else:
            yield from conditions.by_data_size(group)


def _place_in_time(result: Result) -> tuple[str, UUID]:
    moment = result.measured_at
    return moment.isoformat() if moment else "", result.pk
