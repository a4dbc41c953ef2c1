"""An upload from its bytes to reports: unpacked, decoded, secrets blanked, recognised."""

import hashlib
import threading
from dataclasses import dataclass
from typing import BinaryIO, Protocol

from django.utils.translation import gettext_lazy

from benchruns.parsers.errors import NoFinalBlockError, ReportError
from benchruns.parsers.stored.text import read_to_keep
from benchruns.parsers.tool_report import ToolReport
from benchruns.submissions import template as report_template
from benchruns.submissions.intake import limits
from benchruns.submissions.intake.archives import Unpacked, unpacked
from benchruns.submissions.intake.budget import Budget, too_large
from benchruns.submissions.intake.decode import text_of
from benchruns.submissions.intake.kinds import Packing, packing_of
from benchruns.submissions.intake.names import safe_name
from benchruns.submissions.intake.refusal import Refused

__all__ = ["ReadFile", "Refused", "read_upload", "report_of"]

# What reading takes of a process is counted once, however many ask: large uploads, and
# those that unpack to what nobody knows, one at a time; a few small ones beside them.
_HEAVY = threading.Lock()
_LIGHT = threading.BoundedSemaphore(limits.MOST_LIGHT_AT_ONCE)

TO_ITS_END = gettext_lazy(
    "Let the tool run to its end and upload its whole output, or fill in the report "
    "template."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadFile:
    """One file that was read; ``archive`` names the upload that held it, or is empty.

    ``content`` are the bytes to keep: as uploaded, or in UTF-8 without the ``secrets``
    that were counted in it; a workbook is written anew. ``size_bytes`` and
    ``sha256`` are of these bytes: those of the upload would let a secret be guessed.
    """

    name: str
    archive: str
    content: bytes
    size_bytes: int
    sha256: str
    report: ToolReport
    secrets: int = 0


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
    content = stream.read(limits.MOST_LIGHT_BYTES + 1)
    if _is_light(content, name=name):
        with _LIGHT:
            return _read_all(content, name=name, budget=budget)
    with _HEAVY:
        content += stream.read(limits.MOST_UPLOAD_BYTES + 1 - len(content))
        if len(content) > limits.MOST_UPLOAD_BYTES:
            raise Refused(too_large(limits.MOST_UPLOAD_BYTES), name)
        return _read_all(content, name=name, budget=budget)


def _is_light(content: bytes, *, name: str) -> bool:
    """Whether it is all of a small text that is not packed."""
    is_small = len(content) <= limits.MOST_LIGHT_BYTES
    return is_small and packing_of(content, name=name) is Packing.NONE


def _read_all(content: bytes, *, name: str, budget: Budget) -> list[ReadFile]:
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
    try:
        if report_template.is_office_file(file.content):
            budget.take_workbook(name=file.name)
            found = _of_workbook(file)
        else:
            found = _of_text(file)
    except report_template.TemplateError as error:
        raise Refused(error.message, file.name, error.line, error.cells) from error
    except NoFinalBlockError as error:
        said = f"{error.message} {TO_ITS_END}"
        raise Refused(said, file.name, error.line) from error
    except ReportError as error:
        raise Refused(error.message, file.name, error.line) from error
    budget.take_samples(len(found.report.samples), name=file.name)
    budget.take_rows(len(found.report.rows), name=file.name)
    return found


def _of_workbook(file: Unpacked) -> ReadFile:
    kept = report_template.stored_xlsx(file.content)
    return _kept(file, kept.content, kept.report)


def _of_text(file: Unpacked) -> ReadFile:
    """A text of which nothing is taken out stays as it is, whatever its encoding."""
    text = text_of(file.content, name=file.name)
    if report_template.is_template(text):
        kept = report_template.stored_csv(text)
    else:
        kept = read_to_keep(text, name=file.name)
    content = kept.text.encode() if kept.secrets else file.content
    return _kept(file, content, kept.report, secrets=kept.secrets)


def _kept(
    file: Unpacked,
    content: bytes,
    report: ToolReport,
    *,
    secrets: int = 0,
) -> ReadFile:
    return ReadFile(
        name=file.name,
        archive=file.archive,
        content=content,
        size_bytes=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
        report=report,
        secrets=secrets,
    )
