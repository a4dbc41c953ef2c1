"""An output or a list of settings as it is kept, with what the kept text says."""

from dataclasses import dataclass

from benchruns.parsers import recognition
from benchruns.parsers.concealing.concealing import conceal
from benchruns.parsers.settings.blanking import blank_private
from benchruns.parsers.tool_report import Kind, ToolReport


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptText:
    """``secrets`` and ``places`` count what was taken out of it."""

    text: str
    report: ToolReport
    secrets: int
    places: int

    @property
    def is_changed(self) -> bool:
        return bool(self.secrets or self.places)


def read_to_keep(text: str, *, name: str = "") -> KeptText:
    """ReportError for what is none of the formats that are read."""
    concealed = conceal(text)
    text, places = concealed.text, concealed.places
    report = recognition.read(text, name=name)
    if report.kind == Kind.SETTINGS:
        blanked = blank_private(text)
        if blanked.count:
            text, places = blanked.text, places + blanked.count
            report = recognition.read(text, name=name)
    return KeptText(text=text, report=report, secrets=concealed.secrets, places=places)
