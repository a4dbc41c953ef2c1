"""Which classes reached what somebody needs, smallest first, each with its evidence.

A class counts as found by one counted result that meets everything: its highest TPS
among those. Where that was repeated, the median of its repeats meets everything too, and
is the figure of the class. What cannot be told (a p95 that is not published, a regime that is not
determined, a price nobody entered) or is doubted (data that fits in memory under the
label of disk I/O) is never taken as met: it is listed apart.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.core.paginator import Page, Paginator
from django.db.models import Exists, Max, Min, OuterRef, QuerySet

from benchruns.catalogue.best_results import result_count
from benchruns.catalogue.needs.beside import Beside, beside
from benchruns.catalogue.needs.evidence import (
    Numbers,
    counts,
    lowest_p95,
    slowest,
    undoubted,
)
from benchruns.catalogue.needs.fastest import is_kept
from benchruns.catalogue.needs.medians import (
    REACHED,
    Middle,
    by_median,
    short_of_median,
    told_by,
)
from benchruns.catalogue.needs.need import (
    MISSED,
    UNPROVEN,
    Need,
    Outcome,
    asked_for,
    conditions,
    counted,
    of_origin,
)
from benchruns.catalogue.needs.standings import Standing, standings
from benchruns.catalogue.needs.versions import OfVersion, by_version
from benchruns.figures.alike import MOST_LONGER, is_apart
from benchruns.models import InstanceClass, RankOfClass, Result
from benchruns.results.readable import Readable, readable
from benchruns.results.row import Row, read_row
from benchruns.vocabulary import Provenance

PAGE_SIZE = 50
PROVENANCES = (Provenance.PUBLISHED, Provenance.MEASURED, Provenance.SUBMITTED)
MOST_UNPROVEN = 10
MOST_MISSED = 5  # of each reason
MOST_NAMED = 3  # of the smallest classes, in the answer
MOST_LOOKED_AT = 12  # of those of one size, for the best evidence
NEAR = 0.8  # of what is needed


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A class with the result that shows how it stands.

    ``is_smallest``: no other found class has as few vCPUs and as little memory, and
    less of one of them. ``reached``, ``doubted`` and ``not_reached`` count the results of
    the class. ``middle`` is of the result's repeats, None where it has none. Where the
    result is in doubt, ``undoubted`` is the fastest of the class in the same regime that
    is not.
    """

    need: Need
    instance_class: InstanceClass
    result: Result
    row: Row
    standing: Standing
    middle: Middle | None
    is_smallest: bool
    reached: int
    doubted: int
    not_reached: int
    undoubted: Row | None = None

    @property
    def by_median(self) -> Middle | None:
        """What its figures are, of a class that reached it: never those of its best repeat."""
        is_told = self.standing.outcome in (*REACHED, Outcome.MEDIAN_MISSED)
        return self.middle if is_told else None

    @property
    def tps(self) -> float:
        return self.by_median.tps if self.by_median else self.result.tps or 0

    @property
    def p95_ms(self) -> float | None:
        return self.by_median.p95_ms if self.by_median else self.result.latency_p95_ms

    @property
    def share(self) -> float:
        """Its TPS over what is needed."""
        return self.tps / self.need.tps

    @property
    def tested(self) -> int:
        return self.reached + self.doubted + self.not_reached

    @property
    def finding_count(self) -> int:
        return len(self.row.findings)


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedReport:
    """``found`` are the candidates of the ``page``; ``smallest`` are of all pages.

    ``named`` are the first of the smallest with their evidence, whatever the page; of one
    size and price those with the best.
    Where results of the first did not reach it, ``below`` is the slowest of them that is in no
    doubt. ``versions`` tell the versions of an engine apart where the need names none.
    ``left_out`` counts the classes whose evidence cannot be shown. ``without_class``
    results reached the need on servers that are no class of the
    catalogue; ``elsewhere`` is the fastest of them. ``of_versions`` are the
    shortest and the longest time for which what the versions reached was measured. ``not_counted`` classes have results
    of the engine and origin, but none of the load in the regime; where no class has any,
    ``beside`` is what there is instead.
    """

    need: Need
    page: Page[Standing]
    found: Sequence[Candidate]
    smallest: Sequence[Standing]
    named: Sequence[Candidate]
    below: Row | None
    unproven: Sequence[Candidate]
    unproven_count: int
    missed: Sequence[Candidate]
    missed_count: int
    versions: Sequence[OfVersion]
    left_out: int
    without_class: int
    not_counted: int
    beside: Beside
    elsewhere: Result | None
    of_versions: tuple[float | None, float | None]

    @property
    def seconds(self) -> tuple[float | None, float | None]:
        """The shortest and the longest time for which figures of the answer were measured,
        and those that it says beside them.

        Those of classes that came nowhere near are none of it.
        """
        told = (*self.found, *self.unproven, *self.near_misses)
        rows = [*(each.row for each in told), *(each.undoubted for each in told)]
        known = [
            *self.of_versions,
            *(row.seconds for row in (*rows, self.below) if row),
        ]
        seconds = [each for each in known if each is not None]
        return min(seconds, default=None), max(seconds, default=None)

    @property
    def is_of_different_tests(self) -> bool:
        """Whether some of its figures were measured so much longer than others."""
        return is_apart(*self.seconds, MOST_LONGER)

    @property
    def count(self) -> int:
        return self.page.paginator.count

    @property
    def best(self) -> Candidate | None:
        """What near misses are held against: the answer, or what may be one."""
        return next(iter((*self.named, *self.unproven)), None)

    @property
    def near_misses(self) -> Sequence[Candidate]:
        """The classes that were a little too slow and are smaller, closest first."""
        near = [
            each
            for each in self.missed
            if each.standing.outcome is Outcome.TPS_BELOW
            and each.share >= NEAR
            and (self.best is None or each.standing.vcpus < self.best.standing.vcpus)
        ]
        return sorted(near, key=lambda each: -each.share)


