"""Puts a white paper together: one chapter a method, and what holds for all of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils import timezone

from benchruns.models import FairnessCondition, Result
from benchruns.reports.engine import EngineReport, engine_report
from benchruns.reports.engine.method import SourceLine, method_text
from benchruns.reports.engine.section import Section
from benchruns.reports.engine.view import NOTHING
from benchruns.reports.marks import Sentence, exact
from benchruns.reports.whitepaper.commands import (
    ReproducingCommand,
    reproducing_commands,
)
from benchruns.reports.whitepaper.conditions import Conditions, conditions_of
from benchruns.reports.whitepaper.measurements import Measurement, measurements_of
from benchruns.results.row import Row
from benchruns.vocabulary import Provenance, Visibility

# Rows printed in one paper, in its order; the CSV has the rest. Time grows with them: a
# PDF of 1,000 takes about 6 s of one CPU, of 3,000 about 17 s, and nobody waits so long.
MOST_ROWS = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """One method with its rows.

    ``measurements`` stand for the section's measured and submitted rows: repeats of one
    load are one line. ``rows_left`` is how many published rows are not printed.
    """

    section: Section
    conditions: Conditions
    measurements: Sequence[Measurement]
    commands: Sequence[ReproducingCommand]
    rows_printed: int
    rows_left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WhitePaper:
    """``sources`` are vendors' papers, ``reports`` the submissions with their rows in it.

    ``own_private`` are the results in it that only their owner sees (and staff).
    """

    report: EngineReport
    written_on: date
    chapters: Sequence[Chapter]
    fairness: Sequence[FairnessCondition]
    sources: Sequence[SourceLine]
    reports: Mapping[str, Sequence[Row]]
    own_private: frozenset[str]

    @property
    def basis(self) -> dict[str, int]:
        """Results by provenance, all of them, printed or not."""
        counts = self.report.version.counts
        return {word: counts.get(word, 0) for word in Provenance.values}

    @property
    def measured_rows(self) -> int:
        """Those of runs, whose source is this portal."""
        rows = rows_of(self.report)
        return sum(row.provenance == Provenance.MEASURED for row in rows)

    @property
    def rows_left(self) -> int:
        return sum(chapter.rows_left for chapter in self.chapters)


def basis_of(
    engine: str,
    slug: str,
    *,
    user: AbstractBaseUser | AnonymousUser,
    sentence: Sentence = exact,
) -> EngineReport:
    """The rows that a paper rests on, printed or not; raises UnknownVersion."""
    query = {"beside": NOTHING}
    return engine_report(engine, slug, user=user, query=query, sentence=sentence)


def rows_of(report: EngineReport) -> list[Row]:
    """In the order of the chapters."""
    return [row for section in report.sections for row in section.rows]


def white_paper(
    engine: str,
    slug: str,
    *,
    user: AbstractBaseUser | AnonymousUser,
    sentence: Sentence = exact,
) -> WhitePaper:
    """Of what the user may see, with one mark for each ``sentence`` of findings.

    Raises UnknownVersion. A constant number of queries.
    """
    report = basis_of(engine, slug, user=user, sentence=sentence)
    measured = [row.id for row in rows_of(report) if not row.is_published]
    own_private = Result.objects.filter(
        pk__in=measured, visibility=Visibility.PRIVATE
    ).values_list("pk", flat=True)
    private = frozenset(str(pk) for pk in own_private)
    measurements = measurements_of(report.sections, private=private, user=user)
    commands = reproducing_commands(report.sections)
    return WhitePaper(
        report=report,
        written_on=timezone.now().date(),
        chapters=list(_chapters(report, measurements, commands)),
        fairness=_fairness(report.sections),
        sources=_sources(report.sections),
        reports=_reports(rows_of(report)),
        own_private=private,
    )


def _chapters(
    report: EngineReport,
    measurements: dict[str, list[Measurement]],
    commands: dict[str, list[ReproducingCommand]],
) -> Iterator[Chapter]:
    room = MOST_ROWS
    for section in report.sections:
        count = sum(row.is_published for row in section.rows)
        printed = min(count, room)
        room -= printed
        yield Chapter(
            section=section,
            conditions=conditions_of(section),
            measurements=measurements.get(section.key, []),
            commands=commands.get(section.key, []),
            rows_printed=printed,
            rows_left=count - printed,
        )


def _fairness(sections: Sequence[Section]) -> list[FairnessCondition]:
    """What the paper's sources demand of a comparison, else what any of them does."""
    sources = {c.source_id for section in sections for c in section.campaigns}
    found = list(FairnessCondition.objects.select_related("source"))
    return [each for each in found if each.source_id in sources] or found


def _sources(sections: Sequence[Section]) -> list[SourceLine]:
    """Every source of every chapter, each with its parts once and all rows of these."""
    lines: dict[tuple[str, str], SourceLine] = {}
    for section in sections:
        method = method_text(section)
        for line in method.sources if method else ():
            key = line.title, line.sections
            rows = line.rows + (lines[key].rows if key in lines else 0)
            lines[key] = replace(line, rows=rows)
    return list(lines.values())


def _reports(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """By the id of the submission."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        if row.is_submitted:
            found.setdefault(row.submission, []).append(row)
    return found
