"""An upload from its bytes to reports: unpacked, decoded, secrets blanked, recognised."""

import hashlib
import threading
from dataclasses import dataclass
from typing import BinaryIO, Protocol

from benchruns import report_template
from benchruns.intake import limits
from benchruns.intake.archives import Unpacked, unpacked
from benchruns.intake.budget import Budget, too_large
from benchruns.intake.decoding import text_of
from benchruns.intake.names import safe_name
from benchruns.intake.refusal import Refused
from benchruns.parsers import recognition
from benchruns.parsers.errors import ReportError
from benchruns.parsers.text_secrets import blank_secrets
from benchruns.parsers.tool_report import ToolReport

__all__ = ["ReadFile", "Refused", "read_upload", "report_of"]

# One at a time in a process: what reading takes is counted once, however many ask.
_ONE_AT_A_TIME = threading.Lock()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadFile:
    """One file that was read; ``archive`` names the upload that held it, or is empty.

    ``content`` are the bytes to keep: as uploaded, or in UTF-8 with ``secrets`` blanked.
    ``size_bytes`` and ``sha256`` are of the file as it was, unpacked.
    """

    name: str
    archive: str
    content: bytes
    size_bytes: int
    sha256: str
    report: ToolReport
    secrets: int


class _Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


def read_upload(
    name: str, stream: BinaryIO | _Readable, *, budget: Budget | None = None
) -> list[ReadFile]:
    """The files of one upload, each with its report; ``Refused`` if one cannot be used.

    Uploads of one request share a ``budget``.
    """
    name = safe_name(name)
    budget = budget or Budget()
    with _ONE_AT_A_TIME:
        content = stream.read(limits.MOST_UPLOAD_BYTES + 1)
        if len(content) > limits.MOST_UPLOAD_BYTES:
            raise Refused(too_large(limits.MOST_UPLOAD_BYTES), name)
        return [
            _read(file, budget=budget)
            for file in unpacked(content, name=name, budget=budget)
        ]


def report_of(content: bytes, *, name: str) -> ToolReport:
    """The report of one file as it is kept, to be derived again; ``Refused``."""
    return _read(
        Unpacked(name=name, archive="", content=content), budget=Budget()
    ).report


def _read(file: Unpacked, *, budget: Budget) -> ReadFile:
    budget.take_text(len(file.content), name=file.name)
    content, secrets = file.content, 0
    try:
        if report_template.is_office_file(content):
            budget.take_workbook(name=file.name)
            report = report_template.read_xlsx(content)
        else:
            blanked = blank_secrets(text_of(content, name=file.name))
            secrets = blanked.count
            report = _report_of_text(blanked.text, name=file.name)
            if secrets:
                content = blanked.text.encode()
    except report_template.TemplateError as error:
        raise Refused(error.message, file.name, error.line, error.cells) from error
    except ReportError as error:
        raise Refused(error.message, file.name, error.line) from error
    return ReadFile(
        name=file.name,
        archive=file.archive,
        content=content,
        size_bytes=len(file.content),
        sha256=hashlib.sha256(file.content).hexdigest(),
        report=report,
        secrets=secrets,
    )


def _report_of_text(text: str, *, name: str) -> ToolReport:
    if report_template.is_template(text):
        return report_template.read_csv(text)
    return recognition.read(text, name=name)
