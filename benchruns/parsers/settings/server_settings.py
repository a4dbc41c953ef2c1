"""The server's settings, pasted or uploaded: ``SHOW VARIABLES``, ``SHOW ALL``,
``pg_settings``, a configuration file.

Names are the server's; values are texts as the probes of a measured run store them, so
that comparisons hold one against the other. Secrets and places are left out.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from benchruns.engines import FAMILIES, Engine, engine_of
from benchruns.findings import Finding
from benchruns.parsers.errors import ReportError
from benchruns.parsers.settings import shown_units
from benchruns.parsers.settings import table as settings_table
from benchruns.parsers.settings.groups import GROUP_OF
from benchruns.parsers.settings.private import is_fact, is_private, plain_name
from benchruns.parsers.text.json_text import one_line
from benchruns.parsers.text.lines import lines_of
from benchruns.parsers.tool_report import Format, Scalar, ToolReport
from benchruns.vocabulary import Severity

PARSER_VERSION = "1"
MOST_LINES = 20_000
LONGEST_NAME, LONGEST_VALUE = 200, 1000

_KNOWN = frozenset({*GROUP_OF, "version", "version_comment"}).union(
    *(family.settings.usual for family in FAMILIES.values())
)
_COMMENTS = ("#", ";", "--")
_WHOLE = re.compile(r"\d{1,9}", re.ASCII)


def is_settings(text: str) -> bool:
    """Whether the text begins as one of the forms of settings, or holds known ones."""
    head = list(islice(lines_of(text), settings_table.LOOKED_AT))
    if settings_table.has_header(head):
        return True
    names = {name for name, _value, _unit in settings_table.read(_told(head))}
    return len({plain_name(name) for name in names} & _KNOWN) >= 2


def read_settings(text: str) -> ToolReport:
    """The settings with engine, version and connections, where they tell them."""
    lines = list(islice(lines_of(text), MOST_LINES + 1))
    if len(lines) > MOST_LINES:
        raise ReportError(
            f"The text has more than {MOST_LINES:,} lines: no server has so many "
            "settings.",
            lines[-1],
        )
    told = _told(lines)
    found = settings_table.read(told)
    values = {
        plain_name(one_line(name, longest=LONGEST_NAME)): (value, unit)
        for name, value, unit in found
    }
    engine = _engine(values)
    if engine is None:
        raise ReportError(
            "The text holds no settings of MySQL, MariaDB or PostgreSQL that are known.",
            lines[0] if lines else "",
        )
    settings = engine.family.settings
    texts = dict(_texts(values, units=settings.units))
    hidden = sorted(name for name, value in texts.items() if is_private(name, value))
    return ToolReport(
        format=Format(settings.pasted_as),
        tool="settings",
        tool_version=None,
        parser_version=PARSER_VERSION,
        stated=_stated(texts, engine),
        settings={
            name: value
            for name, value in texts.items()
            if name not in hidden and not is_fact(name)
        },
        findings=tuple(_doubts(hidden, is_file=settings_table.is_file(told))),
    )


def _told(lines: Sequence[str]) -> list[str]:
    """Without the comments and the headings of configuration files."""
    return [line for line in lines if not line.startswith((*_COMMENTS, "[", "+--"))]


def _engine(values: Mapping[str, tuple[str, str]]) -> Engine | None:
    """Of the family of which most names are usual."""
    counts = {
        family: sum(map(family.settings.is_usual, values))
        for family in FAMILIES.values()
    }
    family = max(counts, key=counts.__getitem__)
    if not counts[family]:
        return None
    return engine_of(family, {name: value for name, (value, _unit) in values.items()})


def _texts(
    values: Mapping[str, tuple[str, str]], *, units: Mapping[str, str] | None
) -> Iterator[tuple[str, str]]:
    for name, (value, unit) in values.items():
        text = one_line(value, longest=LONGEST_VALUE)
        if units is not None:
            text = shown_units.joined(text, unit or units.get(name, ""))
            text = shown_units.normalised(text) if not unit else text
        yield name, text


def _stated(texts: Mapping[str, str], engine: Engine) -> dict[str, Scalar]:
    stated: dict[str, Scalar] = {"engine": engine.name}
    settings = engine.family.settings
    version = texts.get(settings.version, "")
    if settings.has_words_after_version:
        version = version.split(" ")[0]
    if version:
        stated["engine_version"] = one_line(version)
    connections = texts.get("max_connections", "")
    if _WHOLE.fullmatch(connections) and int(connections):
        stated["max_connections"] = int(connections)
    return stated


def _doubts(hidden: Sequence[str], *, is_file: bool) -> Iterator[Finding]:
    if hidden:
        yield Finding(
            code="settings_left_out",
            severity=Severity.NOTE,
            values={"count": len(hidden)},
        )
    if is_file:
        yield Finding(
            code="configuration_file",
            severity=Severity.NOTE,
        )
