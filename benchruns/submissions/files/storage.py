"""Uploaded files as a submission keeps them, with the settings that they bring."""

import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext as _

from benchruns.limits import door
from benchruns.models import Submission, SubmittedFile
from benchruns.parsers.stored import report as stored_report
from benchruns.parsers.tool_report import Kind, ToolReport
from benchruns.submissions.drafts.hold import NotEditable
from benchruns.submissions.drafts.steps import record
from benchruns.submissions.files.removed_secrets import SECRETS
from benchruns.submissions.statement import server_facts
from benchruns.vocabulary import Limit, SubmissionStep

if TYPE_CHECKING:
    from benchruns.submissions.intake import ReadFile

Step = SubmissionStep

MOST_FILES = 200  # of one submission
# Deriving so many takes some seconds, in which SQLite lets nobody else write.
MOST_RUNS = 1000
_COMPRESSION = 6


def add(
    submission: Submission, files: Sequence["ReadFile"], *, by: AbstractBaseUser
) -> None:
    known = set(
        submission.files.filter(removed_at__isnull=True).values_list(
            "sha256", flat=True
        )
    )
    if len(known) + len(files) > MOST_FILES:
        raise NotEditable(
            _("A submission may have %(most)d files; begin another one for the rest.")
            % {"most": MOST_FILES}
        )
    if _runs_of(submission) + sum(len(f.report.rows) or 1 for f in files) > MOST_RUNS:
        raise NotEditable(
            _("A submission may have %(most)s runs; begin another one for the rest.")
            % {"most": f"{MOST_RUNS:,}"}
        )
    door.spend(by, Limit.UPLOAD_MB, amount=sum(file.size_bytes for file in files))
    for file in files:
        if file.sha256 in known:
            raise NotEditable(
                _("The text of “%(name)s” is in this submission already.")
                % {"name": file.name}
            )
        known.add(file.sha256)
        kept = _kept(submission, file)
        record(
            submission,
            Step.FILE_ADDED,
            by=by,
            text=file.name,
            details={**description_of(kept), SECRETS: file.secrets},
        )
        if file.report.kind == Kind.SETTINGS:
            submission.parameter_settings = server_facts.settings_of(file.report)
            submission.save(update_fields=["parameter_settings"])


def _runs_of(submission: Submission) -> int:
    """Rows of report templates; any other file counts as one."""
    rows = submission.files.filter(removed_at__isnull=True).values_list(
        "report__rows", flat=True
    )
    return sum(len(found or ()) or 1 for found in rows)


def _kept(submission: Submission, file: "ReadFile") -> SubmittedFile:
    report = file.report
    stored = stored_report.as_json(report)
    return SubmittedFile.objects.create(
        submission=submission,
        name=file.name,
        archive=file.archive,
        content=zlib.compress(file.content, _COMPRESSION),
        size_bytes=file.size_bytes,
        sha256=file.sha256,
        format=report.format.value,
        tool=report.tool[:40],
        tool_version=(report.tool_version or "")[:40],
        parser_version=report.parser_version,
        report={**stored, SECRETS: file.secrets} if file.secrets else stored,
    )


def take_back_settings(submission: Submission, report: ToolReport) -> None:
    """If they are what the removed file told; those of another file come back."""
    if submission.parameter_settings != server_facts.settings_of(report):
        return
    others = [
        found
        for file in submission.files.filter(removed_at__isnull=True).defer("content")
        if (found := stored_report.from_json(file.report)).kind == Kind.SETTINGS
    ]
    submission.parameter_settings = (
        server_facts.settings_of(others[-1]) if others else {}
    )
    submission.save(update_fields=["parameter_settings"])


def description_of(file: SubmittedFile) -> dict[str, Any]:
    return {"file": str(file.pk), "sha256": file.sha256, "format": file.format}
