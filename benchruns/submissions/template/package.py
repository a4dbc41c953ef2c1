"""The parts of a workbook, examined before a library reads them.

A workbook is a zip file of XML parts. ``examined`` gives the same workbook with its XML
parts alone, none of which declares a document type or holds more than a filled-in report
can: what reads it after that is not led astray by the rest.
"""

import io
import zipfile
from collections import Counter

from defusedxml.ElementTree import XMLParser
from django.utils.translation import gettext as _

from benchruns.parsers import zip_file
from benchruns.parsers.errors import ReportError
from benchruns.submissions.template import limits

CONTENT_TYPES = "[Content_Types].xml"
WORKBOOK = "xl/workbook.xml"
_ZIP = b"PK\x03\x04"
_CELL_ELEMENTS = frozenset({"c", "v", "f", "is", "t", "r"})


def is_office_file(content: bytes) -> bool:
    """Whether a zip file says that it is a document of Excel, Word or OpenOffice."""
    if not content.startswith(_ZIP):
        return False
    try:
        archive = zip_file.opened(content, most_directory=limits.MOST_DIRECTORY_BYTES)
    except zip_file.UnsafeZip:
        return False
    names = archive.namelist()
    return CONTENT_TYPES in names or names[:1] == ["mimetype"]


def examined(content: bytes) -> bytes:
    """The workbook with its XML parts alone; ReportError for what is not read."""
    if len(content) > limits.MOST_WORKBOOK_BYTES:
        raise _too_large()
    try:
        archive = zip_file.opened(content, most_directory=limits.MOST_DIRECTORY_BYTES)
        entries = zip_file.files(archive)
        _check_kind([entry.filename for entry in entries])
        return _of_xml_parts(archive, entries)
    except zip_file.UnsafeZip as error:
        message = _("This workbook cannot be opened: %(why)s")
        raise ReportError(message % {"why": error}) from error


def _too_large() -> ReportError:
    return ReportError(
        _(
            "This workbook is larger than a report of %(rows)d rows: copy the rows into "
            "a fresh template."
        )
        % {"rows": limits.MOST_ROWS}
    )


def _check_kind(names: list[str]) -> None:
    lowered = [name.lower() for name in names]
    if "mimetype" in lowered:
        raise ReportError(
            _("This is an OpenDocument file: save it as “Excel workbook (.xlsx)”.")
        )
    if "xl/workbook.bin" in lowered:
        raise ReportError(
            _("This is a binary workbook (.xlsb): save it as “Excel workbook (.xlsx)”.")
        )
    if any(name.endswith("vbaproject.bin") for name in lowered):
        raise ReportError(
            _("This workbook holds macros: save it as “Excel workbook (.xlsx)”.")
        )
    if any("externallinks/" in name for name in lowered):
        raise ReportError(
            _("This workbook has links to other files: copy the values alone.")
        )
    if WORKBOOK not in names:
        raise ReportError(_("This is no workbook: fill in the report template."))
    if len(names) > limits.MOST_PARTS:
        raise _too_large()


def _of_xml_parts(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]) -> bytes:
    """A new archive, with nothing packed: no size in it has to be believed."""
    size = 0
    elements = _Elements()
    kept = io.BytesIO()

    def allow(so_far: int, packed: int) -> None:
        if size + so_far > limits.MOST_XML_BYTES:
            raise _too_large()

    with zipfile.ZipFile(kept, "w") as copy:
        for entry in entries:
            if entry.filename.endswith((".xml", ".rels")):
                part = zip_file.unpack(archive, entry, allow=allow)
                size += len(part)
                _examine(part, elements, name=entry.filename)
                copy.writestr(entry.filename, part)
    return kept.getvalue()


def _examine(part: bytes, elements: "_Elements", *, name: str) -> None:
    if name == CONTENT_TYPES and b"macroEnabled" in part:
        raise ReportError(
            _("This workbook is made for macros: save it as “Excel workbook (.xlsx)”.")
        )
    parser = XMLParser(target=elements, forbid_dtd=True)
    try:
        parser.feed(part)
        parser.close()
    except (SyntaxError, ValueError, LookupError) as error:
        # SyntaxError: what the XML library calls a text that is not well-formed.
        raise ReportError(
            _(
                "The part %(name)s of this workbook is damaged, or declares entities, "
                "which no spreadsheet does: copy the rows into a fresh template."
            )
            % {"name": name[:80]}
        ) from error


class _Elements:
    """Counts elements of all parts; ReportError when there are too many."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.in_formula = False
        self.formula = self.longest_formula = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        word = tag.rpartition("}")[2]
        group = "cell" if word in _CELL_ELEMENTS else word
        if group not in limits.MOST_ELEMENTS and group != "cell":
            group = "other"
        self.counts[group] += 1
        if self.counts[group] > _most(group):
            raise _too_large()
        self.in_formula = word == "f"
        if self.in_formula:
            self.formula = 0
            self.counts["shared"] += attributes.get("t") == "shared"

    def data(self, text: str) -> None:
        if self.in_formula:
            self.formula += len(text)

    def end(self, tag: str) -> None:
        if not self.in_formula:
            return
        self.in_formula = False
        self.longest_formula = max(self.longest_formula, self.formula)
        most = limits.MOST_FORMULA_CHARACTERS
        if self.longest_formula * self.counts["shared"] > most:
            raise ReportError(
                _("This workbook holds too many formulas: copy the values alone.")
            )

    def close(self) -> None:
        """Called at the end of each part; the counts go on."""


def _most(group: str) -> int:
    if group == "cell":
        return limits.MOST_CELL_ELEMENTS
    return limits.MOST_ELEMENTS.get(group, limits.MOST_OTHER_ELEMENTS)
