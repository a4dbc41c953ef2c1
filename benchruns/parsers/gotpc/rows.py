"""The rows that go-tpc prints, whichever of its three styles they are in.

Plain lines, tables and JSON have the same labels; here a row is a mapping of names with
units (``p95_ms``) to what was printed.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice

from benchruns.parsers.errors import ReportError
from benchruns.parsers.text.json_text import load
from benchruns.parsers.text.lines import lines_of

SUMMARY = "[Summary]"
CURRENT = "[Current]"

_LONGEST = 2000  # characters of a line that are looked at
_LOOKED_AT = 20  # lines that tell whether it is a table
MOST_ROWS = 50_000  # of a text: an interval has ten, so half a day of them

# Bounded: float() can not fail. Some are followed by their unit.
_NUMBER = re.compile(r"(\d{1,15}(?:\.\d{1,9})?)[s%]?", re.ASCII)
_OPERATION = re.compile(r"[A-Za-z0-9_-]{1,60}", re.ASCII)
_PLAIN = re.compile(
    rf"\[(?P<prefix>Summary|Current)\] +(?P<operation>{_OPERATION.pattern}) +- +"
    r"(?P<rest>.*)",
    re.ASCII,
)
# A label, and what stands behind it.
CELL = re.compile(r"([^,:\n]+)(?:: ([^,\n]*))?")
_LAST = re.compile(r"tpmC: ", re.ASCII)
_WAIT = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)s", re.ASCII)
# By its letters and digits alone: tables print labels in capitals, and some a space.
_NAMES = {
    "prefix": "prefix",
    "operation": "operation",
    "takess": "takes_s",
    "count": "count",
    "tpm": "tpm",
    "summs": "sum_ms",
    "avgms": "avg_ms",
    "50thms": "p50_ms",
    "90thms": "p90_ms",
    "95thms": "p95_ms",
    "99thms": "p99_ms",
    "999thms": "p999_ms",
    "maxms": "max_ms",
    "avgs": "avg_s",
    "tpmc": "tpmc",
    "tpmtotal": "tpm_total",
    "efficiency": "efficiency_percent",
}
# Of the line that begins an array; one of an error begins with the time in brackets.
_ARRAY_LINE = re.compile(r"\[\s*(?:[{\]]|$)")
# of the first object, whose keys come in the order of their names
_ARRAY = re.compile(r'[ \t]*\[\s*\{[^{}]{0,2000}"(?:Prefix|tpmC)"')
_ARRAY_BEGINS = re.compile(rf"^[ \t]*{_ARRAY_LINE.pattern}", re.MULTILINE)
_ARRAY_ENDS = re.compile(r"\][ \t]*$", re.MULTILINE)
_BEFORE_ARRAY = 20_000  # characters of what the tool says before its first numbers
_FIGURES = frozenset(_NAMES.values()) - {"prefix", "operation"}
_LAST_CELLS = ("max_ms", "p999_ms")  # of newer builds, of older ones
_BORDERS = ("|", "│")
_BORDER = re.compile("[|│]")
ANALYTIC = re.compile(r"Q\d{1,2}", re.ASCII)
_CUT_OFF = re.compile(r"[0-9.]{1,20}", re.ASCII)  # of a number
_IGNORED = re.compile(r"[^a-z0-9]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What one operation did, in an interval or over the run (``is_summary``)."""

    is_summary: bool
    operation: str
    values: Mapping[str, float]
    line: str = ""

    @property
    def is_error(self) -> bool:
        return self.operation.endswith("_ERR")

    @property
    def is_wait(self) -> bool:
        """Keying or thinking between transactions, no transaction."""
        return "avg_s" in self.values


@dataclass(slots=True)
class Output:
    """All rows of a text, in order, and its last line (tpmC and what follows)."""

    rows: list[Row] = field(default_factory=list)
    last: list[Mapping[str, float]] = field(default_factory=list)
    last_lines: list[str] = field(default_factory=list)

    def add(self, cells: Mapping[str, str], *, line: str) -> None:
        """A line of cells; one of another kind is ignored."""
        if "tpmc" in cells:
            self.last.append(_numbers(cells, line=line))
            self.last_lines.append(line)
        elif cells.get("prefix") in (SUMMARY, CURRENT) and cells.get("operation"):
            if len(self.rows) == MOST_ROWS:
                raise ReportError(f"The text has more than {MOST_ROWS:,} rows.", line)
            if not _OPERATION.fullmatch(cells["operation"]):
                raise ReportError("The name of an operation cannot be read.", line)
            self.rows.append(
                Row(
                    is_summary=cells["prefix"] == SUMMARY,
                    operation=cells["operation"].upper(),
                    values=_numbers(cells, line=line),
                    line=line[:200],
                )
            )


