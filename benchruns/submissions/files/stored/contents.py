"""The bytes of an uploaded file as they would be kept by the rules of today."""

from dataclasses import dataclass

from benchruns.parsers.secrets.guard import blank_secrets
from benchruns.parsers.tool_report import Format
from benchruns.submissions import template as report_template
from benchruns.submissions.intake.decode import text_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Blanked:
    """``secrets`` counts what older rules had left in it."""

    content: bytes
    secrets: int


def blanked(content: bytes, *, file_format: Format) -> Blanked:
    """Nothing of it is read: a text that a parser refuses now is blanked all the same.

    Raises Refused or ReportError for bytes that could never have been kept.
    """
    if file_format == Format.TEMPLATE_XLSX:
        book, secrets = report_template.blanked_xlsx(content)
        return Blanked(content=book, secrets=secrets)
    text = text_of(content, name="")
    is_csv = file_format == Format.TEMPLATE_CSV
    found = report_template.blanked_csv(text) if is_csv else blank_secrets(text)
    return Blanked(
        content=found.text.encode() if found.count else content, secrets=found.count
    )
