"""The bytes of an uploaded file as they would be kept by the rules of today."""

from dataclasses import dataclass

from benchruns.parsers.concealing.concealing import Concealed, conceal
from benchruns.parsers.settings.blanking import blank_private
from benchruns.parsers.tool_report import KINDS, Format, Kind
from benchruns.submissions import template as report_template
from benchruns.submissions.intake.decoding import text_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Blanked:
    """``secrets`` and ``places`` count what older rules had left in it."""

    content: bytes
    secrets: int
    places: int


def blanked(content: bytes, *, file_format: Format) -> Blanked:
    """Nothing of it is read: a text that a parser refuses now is blanked all the same.

    Raises Refused or ReportError for bytes that could never have been kept.
    """
    if file_format == Format.TEMPLATE_XLSX:
        book = report_template.blanked_xlsx(content)
        return Blanked(content=book.content, secrets=book.secrets, places=book.places)
    text = text_of(content, name="")
    found = _of_text(text, file_format)
    return Blanked(
        content=content if found.text == text else found.text.encode(),
        secrets=found.secrets,
        places=found.places,
    )


def _of_text(text: str, file_format: Format) -> Concealed:
    if file_format == Format.TEMPLATE_CSV:
        return report_template.blanked_csv(text)
    found = conceal(text)
    if KINDS[file_format] != Kind.SETTINGS:
        return found
    private = blank_private(found.text)
    return Concealed(private.text, found.secrets, found.places + private.count)
