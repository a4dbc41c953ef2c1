"""A submission as its page and the API show it: to its owner, a reviewer, the public."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from benchruns.engine_report.rows import Row, read_row
from benchruns.findings import Finding
from benchruns.metrics import Interval
from benchruns.models import Result, Submission, SubmittedFile
from benchruns.models.submissions import is_reviewer
from benchruns.parsers.tool_report import Scalar, ToolReport
from benchruns.readable import only_readable
from benchruns.submissions import checks_of_content, duplicates, neighbours
from benchruns.submissions.blanking import PLACES, SECRETS
from benchruns.submissions.check import Check
from benchruns.submissions.completeness import ESSENTIAL, Need
from benchruns.submissions.conditions import Condition
from benchruns.submissions.deriving import results_of
from benchruns.submissions.drafts import EDITABLE
from benchruns.submissions.duplicates import Duplicates
from benchruns.submissions.neighbours import Neighbour
from benchruns.submissions.rating import Rating
from benchruns.submissions.stored_report import finding_of
from benchruns.submissions.understanding import Run, Understanding, understand

Viewer = AbstractBaseUser | AnonymousUser


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
    report that a companion adds to. ``secrets`` and ``places`` count what was blanked
    in it.
    """

    file: SubmittedFile
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
    places: int

    @property
    def missing(self) -> list[str]:
        """What any of its runs lacks, each once."""
        return list(dict.fromkeys(name for run in self.runs for name in run.missing))


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultReport:
    """A result with the rows that stand beside it; ``fairness`` is about the first."""

    result: Result
    row: Row
    findings: Sequence[Finding]
    neighbours: Sequence[Neighbour]
    fairness: Sequence[Finding]


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionReport:
    """``checks``, ``rating`` and what is found of duplicates are not for the public.

    ``duplicates`` are those that the check of this name counts. ``left_out`` counts the
    results that cannot be shown.
    """

    submission: Submission
    is_owner: bool
    is_reviewer: bool
    is_editable: bool
    files: Sequence[FileReport]
    results: Sequence[ResultReport]
    checks: Sequence[Check]
    rating: Rating | None
    duplicates: Duplicates
    left_out: int

    @property
    def runs(self) -> list[RunReport]:
        return [run for file in self.files for run in file.runs]

    @property
    def missing(self) -> list[str]:
        """What it lacks to be submitted: some run for a result, all for a review."""
        lacking = [name for run in self.runs for name in run.missing]
        lacking += [need.code for need in ESSENTIAL if not _is_met(need, self.runs)]
        return list(dict.fromkeys(lacking))

    def without(self, need: Need) -> list[str]:
        """The places of the runs that lack it."""
        return [
            f"{file.file.name} {run.place}".strip()
            for file in self.files
            for run in file.runs
            if not _is_met(need, [run])
        ]

    @property
    def can_be_submitted(self) -> bool:
        """Whether no check forbids it."""
        return bool(self.results) and all(c.outcome != "failed" for c in self.checks)


def _is_met(need: Need, runs: Sequence[RunReport]) -> bool:
    known = [{condition.name for condition in run.conditions} for run in runs]
    return all(any(names.issuperset(way) for way in need.ways) for names in known)


def submission_report(submission_id: UUID, *, user: Viewer) -> SubmissionReport:
    """Raises Submission.DoesNotExist; a constant number of queries."""
    submission = (
        Submission.objects.visible_to(user)
        .select_related("owner", "reviewer", "replaces")
        .get(pk=submission_id)
    )
    is_owner = user.is_authenticated and submission.owner_id == user.pk
    may_review = is_reviewer(user)
    is_inside = is_owner or may_review or bool(getattr(user, "is_staff", False))
    understood = understand(submission)
    found = only_readable(results_of(submission))
    results = found.rows
    doubled = (
        duplicates.find(submission, understood.files, results, user=user)
        if is_inside
        else Duplicates()
    )
    return SubmissionReport(
        submission=submission,
        is_owner=is_owner,
        is_reviewer=may_review,
        is_editable=is_owner and submission.state in EDITABLE,
        files=_files(understood, results, doubled),
        results=_results(submission, results, doubled),
        checks=_checks(submission, doubled) if is_inside else [],
        rating=Rating.read(submission.rating) if is_inside else None,
        duplicates=doubled.counted,
        left_out=found.left_out,
    )


def _checks(submission: Submission, doubled: Duplicates) -> list[Check]:
    """As they were stored; of duplicates as of now, since others upload meanwhile."""
    now = checks_of_content.duplicate(doubled)
    stored = (Check.read(data) for data in submission.checks)
    return [now if check.code == now.code else check for check in stored]


def _files(
    understood: Understanding, results: Sequence[Result], doubled: Duplicates
) -> list[FileReport]:
    by_key = {(r.submitted_file_id, r.submitted_row): r for r in results}
    runs: dict[Any, list[RunReport]] = {}
    for run in understood.runs:
        runs.setdefault(run.file.pk, []).append(_run(run, by_key.get(run.key)))
    return [
        _file(understood, file, runs.get(file.pk, []), doubled)
        for file in understood.files
    ]


def _file(
    understood: Understanding,
    file: SubmittedFile,
    runs: Sequence[RunReport],
    doubled: Duplicates,
) -> FileReport:
    joined = understood.joined
    report = joined.reports.get(file.pk) or understood.reports[file.pk]
    of_file = (doubled.texts.get(file.pk), joined.problems.get(file.pk))
    return FileReport(
        file=file,
        kind=report.kind.value,
        workload=_workload(report, runs),
        figures=_known(report.figures.as_dict()),
        derived=report.derived,
        printed=report.printed,
        samples=report.samples,
        findings=[
            *(finding for finding in of_file if finding is not None),
            *_findings(report, runs),
        ],
        runs=runs,
        belongs_to=joined.belonging.get(file.pk),
        secrets=int(file.report.get(SECRETS, 0)),
        places=int(file.report.get(PLACES, 0)),
    )


def _workload(report: ToolReport, runs: Sequence[RunReport]) -> str | None:
    """As settled, or as the text alone tells it; that of a template is its rows'."""
    settled = {
        condition.value
        for run in runs
        for condition in run.conditions
        if condition.name == "workload"
    }
    return settled.pop() if len(settled) == 1 else report.workload


def _findings(report: ToolReport, runs: Sequence[RunReport]) -> Sequence[Finding]:
    """Those of its one run, with what contradicts it; of a template, its own alone."""
    return runs[0].findings if len(runs) == 1 else report.findings


def _run(run: Run, result: Result | None) -> RunReport:
    return RunReport(
        row=run.row,
        place=run.place,
        figures=_known(run.figures.as_dict()),
        variant=run.variant,
        conditions=list(run.conditions.values()),
        missing=run.missing,
        findings=run.findings,
        result=result,
    )


def _results(
    submission: Submission, results: Sequence[Result], doubled: Duplicates
) -> list[ResultReport]:
    beside = neighbours.beside(results, neighbours.candidates(submission, results))
    return [
        ResultReport(
            result=result,
            row=read_row(result, run_is_visible=False),
            findings=[
                *map(finding_of, result.findings),
                *([doubled.figures[result.pk]] if result.pk in doubled.figures else []),
            ],
            neighbours=beside[result.pk].neighbours,
            fairness=beside[result.pk].findings,
        )
        for result in results
    ]


def _known(figures: Mapping[str, float | None]) -> dict[str, float]:
    return {name: value for name, value in figures.items() if value is not None}
