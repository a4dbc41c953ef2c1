"""The files of a submission as everybody may see them: what was recognised in each."""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from benchruns.submissions.recognised.printed import public_printed
from benchruns.submissions.recognised.statement import (
    public_condition,
    public_statement,
)
from benchruns.submissions.report_parts import FileReport, RunReport


def public_files(files: Sequence[FileReport]) -> list[FileReport]:
    """With numbers for names: a name is its owner's own words, too."""
    return [_file(file, number) for number, file in enumerate(files, start=1)]


def _file(file: FileReport, number: int) -> FileReport:
    return replace(
        file,
        name=_("File %(number)d") % {"number": number},
        archive="",
        sha256="",
        statement=public_statement(file.statement),
        printed=public_printed(file.printed),
        runs=[_run(run) for run in file.runs],
    )


def _run(run: RunReport) -> RunReport:
    return replace(run, conditions=[public_condition(each) for each in run.conditions])