def is_json(text: str) -> bool:
    """Whether the text is of ``--output json``: a list of objects comes first.

    But for what the tool says in words: ``Finished`` of a run that was shorter than an
    interval, and what its standard error tells of the machine.
    """
    first = _ARRAY_BEGINS.search(text, 0, _BEFORE_ARRAY)
    return first is not None and _ARRAY.match(text, first.start()) is not None


def is_likely(text: str) -> bool:
    """Whether a text without its words is of this tool."""
    return is_json(text) or is_table(text)


def is_table(text: str) -> bool:
    """Whether the first lines hold the header of one of its tables."""
    lines = islice(lines_of(text), _LOOKED_AT)
    return any(_header(line) for line in lines if line.startswith(_BORDERS))


def _header(line: str) -> list[str]:
    """The names of the columns; empty for any other line."""
    names = [_name(part) for part in _BORDER.split(line[:_LONGEST])[1:-1]]
    return names if "operation" in names or "tpmc" in names else []


def read_lines(text: str) -> Output:
    """All rows of a plain text or of tables; one that cannot be read is an error."""
    output = Output()
    header: Sequence[str] = ()
    for line in lines_of(text):
        if line.startswith(_BORDERS):
            parts = [part.strip() for part in _BORDER.split(line[:_LONGEST])[1:-1]]
            names = _header(line)
            if names:
                header = names
            elif len(parts) == len(header):
                output.add(dict(zip(header, parts, strict=True)), line=line)
        else:
            _add_plain(output, line)
    return output


def read_json(text: str) -> Output:
    """All rows of ``--output json``, which prints an array a line."""
    output = Output()
    for document, line in _documents(text):
        for cells in _cells(document):
            output.add(cells, line=line)
    return output


def _documents(text: str) -> Iterator[tuple[object, str]]:
    """The whole text as one document, or each line that begins an array as one."""
    starts = [line for line in lines_of(text) if _ARRAY_LINE.match(line)]
    if len(starts) == 1:
        yield load(_only_array(text)), starts[0]
        return
    for line in starts:
        yield load(line), line


def _only_array(text: str) -> str:
    """From the line that begins it to the last one that ends as an array does."""
    first = _ARRAY_BEGINS.search(text)
    start = first.start() if first else 0
    ends = [match.start() + 1 for match in _ARRAY_ENDS.finditer(text, start)]
    return text[start : ends[-1] if ends else len(text)].strip()


def _cells(document: object) -> Iterator[Mapping[str, str]]:
    for row in document if isinstance(document, list) else [document]:
        if isinstance(row, dict):
            yield {
                _name(key): value.strip()
                for key, value in row.items()
                if isinstance(value, str)
            }


def _add_plain(output: Output, line: str) -> None:
    match = _PLAIN.match(line)
    if match is not None:
        cells = {"prefix": f"[{match['prefix']}]", "operation": match["operation"]}
        rest = match["rest"][:_LONGEST]
        wait = _WAIT.fullmatch(rest)
        pairs = {"avg_s": wait[1]} if wait else _pairs(rest, line)
        if not wait and not _is_whole(match["operation"], pairs):
            raise ReportError(f"The row of {match['operation']} is not whole.", line)
        output.add({**cells, **pairs}, line=line)
    elif output.rows and _CUT_OFF.fullmatch(line):
        raise ReportError("The rows are wrapped: upload the tool's own text.", line)
    elif line.startswith((SUMMARY, CURRENT)):
        raise ReportError("A line of go-tpc cannot be read.", line)
    elif _LAST.match(line):
        output.add(_pairs(line[:500], line), line=line)


def _pairs(text: str, line: str) -> dict[str, str]:
    """What stands behind each label; a number alone is what a comma cut off another."""
    found = CELL.findall(text)
    if any(_CUT_OFF.fullmatch(label.strip(" %s")) for label, _value in found):
        raise ReportError(
            "A number is written with a comma: upload the tool's own text.", line
        )
    return {_name(label): value.strip() for label, value in found}


def _is_whole(operation: str, pairs: dict[str, str]) -> bool:
    """Whether a row goes to its last cell: terminals and mails wrap long lines."""
    return (
        ANALYTIC.fullmatch(operation) is not None
        or next(reversed(pairs), "") in _LAST_CELLS
    )


def _name(label: str) -> str:
    return _known_name(label[:40])


@lru_cache(maxsize=500)  # each line has the same labels
def _known_name(label: str) -> str:
    letters = _IGNORED.sub("", label.lower())
    return _NAMES.get(letters, letters)


def _numbers(cells: Mapping[str, str], *, line: str) -> dict[str, float]:
    """The cells whose names are known; each of them must be a number."""
    found: dict[str, float] = {}
    for name, text in cells.items():
        if name in _FIGURES:
            match = _NUMBER.fullmatch(text)
            if match is None:
                raise ReportError(f"The value of “{name}” cannot be read.", line)
            found[name] = float(match[1])
    return found
