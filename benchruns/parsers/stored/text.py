"""An output or a list of settings as it is kept, with what the kept text says."""

from dataclasses import dataclass

from benchruns.parsers import recognition
from benchruns.parsers.errors import ReportError
from benchruns.parsers.secrets.guard import Blanked, blank_secrets, suspect_length
from benchruns.parsers.text.prefixes import without_prefixes
from benchruns.parsers.tool_report import ToolReport

MOST_SUSPECT = 2_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredText:
    """``secrets`` counts what was taken out of it."""

    text: str
    report: ToolReport
    secrets: int


def read_to_keep(text: str, *, name: str = "") -> StoredText:
    """ReportError for what is none of the formats that are read.

    No output of a tool is mostly lines in which secrets may stand, which take a thousand
    times as long as others. Where others put a prefix before each line, a secret may be seen without it alone:
    then the lines are kept without.
    """
    if len(text) > MOST_SUSPECT and suspect_length(text) > MOST_SUSPECT:
        raise ReportError(
            f"More than {MOST_SUSPECT:,} characters stand in lines that may hold "
            "passwords: upload the tool's output alone, without commands."
        )
    blanked = blank_secrets(text)
    bare = without_prefixes(blanked.text)
    more = blank_secrets(bare) if bare != blanked.text else Blanked(bare)
    kept = more.text if more.count else blanked.text
    report = recognition.read(kept, name=name)
    return StoredText(text=kept, report=report, secrets=blanked.count + more.count)