def find(
    need: Need,
    *,
    user: AbstractBaseUser | AnonymousUser,
    page: int | str = 1,
    page_size: int | None = PAGE_SIZE,
) -> NeedReport:
    """A constant number of queries, whatever there is, but for the repeats of a file.

    Without ``page_size`` all that were found stand on one page, with all that are not proven.
    """
    results = counted(asked_for(need, user))
    everyone = standings(need, user)
    short = short_of_median(results, need, everyone, user)
    everyone = by_median(everyone, results, need, short)
    found = sorted((s for s in everyone if s.outcome is Outcome.FOUND), key=_by_size)
    unproven = sorted((s for s in everyone if s.outcome in UNPROVEN), key=_by_size)
    smallest = _smallest(found)
    shown = Paginator(found, page_size or max(1, len(found))).get_page(page)
    named = smallest[:MOST_LOOKED_AT]
    told = [
        *shown,
        *(standing for standing in named if standing not in shown.object_list),
        *unproven[: MOST_UNPROVEN if page_size else None],
        *_slow_but_near(everyone),
        *_late_but_near(everyone, results, need),
        *_dear_but_near(everyone),
    ]
    telling, middles = told_by(results, need, told, short, user)
    read = _read(telling.values())
    candidates = _candidates(told, read.rows, middles, results, need, smallest)
    outside = results.filter(conditions(need).reached, instance_class=None)
    on_page = set(shown.object_list)
    answers = [c for c in candidates if c.standing in named]
    answers = sorted(answers, key=_by_evidence)[:MOST_NAMED]
    versions = by_version(need, user, short)
    return NeedReport(
        need=need,
        page=shown,
        found=[c for c in candidates if c.standing in on_page],
        smallest=smallest,
        named=answers,
        below=_below(answers[0], results, need) if answers else None,
        unproven=[c for c in candidates if c.standing.outcome in UNPROVEN],
        unproven_count=len(unproven),
        missed=[c for c in candidates if c.standing.outcome in MISSED],
        missed_count=sum(s.outcome in MISSED for s in everyone),
        versions=versions,
        left_out=read.left_out,
        not_counted=_with_results(need, user) - len(everyone),
        beside=Beside() if everyone else beside(need, user),
        without_class=outside.count(),
        elsewhere=outside.order_by("-tps", "pk").first(),
        of_versions=_seconds_of_versions(need) if versions else (None, None),
    )


def _below(first: Candidate, results: QuerySet[Result], need: Need) -> Row | None:
    if not first.not_reached:
        return None
    found = slowest(results, need, first.standing.class_id)
    read = _read([found]).rows if found and (found.tps or 0) < need.tps else []
    return read[0][1] if read else None


