"""Measured rows as a paper tells them: repeats of one load are one line."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from benchruns.figures.statistics import Summary, summary
from benchruns.models import Result
from benchruns.reports.engine.section import Section
from benchruns.results.repeats import Repeats, repeats_of
from benchruns.results.row import Row, per_vcpu


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """``row`` is the newest of the repeats and gives place and load.

    ``summary`` is of the counted repeats, None where all are left out. ``excluded`` are
    the figures that their owner left out. ``is_doubted`` tells that a counted one is.
    """

    row: Row
    summary: Summary | None
    excluded: tuple[float, ...]
    is_private: bool
    is_doubted: bool


def measurements_of(
    sections: Sequence[Section],
    *,
    private: frozenset[str],
    user: AbstractBaseUser | AnonymousUser,
) -> dict[str, list[Measurement]]:
    """By the section's key; a constant number of queries."""
    rows = [r for section in sections for r in section.rows if not r.is_published]
    if not rows:
        return {}
    results = list(Result.objects.filter(pk__in=[row.id for row in rows]))
    repeats = {str(pk): found for pk, found in repeats_of(results, user=user).items()}
    return {
        section.key: _measurements(section, repeats, private=private)
        for section in sections
    }


def _measurements(
    section: Section, repeats: dict[str, Repeats], *, private: frozenset[str]
) -> list[Measurement]:
    told: set[str] = set()
    found = []
    for category in section.categories:
        for row in category.points:
            if row.id in told:
                continue
            of_row = repeats[row.id]
            told |= {str(result.pk) for result in of_row.all}
            found.append(_measurement(section, row, of_row, private=private))
    return found


def _measurement(
    section: Section, row: Row, repeats: Repeats, *, private: frozenset[str]
) -> Measurement:
    counted = _values(section, repeats.counted)
    return Measurement(
        row=row,
        summary=summary(counted) if counted else None,
        excluded=tuple(_values(section, repeats.excluded)),
        is_private=any(str(result.pk) in private for result in repeats.all),
        is_doubted=any(result.doubt for result in repeats.counted),
    )


def _values(section: Section, results: Sequence[Result]) -> list[float]:
    """The section's figure of each result that has it."""
    name = section.metric.name
    base = name.removesuffix(per_vcpu(""))
    values = []
    for result in results:
        value = getattr(result, base)
        if value is not None and name != base:
            value = value / result.vcpus if result.vcpus else None
        if value is not None:
            values.append(value)
    return values
