"""The parts of a submission's report: its files and their runs, its results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from benchruns.figures.metrics import Interval
from benchruns.findings import Finding, read
from benchruns.models import Result, Submission, SubmittedFile
from benchruns.parsers.tool_report import Scalar
from benchruns.results.row import Row
from benchruns.submissions.checks.duplicates import Duplicates
from benchruns.submissions.checks.measured_time import Measured
from benchruns.submissions.checks.neighbours import Neighbour
from benchruns.submissions.checks.outcome import Outcome
from benchruns.submissions.checks.papers import UnlikePapers
from benchruns.submissions.checks.repeats import Load, load_of
from benchruns.submissions.rating.rating import Rating
from benchruns.submissions.statement.completeness import ESSENTIAL, Need
from benchruns.submissions.statement.conditions import Condition


@dataclass(frozen=True, slots=True, kw_only=True)
class RunReport:
    """One run of a file: the file itself, or a row of a report template.

    ``missing`` names what it lacks to become a result, and then ``result`` is None.
    """

    row: int
    place: str
    figures: Mapping[str, float]
    variant: str
    conditions: Sequence[Condition]
    missing: Sequence[str]
    findings: Sequence[Finding]
    result: Result | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FileReport:
    """One file and what was understood of it.

    ``figures``, ``printed`` and ``samples`` are of the one run that it holds; a report
    template has ``runs`` instead, a settings file none. ``belongs_to`` is the id of the
    report that a companion adds to. ``secrets`` counts what was blanked
    in it. ``sha256`` of the text is empty for who may not read it.
    """

    file: SubmittedFile
    name: str
    archive: str
    sha256: str
    statement: Mapping[str, Any]
    kind: str
    workload: str | None
    figures: Mapping[str, float]
    derived: Mapping[str, str]
    printed: Mapping[str, Scalar]
    samples: Sequence[Interval]
    findings: Sequence[Finding]
    runs: Sequence[RunReport]
    belongs_to: UUID | None
    secrets: int

    @property
    def missing(self) -> list[str]:
        """What any of its runs lacks, each once."""
        return list(dict.fromkeys(name for run in self.runs for name in run.missing))

    @property
    def own_findings(self) -> list[Finding]:
        """Without those that each of its results bears, and a page says there."""
        borne = [
            {read(found).identity for found in run.result.findings}
            if run.result
            else set()
            for run in self.runs
        ]
        shared = set.intersection(*borne) if borne else set()
        return [each for each in self.findings if each.identity not in shared]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultReport:
    """A result with the rows that stand beside it; ``fairness`` is about the first.

    ``timed`` is how it was measured, ``unlike_papers`` in what its test is not theirs.
    """

    result: Result
    row: Row
    findings: Sequence[Finding]
    neighbours: Sequence[Neighbour]
    fairness: Sequence[Finding]
    timed: Measured | None = None
    unlike_papers: Sequence[UnlikePapers] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionReport:
    """``checks``, ``rating`` and what is found of duplicates are not for the public.

    ``duplicates`` are those that the check of this name counts. ``statement``,
    ``settings`` and what stands of each file are as the reader may see them: what was
    recognised, and for those who are ``is_inside`` all. ``settings_hidden`` and
    ``public_command`` say what everybody else sees. ``left_out`` counts the results that
    cannot be shown.
    """

    submission: Submission
    is_inside: bool
    is_owner: bool
    is_reviewer: bool
    is_editable: bool
    statement: Mapping[str, Any]
    settings: Mapping[str, str]
    settings_hidden: int
    public_command: str
    files: Sequence[FileReport]
    results: Sequence[ResultReport]
    checks: Sequence[Finding]
    rating: Rating | None
    duplicates: Duplicates
    left_out: int

    @property
    def runs(self) -> list[RunReport]:
        return [run for file in self.files for run in file.runs]

    @property
    def loads(self) -> list[list[ResultReport]]:
        """The results in their order, those that repeat one load together."""
        found: dict[Load, list[ResultReport]] = {}
        for each in self.results:
            found.setdefault(load_of(each.result), []).append(each)
        return list(found.values())

    @property
    def places(self) -> dict[UUID, str]:
        """The file of each result by its id, with the place where it has several runs."""
        return {
            run.result.pk: f"{file.name} {run.place}".strip()
            for file in self.files
            for run in file.runs
            if run.result is not None
        }

    @property
    def repeat_numbers(self) -> dict[UUID, int]:
        """By the id of each result that has repeats: its number among them."""
        return {
            each.result.pk: number
            for load in self.loads
            for number, each in enumerate(load, start=1)
            if len(load) > 1
        }

    @property
    def missing(self) -> list[str]:
        """What it lacks to be submitted: some run for a result, all for a review."""
        lacking = [name for run in self.runs for name in run.missing]
        lacking += [need.code for need in ESSENTIAL if not _is_met(need, self.runs)]
        return list(dict.fromkeys(lacking))

    def without(self, need: Need) -> list[str]:
        """The places of the runs that lack it."""
        return [
            f"{file.name} {run.place}".strip()
            for file in self.files
            for run in file.runs
            if not _is_met(need, [run])
        ]

    @property
    def can_be_submitted(self) -> bool:
        """Whether no check forbids it."""
        failed = any(check.severity == Outcome.FAILED for check in self.checks)
        return bool(self.results) and not failed


def _is_met(need: Need, runs: Sequence[RunReport]) -> bool:
    known = [{condition.name for condition in run.conditions} for run in runs]
    return all(any(names.issuperset(way) for way in need.ways) for names in known)
