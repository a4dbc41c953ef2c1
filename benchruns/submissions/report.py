"""A submission as its page and the API show it: to its owner, a reviewer, the public."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from benchruns import findings
from benchruns.findings import Finding
from benchruns.models import Result, Submission, SubmittedFile
from benchruns.models.submissions import is_inside, is_reviewer
from benchruns.parsers.settings.recognised import public_settings
from benchruns.parsers.tool_report import ToolReport
from benchruns.results.readable import only_readable
from benchruns.results.row import read_row
from benchruns.submissions.checks import content as checks_of_content
from benchruns.submissions.checks import duplicates, measured_time, neighbours
from benchruns.submissions.checks.duplicates import Duplicates
from benchruns.submissions.checks.papers import unlike_papers
from benchruns.submissions.drafts.changes import EDITABLE
from benchruns.submissions.files.public_files import public_files
from benchruns.submissions.files.removed_secrets import SECRETS
from benchruns.submissions.rating.rating import Rating
from benchruns.submissions.recognised.commands import public_command
from benchruns.submissions.recognised.statement import public_statement
from benchruns.submissions.report_parts import (
    FileReport,
    ResultReport,
    RunReport,
    SubmissionReport,
)
from benchruns.submissions.understanding.derive import results_of
from benchruns.submissions.understanding.understood import (
    Run,
    Understanding,
    understand,
)

Viewer = AbstractBaseUser | AnonymousUser


def submission_report(submission_id: UUID, *, user: Viewer) -> SubmissionReport:
    """Raises Submission.DoesNotExist; a constant number of queries."""
    submission = (
        Submission.objects.visible_to(user)
        .select_related("owner", "reviewer", "replaces")
        .get(pk=submission_id)
    )
    is_owner = user.is_authenticated and submission.owner_id == user.pk
    sees_all = is_inside(submission, user)
    settings = public_settings(submission.parameter_settings)
    understood = understand(submission)
    found = only_readable(results_of(submission))
    results = found.rows
    doubled = (
        duplicates.find(submission, understood.files, results, user=user)
        if sees_all
        else Duplicates()
    )
    files = _files(understood, results, doubled)
    return SubmissionReport(
        submission=submission,
        is_inside=sees_all,
        is_owner=is_owner,
        is_reviewer=is_reviewer(user),
        is_editable=is_owner and submission.state in EDITABLE,
        statement=submission.statement
        if sees_all
        else public_statement(submission.statement),
        settings=submission.parameter_settings if sees_all else settings,
        settings_hidden=len(submission.parameter_settings) - len(settings),
        public_command=public_command(str(submission.statement.get("command", ""))),
        files=files if sees_all else public_files(files),
        results=_results(understood, results, doubled),
        checks=_checks(submission, doubled) if sees_all else [],
        rating=Rating.read(submission.rating) if sees_all else None,
        duplicates=doubled.counted,
        left_out=found.left_out,
    )


def _checks(submission: Submission, doubled: Duplicates) -> list[Finding]:
    """As they were stored; of duplicates as of now, since others upload meanwhile."""
    now = checks_of_content.duplicate(doubled)
    stored = (findings.read(data) for data in submission.checks)
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
        name=file.name,
        archive=file.archive,
        sha256=file.sha256,
        statement=file.statement,
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
    understood: Understanding, results: Sequence[Result], doubled: Duplicates
) -> list[ResultReport]:
    rows = neighbours.candidates(understood.submission, results)
    beside = neighbours.beside(results, rows)
    timed = {
        each.result.pk: each
        for each in measured_time.measured(understood, results, rows)
    }
    return [
        ResultReport(
            result=result,
            row=read_row(result, run_is_visible=False),
            findings=_with_duplicates(result, doubled),
            neighbours=beside[result.pk].neighbours,
            fairness=beside[result.pk].findings,
            timed=timed.get(result.pk),
            unlike_papers=unlike_papers(result, rows),
        )
        for result in results
    ]


def _with_duplicates(result: Result, doubled: Duplicates) -> list[Finding]:
    """A public result bears its own finding of them."""
    stored = list(map(findings.read, result.findings))
    now = doubled.figures.get(result.pk)
    if now is None or any(each.code == now.code for each in stored):
        return stored
    return [*stored, now]


def _known(figures: Mapping[str, float | None]) -> dict[str, float]:
    return {name: value for name, value in figures.items() if value is not None}
