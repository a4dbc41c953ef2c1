"""An output or a list of settings as it is kept, with what the kept text says."""

from dataclasses import dataclass

from benchruns.parsers import recognition
from benchruns.parsers.secrets.guard import blank_secrets
from benchruns.parsers.tool_report import ToolReport


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredText:
    """``secrets`` counts what was taken out of it."""

    text: str
    report: ToolReport
    secrets: int


def read_to_keep(text: str, *, name: str = "") -> StoredText:
    """ReportError for what is none of the formats that are read."""
    blanked = blank_secrets(text)
    report = recognition.read(blanked.text, name=name)
    return StoredText(text=blanked.text, report=report, secrets=blanked.count)