def _seconds_of_versions(need: Need) -> tuple[float | None, float | None]:
    """By what rankings are put in order by; not known of a need that they do not hold."""
    if not is_kept(need):
        return None, None
    ranks = RankOfClass.objects.filter(
        workload=need.workload,
        regime=need.regime,
        engine=need.engine,
        tps__gte=need.tps,
    )
    found = ranks.aggregate(shortest=Min("seconds"), longest=Max("seconds"))
    return found["shortest"], found["longest"]


def _read(results: Iterable[Result]) -> Readable[tuple[Result, Row]]:
    return readable(results, lambda each: (each, read_row(each, run_is_visible=False)))


def _candidates(
    told: Sequence[Standing],
    read: Sequence[tuple[Result, Row]],
    middles: Mapping[UUID, Middle],
    results: QuerySet[Result],
    need: Need,
    smallest: Sequence[Standing],
) -> list[Candidate]:
    """Without those whose evidence went away, or cannot be shown."""
    telling = {result.instance_class_id: (result, row) for result, row in read}
    numbers = counts(results, need, [standing.class_id for standing in told])
    in_doubt = [key for key, (result, _row) in telling.items() if result.doubt and key]
    sure = _read(undoubted(results, need, in_doubt).values()).rows
    without_doubt = {result.instance_class_id: row for result, row in sure}
    marked = {standing.class_id for standing in smallest}
    candidates = []
    for standing in told:
        result, row = telling.get(standing.class_id, (None, None))
        if result is None or row is None or result.instance_class is None:
            continue
        told_of = numbers.get(standing.class_id, Numbers())
        candidates.append(
            Candidate(
                need=need,
                instance_class=result.instance_class,
                result=result,
                row=row,
                standing=standing,
                middle=middles.get(result.pk),
                is_smallest=standing.class_id in marked,
                reached=told_of.reached,
                doubted=told_of.doubted,
                not_reached=told_of.not_reached,
                undoubted=without_doubt.get(standing.class_id),
            )
        )
    return candidates


def _with_results(need: Need, user: AbstractBaseUser | AnonymousUser) -> int:
    """Each class is looked up by an index: to group all results would read them all."""
    if not (need.engine or need.provider or need.provenance) and (
        need.engine_version is None
    ):
        counted_classes = InstanceClass.objects.annotate(count=result_count(user))
        return counted_classes.filter(count__gt=0).count()
    own = of_origin(need, user).filter(instance_class=OuterRef("pk"))
    return InstanceClass.objects.filter(Exists(own)).count()


def _by_size(standing: Standing) -> tuple[object, ...]:
    price = inf if standing.price is None else standing.price
    return (*standing.size, price, standing.code, standing.key)


def _by_evidence(candidate: Candidate) -> tuple[object, ...]:
    """By size and price; of equal ones first what has fewest findings, then papers."""
    standing = candidate.standing
    price = inf if standing.price is None else standing.price
    place = PROVENANCES.index(Provenance(candidate.result.provenance))
    return (*standing.size, price, candidate.finding_count, place, *_by_size(standing))


def _smallest(found: Sequence[Standing]) -> list[Standing]:
    """Those of a list in the order of their size that none is smaller than."""
    smallest: list[Standing] = []
    for standing in found:
        last = smallest[-1] if smallest else None
        if (
            last is None
            or standing.memory_gb < last.memory_gb
            or standing.size == last.size
        ):
            smallest.append(standing)
    return smallest


def _slow_but_near(everyone: Sequence[Standing]) -> list[Standing]:
    missed = [s for s in everyone if s.outcome is Outcome.TPS_BELOW]
    missed.sort(key=lambda s: (-(s.best or 0), *_by_size(s)))
    return missed[:MOST_MISSED]


def _late_but_near(
    everyone: Sequence[Standing], results: QuerySet[Result], need: Need
) -> list[Standing]:
    missed = [s for s in everyone if s.outcome is Outcome.P95_ABOVE]
    if not missed:
        return []
    p95 = lowest_p95(results, need, [standing.class_id for standing in missed])
    missed.sort(key=lambda s: (p95.get(s.class_id, inf), *_by_size(s)))
    return missed[:MOST_MISSED]


def _dear_but_near(everyone: Sequence[Standing]) -> list[Standing]:
    missed = [s for s in everyone if s.outcome is Outcome.OVER_BUDGET]
    missed.sort(key=lambda s: (s.price or inf, *_by_size(s)))
    return missed[:MOST_MISSED]
