"""Numbered marks: each finding of a page once, whatever rows it stands on."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from benchruns.findings import Finding
from benchruns.results.row import Row
from benchruns.vocabulary import Severity

if TYPE_CHECKING:  # a section's report is made with marks
    from benchruns.reports.engine.section import Section

# Codes of notes: F on figures, M on the method, D on differences between editions.
EDITIONS = "D"
KINDS = "FM"


# Rules that judge row by row by one measure: what they find in a campaign is one finding.
OF_CAMPAIGNS = frozenset({"regime_label", "qps_tps_ratio"})


# What is the same of two findings that say the same, to whoever reads them.
Sentence = Callable[[Finding], str]


def exact(finding: Finding) -> str:
    """For programs: whose values differ are two findings, however they are worded."""
    return finding.identity


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A finding on the row of ``place``, one of several that share a mark."""

    place: str
    finding: Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A finding with its number on the page; ``cases`` has all where it stands for more."""

    number: int
    cases: Sequence[Case]

    @property
    def finding(self) -> Finding:
        return self.cases[0].finding

    @property
    def anchor(self) -> str:
        return f"finding-{self.number}"

    @property
    def is_caution(self) -> bool:
        return self.finding.severity == Severity.CAUTION


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """An irregularity of whole campaigns, with the number of its mark."""

    number: int
    title: str
    text: str
    section: str

    @property
    def anchor(self) -> str:
        return f"finding-{self.number}"


class Marks:
    """Marks and notes of sections, numbered in the order in which a page lists them.

    A finding about a pair of rows is one mark, and so are findings of one ``sentence``, and
    what one rule found on several rows of a section's campaign; a note on several campaigns
    stands with the first section that it concerns; ``rows`` may stand in none. Differences
    between editions of a source are no notes: they stand with the method. Nor are those on
    what is put beside of another engine than ``engine``: they are for its own pages.
    """

    def __init__(
        self,
        sections: "Sequence[Section]",
        rows: Iterable[Row] = (),
        *,
        engine: str = "",
        sentence: Sentence = exact,
    ) -> None:
        self._sentence = _asked_once(sentence)
        self._has_campaigns = bool(sections)
        self._marks: dict[str, Mark] = {}
        self._notes: dict[str, list[Note]] = {}
        self._seen: set[str] = set()
        self._last = 0
        for section in sections:
            self._number_rows(section.rows)
            self._notes[section.key] = list(self._number_notes(section, engine))
        self._number_rows(rows)

    def of(self, rows: Iterable[Row]) -> tuple[Mark, ...]:
        """The marks that stand on any of these rows, in their order."""
        stated = {self._key(finding, row) for row in rows for finding in row.findings}
        return tuple(mark for key, mark in self._marks.items() if key in stated)

    def notes_of(self, section: "Section") -> list[Note]:
        return self._notes[section.key]

    def _next(self) -> int:
        self._last += 1
        return self._last

    def _number_rows(self, rows: Iterable[Row]) -> None:
        for row in rows:
            for finding in row.findings:
                case = Case(place=row.place, finding=finding)
                known = self._marks.get(key := self._key(finding, row))
                if known is None:
                    self._marks[key] = Mark(number=self._next(), cases=[case])
                elif self._sentence(finding) not in {
                    self._sentence(each.finding) for each in known.cases
                }:
                    self._marks[key] = replace(known, cases=[*known.cases, case])

    def _key(self, finding: Finding, row: Row) -> str:
        """The same of findings that share a mark."""
        is_of_campaign = self._has_campaigns and finding.code in OF_CAMPAIGNS
        if is_of_campaign and row.campaign:
            parts = (finding.code, finding.severity, row.campaign, row.regime or "")
            return "|".join(parts)
        return self._sentence(finding)

    def _number_notes(self, section: "Section", engine: str) -> Iterable[Note]:
        own = {row.campaign for row in section.rows if row.engine == engine}
        found = {
            note.code: note
            for campaign in section.campaigns
            if campaign.slug in own
            for note in campaign.irregularities.all()
            if not note.code.startswith(EDITIONS)
        }
        for code, note in sorted(found.items(), key=lambda item: note_order(item[0])):
            if code in self._seen:
                continue
            self._seen.add(code)
            yield Note(
                number=self._next(),
                title=note.title,
                text=note.text,
                section=note.source_section,
            )


def _asked_once(sentence: Sentence) -> Sentence:
    """Of what is exactly the same: a page has thousands of such rows."""
    known: dict[str, str] = {}

    def of(finding: Finding) -> str:
        identity = finding.identity
        if identity not in known:
            known[identity] = sentence(finding)
        return known[identity]

    return of


def note_order(code: str) -> tuple[int, int]:
    """By kind, then by number: F1, F2, F10, M1."""
    return KINDS.find(code[0]), int(code[1:])
