"""Results of a submission, made of its files and statement, and kept up to date."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction

from benchruns.findings import Finding
from benchruns.models import Result, Submission
from benchruns.parsers.stored import report as stored_report
from benchruns.results.datachecks import best_of_class
from benchruns.results.datachecks.results import refresh
from benchruns.submissions.checks import (
    checks,
    instance_class,
    measured_time,
    neighbours,
    public_duplicates,
)
from benchruns.submissions.checks.outcome import Outcome
from benchruns.submissions.rating import facts as rating_facts
from benchruns.submissions.rating.rating import rate
from benchruns.submissions.understanding import latencies
from benchruns.submissions.understanding.result_columns import columns
from benchruns.submissions.understanding.understood import (
    Run,
    Understanding,
    understand,
)
from benchruns.vocabulary import Provenance, ResultStatus, Visibility


@transaction.atomic
def derive(submission: Submission) -> list[Result]:
    """Its results in the order of its files, one a report or template row.

    New ones are drafts; those that are there are changed in place and stay where they
    stand. What has no file any more, or lacks what a result needs, goes if it is a
    draft. Then the checks and the proposed rating are found anew. When the submission
    was changed is for the caller to say.
    """
    understood = understand(submission)
    existing = {
        (result.submitted_file_id, result.submitted_row): result
        for result in Result.objects.filter(submission=submission)
    }
    _store(submission, understood, existing)
    _keep_samples(understood)
    refresh(Result.objects.filter(submission=submission))
    best_of_class.refresh(Result.objects.filter(submission=submission))
    if submission.accepted_at is not None:
        public_duplicates.refresh_later(submission)
    results = results_of(submission)
    latencies.keep(
        understood.runs,
        {(each.submitted_file_id, each.submitted_row): each for each in results},
    )
    _judge(submission, understood, results)
    return results


def judge_again(submission: Submission) -> None:
    """Checks and rating as of now; files and results stay as they are."""
    _judge(submission, understand(submission), results_of(submission))


def _judge(
    submission: Submission, understood: Understanding, results: Sequence[Result]
) -> None:
    rows = neighbours.candidates(submission, results)
    found = checks.check(submission, understood, results, rows)
    timed = measured_time.measured(understood, results, rows)
    submission.checks = [check.as_dict() for check in found]
    too_fast = _too_fast(found, results, rows)
    submission.rating = rate(rating_facts.of(understood, timed, too_fast)).as_dict()
    submission.save(update_fields=["checks", "rating"])


def _too_fast(
    found: Sequence[Finding], results: Sequence[Result], rows: Sequence[Result]
) -> set[UUID]:
    """Looked for where one of the checks found something alone: each looks at every row."""
    if all(
        each.severity == Outcome.OK
        for each in found
        if each.code in instance_class.CODES
    ):
        return set()
    return instance_class.too_fast(results, rows)


def results_of(submission: Submission) -> list[Result]:
    """The results with what reports of them read, in the order of its files."""
    # By the relation: each result then knows its submission without a query of its own.
    return list(
        submission.results.select_related(
            "instance_class", "provider", "campaign", "source", "exclusion"
        ).order_by(
            "submitted_file__added_at",
            "submitted_file__name",
            "submitted_file_id",
            "submitted_row",
        )
    )


def _store(
    submission: Submission,
    understood: Understanding,
    existing: Mapping[tuple[Any, int | None], Result],
) -> None:
    """What was accepted once gets no result that no reviewer saw."""
    runs = [run for run in understood.runs if not run.missing]
    settings = submission.parameter_settings
    if submission.accepted_at is None:
        Result.objects.bulk_create(
            _new(submission, run, columns(run, settings))
            for run in runs
            if run.key not in existing
        )
    _update(
        [
            (result, _with_matched_class(result, columns(run, settings)))
            for run in runs
            if (result := existing.get(run.key))
        ]
    )
    keys = {run.key for run in runs}
    gone = [
        result.pk
        for key, result in existing.items()
        if key not in keys and result.status == ResultStatus.DRAFT
    ]
    Result.objects.filter(pk__in=gone).delete()


def _with_matched_class(result: Result, values: dict[str, Any]) -> dict[str, Any]:
    """Once it was accepted a class stays that the report calls otherwise."""
    if result.status == ResultStatus.DRAFT or result.instance_class_id is None:
        return values
    if values["instance_class_id"] is not None:
        return values
    return values | {
        "instance_class_id": result.instance_class_id,
        "provider_id": result.provider_id,
    }


def _update(kept: Sequence[tuple[Result, Mapping[str, Any]]]) -> None:
    """Write what changed: at once where all rows get one value, as of a statement."""
    changed = dict.fromkeys(
        name
        for result, values in kept
        for name, value in values.items()
        if getattr(result, name) != value
    )
    if not changed:
        return
    first = kept[0][1]
    shared = {
        name: first[name]
        for name in changed
        if all(values[name] == first[name] for _result, values in kept)
    }
    if shared:
        rows = Result.objects.filter(pk__in=[result.pk for result, _values in kept])
        rows.update(**shared)
    own = [name for name in changed if name not in shared]
    for result, values in kept:
        for name in own:
            setattr(result, name, values[name])
    if own:
        names = [name.removesuffix("_id") for name in own]
        results = [result for result, _values in kept]
        Result.objects.bulk_update(results, names, batch_size=100)


def _keep_samples(understood: Understanding) -> None:
    """Samples that companions tell, with the report that they belong to."""
    for file in understood.files:
        joined = understood.joined.reports.get(file.pk)
        own = understood.reports[file.pk].samples
        is_new = joined is not None and joined.samples != own
        stored = stored_report.with_samples(
            file.report, joined.samples if joined and is_new else None
        )
        if stored != file.report:
            file.report = stored
            file.save(update_fields=["report"])


def _new(submission: Submission, run: Run, values: Mapping[str, Any]) -> Result:
    return Result(
        provenance=Provenance.SUBMITTED,
        status=ResultStatus.DRAFT,
        visibility=Visibility.PRIVATE,
        owner_id=submission.owner_id,
        submission=submission,
        submitted_file=run.file,
        submitted_row=run.row,
        **values,
    )
