"""Reading kept files again when a parser has improved, and deriving their results."""

import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from benchruns.figures.metrics import Figures
from benchruns.models import Result, Submission, SubmissionEvent, SubmittedFile
from benchruns.parsers.stored import report as stored_report
from benchruns.parsers.tool_report import Kind, ToolReport
from benchruns.submissions import intake
from benchruns.submissions.files.removed_secrets import SECRETS
from benchruns.submissions.intake import Refused
from benchruns.submissions.review import notices
from benchruns.submissions.statement import server_facts
from benchruns.submissions.understanding import parser_versions
from benchruns.submissions.understanding.derive import derive, judge_again
from benchruns.vocabulary import SubmissionState, SubmissionStep


@dataclass(frozen=True, slots=True, kw_only=True)
class Reread:
    """What became of one file; ``refused`` says why the newer parser cannot read it.

    ``changed`` names what it tells otherwise than before.
    """

    file: UUID
    name: str
    before: str
    after: str
    changed: tuple[str, ...] = ()
    refused: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reparsed:
    """One submission: its files, and the figures that changed, by result."""

    submission: UUID
    files: tuple[Reread, ...]
    results: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def is_change(self) -> bool:
        """Whether a file now tells something else, or a figure is another."""
        return bool(self.results) or any(file.changed for file in self.files)


def outdated(*, every: bool = False) -> QuerySet[SubmittedFile]:
    """Files that were not read by the parser of today; with ``every``, all.

    What is under review stays as its reviewer sees it until somebody has decided.
    """
    files = SubmittedFile.objects.filter(removed_at__isnull=True).exclude(
        submission__state=SubmissionState.SUBMITTED
    )
    if every:
        return files
    current = Q()
    for file_format, version in parser_versions.CURRENT.items():
        current |= Q(format=file_format.value, parser_version=version)
    return files.exclude(current)


def reparse(*, every: bool = False, dry_run: bool = False) -> Iterator[Reparsed]:
    """Read them again, a submission at a time, each in a transaction of its own.

    A file that is refused keeps what it had. Results change in place, accepted ones
    too, and the history says what changed. With ``dry_run`` nothing is written.
    """
    if every and not dry_run:
        _judge_under_review()
    keys = outdated(every=every).order_by().values_list("submission_id", flat=True)
    for submission_id in sorted(set(keys)):
        yield _reparse(submission_id, every=every, dry_run=dry_run)


def _judge_under_review() -> None:
    """Checks and score by the rubric of today; results stay as their reviewer sees them."""
    waiting = Submission.objects.filter(state=SubmissionState.SUBMITTED)
    for key in waiting.order_by("pk").values_list("pk", flat=True):
        with transaction.atomic():
            held = waiting.select_for_update().filter(pk=key).first()
            if held is not None:
                judge_again(held)


@transaction.atomic
def _reparse(submission_id: UUID, *, every: bool, dry_run: bool) -> Reparsed:
    held = Submission.objects.select_for_update().filter(pk=submission_id)
    held.get()
    files = list(outdated(every=every).filter(submission=submission_id))
    reread = [_reread(file, dry_run=dry_run) for file in files]
    if dry_run:
        return Reparsed(submission=submission_id, files=tuple(reread))
    submission = Submission.objects.select_related("owner").get(pk=submission_id)
    before = _figures(submission)
    derive(submission)
    done = Reparsed(
        submission=submission_id,
        files=tuple(reread),
        results=_differences(before, _figures(submission)),
    )
    if done.is_change:
        held.update(changed_at=timezone.now())
    _record(submission, done)
    return done


def _reread(file: SubmittedFile, *, dry_run: bool) -> Reread:
    old = file.parser_version
    try:
        report = intake.report_of(zlib.decompress(file.content), name=file.name)
    except Refused as refused:
        return Reread(
            file=file.pk,
            name=file.name,
            before=old,
            after=old,
            refused=f"{refused.message} {refused.line}".strip(),
        )
    stored = {**stored_report.as_json(report), **_beside(file)}
    changed = tuple(
        name
        for name in sorted({*stored, *file.report})
        if stored.get(name) != stored_report.without_joined(file.report).get(name)
    )
    if not dry_run:
        _keep(file, report, stored)
    return Reread(
        file=file.pk,
        name=file.name,
        before=old,
        after=report.parser_version,
        changed=tuple(name for name in changed if name != "parser_version"),
    )


def _beside(file: SubmittedFile) -> dict[str, Any]:
    """What is known of the upload alone, and not of the text that was kept."""
    return {SECRETS: file.report[SECRETS]} if SECRETS in file.report else {}


def _keep(file: SubmittedFile, report: ToolReport, stored: dict[str, Any]) -> None:
    submission = file.submission
    old = stored_report.from_json(file.report)
    file.report = stored
    file.format = report.format.value
    file.tool = report.tool[:40]
    file.tool_version = (report.tool_version or "")[:40]
    file.parser_version = report.parser_version
    file.save(
        update_fields=["report", "format", "tool", "tool_version", "parser_version"]
    )
    if Kind.SETTINGS == report.kind == old.kind:
        was_used = submission.parameter_settings == server_facts.settings_of(old)
        if was_used:
            submission.parameter_settings = server_facts.settings_of(report)
            submission.save(update_fields=["parameter_settings"])


def _figures(submission: Submission) -> dict[str, dict[str, Any]]:
    return {
        str(result.pk): {
            "workload": result.workload,
            "threads": result.threads,
            **Figures.read(result).as_dict(),
        }
        for result in Result.objects.filter(submission=submission)
    }


def _differences(
    before: Mapping[str, Mapping[str, Any]], after: Mapping[str, Mapping[str, Any]]
) -> dict[str, dict[str, Any]]:
    """By result and name: what it was, and what it is."""
    found = {}
    for key in {**before, **after}:
        old, new = before.get(key, {}), after.get(key, {})
        changed = {
            name: {"before": old.get(name), "after": new.get(name)}
            for name in {**old, **new}
            if old.get(name) != new.get(name)
        }
        if changed:
            found[key] = changed
    return found


def _record(submission: Submission, done: Reparsed) -> None:
    """Nobody did it: a newer parser was installed. Its owner is told of new figures."""
    if all(file.refused for file in done.files):
        return
    event = SubmissionEvent.objects.create(
        submission=submission,
        step=SubmissionStep.REPARSED,
        version=submission.version,
        details={
            "files": [
                {
                    "file": str(file.file),
                    "name": file.name,
                    "before": file.before,
                    "after": file.after,
                    "changed": list(file.changed),
                }
                for file in done.files
                if not file.refused
            ],
            "results": {key: dict(changed) for key, changed in done.results.items()},
        },
    )
    if done.results:
        notices.tell(event)
