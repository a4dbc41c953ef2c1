"""The repeats of a result: measurements of one load on one server, that must agree.

Repeats of a measured result have its series (endpoint, workload, parameters), its full
engine version, its settings and its client. They are of its own sweep or, where its run
belongs to none, of no sweep either and measured within a day of it: what was measured
weeks apart is a trend. Published and submitted results have no repeat but themselves.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Q

from benchruns.models import Result, Run

WITHIN = timedelta(hours=24)
# What tables print of a result, besides its own columns.
SHOWN = (
    "instance_class",
    "provider",
    "campaign",
    "source",
    "exclusion__excluded_by",
)


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

    def overlaps(self, other: "Repeats") -> bool:
        """Whether a measurement is of both: then they are repeats of one configuration
        and cannot be compared as two."""
        return not {result.pk for result in self.all}.isdisjoint(
            result.pk for result in other.all
        )


def repeats_of(
    results: Sequence[Result], *, user: AbstractBaseUser | AnonymousUser
) -> dict[UUID, Repeats]:
    """The repeats that the user may see, by the id of each result.

    ``results`` must be visible to the user; a constant number of queries.
    """
    given = {result.pk: result for result in results}
    sweeps = _sweeps(given.values())
    near = _near([result for result in results if result.series_id], sweeps)
    visible = Result.objects.visible_to(user).filter(Q(pk__in=given) | near)
    found = {result.pk: result for result in visible.select_related(*SHOWN)}
    sweeps |= _sweeps(found.values())
    return {
        key: _split(
            each
            for each in found.values()
            if each.pk == key or _is_repeat(result, each, sweeps)
        )
        for key, result in given.items()
    }


def _sweeps(results: Iterable[Result]) -> dict[UUID | None, UUID | None]:
    """The sweep of each run that belongs to one."""
    runs = {result.run_id for result in results if result.run_id}
    rows = Run.objects.filter(pk__in=runs, sweep__isnull=False)
    return dict(rows.values_list("pk", "sweep_id"))


def _near(results: Sequence[Result], sweeps: Mapping[UUID | None, UUID | None]) -> Q:
    """What the database can tell of a repeat; settings and client it cannot."""
    wanted = Q(pk__in=())
    for result in results:
        alike = Q(
            series=result.series_id, engine_version_full=result.engine_version_full
        )
        if sweep := sweeps.get(result.run_id):
            wanted |= alike & Q(run__sweep=sweep)
        elif result.measured_at:
            day = (result.measured_at - WITHIN, result.measured_at + WITHIN)
            wanted |= alike & Q(run__sweep__isnull=True, measured_at__range=day)
    return wanted


def _is_repeat(
    result: Result, other: Result, sweeps: Mapping[UUID | None, UUID | None]
) -> bool:
    return _group(result, sweeps) == _group(other, sweeps) and (
        sweeps.get(result.run_id) is not None or _is_same_day(result, other)
    )


def _group(
    result: Result, sweeps: Mapping[UUID | None, UUID | None]
) -> tuple[object, ...]:
    """What repeats agree in; a result without a series agrees with itself alone."""
    return (
        result.series_id or result.pk,
        sweeps.get(result.run_id),
        result.engine_version_full,
        result.parameter_settings,
        result.client,
    )


def _is_same_day(result: Result, other: Result) -> bool:
    if result.measured_at is None or other.measured_at is None:
        return False
    return abs(result.measured_at - other.measured_at) <= WITHIN


def _split(results: Iterable[Result]) -> Repeats:
    ordered = sorted(results, key=_place_in_time)
    return Repeats(
        counted=[result for result in ordered if result.exclusion_id is None],
        excluded=[result for result in ordered if result.exclusion_id is not None],
    )


def _place_in_time(result: Result) -> tuple[str, UUID]:
    moment = result.measured_at
    return moment.isoformat() if moment else "", result.pk
