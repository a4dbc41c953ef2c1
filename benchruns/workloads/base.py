"""What a workload is: parameters with limits that explain themselves."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.engines import ENGINES, FAMILIES, Family
from benchruns.errors import FieldErrors
from benchruns.vocabulary import Regime
from benchruns.workloads import guide
from benchruns.workloads.size import Sizing
from benchruns.workloads.words import WORDS, LoadWords

# Cleaned parameters that fit one by one -> a sentence for each that does not fit the
# others.
Check = Callable[[Mapping[str, Any]], dict[str, str]]

REQUESTS = {
    int: gettext_lazy("Give an integer."),
    float: gettext_lazy("Give a number."),
    bool: gettext_lazy("Give true or false."),
    str: gettext_lazy("Give a text."),
}
NONE_OF_THESE = {
    int: gettext_lazy("Give an integer: “%(value)s” is not one."),
    float: gettext_lazy("Give a number: “%(value)s” is not one."),
}
WRITTEN_OTHERWISE = gettext_lazy(
    "Give an integer: “%(value)s” is not one, write %(number)d."
)
LONGEST_VALUE = 40  # as a sentence repeats it
LARGEST_WRITTEN = 1e12  # of larger ones nobody reads the digits
BY_CLASS = gettext_lazy("By class")
TYPE_NAMES = {int: "integer", float: "number", bool: "boolean", str: "string"}

Value = int | float | bool | str | None


def _whole(value: object) -> int | None:
    """The integer that 1e3, 4.0 or a text of JSON means; None where it means none."""
    try:
        number = float(str(value))
    except ValueError:
        return None
    is_whole = abs(number) <= LARGEST_WRITTEN and number.is_integer()
    return int(number) if is_whole else None


def lead_seconds(parameters: Mapping[str, Any]) -> int:
    """The load before measuring: a warm-up, or the ramp-up of a tool that has one."""
    return int(
        parameters.get("warmup_seconds") or parameters.get("rampup_seconds") or 0
    )


class ParameterError(FieldErrors):
    """Parameters that cannot be run; ``errors`` maps a parameter to its sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One parameter; ``limit_reason`` says why ``minimum`` and ``maximum`` are set.

    A text is one of its ``choices`` (value -> label) or fits its ``pattern``, which no
    other type has; ``limit_reason`` says then what fits. One that ``is_added`` came later: what nobody gives is left out, so that rows stay in the series
    that they began.
    """

    name: str
    label: str | Promise
    help: str | Promise
    type: type[int | float | bool | str]
    default: Value
    minimum: int | float | None = None
    maximum: int | float | None = None
    unit: str = ""
    limit_reason: str | Promise = ""
    choices: Mapping[str, str | Promise] = field(default_factory=dict)
    pattern: str = ""
    is_added: bool = False

    def clean(self, value: object) -> Value:
        """The value as the tool needs it; ValueError with a sentence if it may not be."""
        if value is None and self.default is None:
            return None
        accepted = (int, float) if self.type is float else (self.type,)
        is_stray_bool = isinstance(value, bool) and self.type is not bool
        if not isinstance(value, accepted) or is_stray_bool:
            raise ValueError(self._refusal(value))
        if isinstance(value, str):
            if not self._fits(value):
                raise ValueError(self._request())
            return value
        too_low = self.minimum is not None and value < self.minimum
        too_high = self.maximum is not None and value > self.maximum
        if too_low or too_high or value != value:
            raise ValueError(self.limits_text())
        return self.type(value)

    def label_of(self, value: Value) -> str:
        """A value in words: a choice by its label."""
        return str(self.choices.get(str(value), value))

    def _fits(self, text: str) -> bool:
        if self.pattern:
            return re.fullmatch(self.pattern, text, re.ASCII) is not None
        return text in self.choices

    def _refusal(self, value: object) -> str:
        """Of another type; a value of several, as of a list of loads, is named."""
        is_named = isinstance(value, str | float) and str(value).strip()
        if self.type not in NONE_OF_THESE or not is_named:
            return self._request()
        told = str(value)[:LONGEST_VALUE]
        number = _whole(value) if self.type is int else None
        if number is not None:
            return WRITTEN_OTHERWISE % {"value": told, "number": number}
        return NONE_OF_THESE[self.type] % {"value": told}

    def _request(self) -> str:
        if self.pattern:
            return str(self.limit_reason)
        if not self.choices:
            return str(REQUESTS[self.type])
        return _("Give one of: %(choices)s.") % {"choices": ", ".join(self.choices)}

    def limits_text(self) -> str:
        text = _("Give a value from %(minimum)s to %(maximum)s.") % {
            "minimum": f"{self.minimum:,}",
            "maximum": f"{self.maximum:,}",
        }
        return f"{text} {self.limit_reason}".rstrip()

    def json_schema(self) -> dict[str, Any]:
        name = TYPE_NAMES[self.type]
        schema: dict[str, Any] = {
            "type": name if self.default is not None else [name, "null"],
            "title": str(self.label),
            "description": f"{self.help} {self.limit_reason}".rstrip(),
            "default": self.default,
        }
        if self.minimum is not None:
            schema["minimum"] = self.minimum
        if self.maximum is not None:
            schema["maximum"] = self.maximum
        if self.choices:
            schema["enum"] = list(self.choices)
        if self.pattern:
            schema["pattern"] = f"^{self.pattern}$"
        if self.unit:
            schema["x-unit"] = str(self.unit)
        return schema


@dataclass(frozen=True, slots=True)
class SqlLine:
    """One statement of a transaction as our script sends it, and how often."""

    times: int
    sql: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Best:
    """A figure of which lists of classes show the highest, by the ``key`` of its column;
    without a ``regime`` every result counts. Columns stand by ``rank``."""

    key: str
    figure: str
    rank: int
    regime: Regime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Workload:
    """A load: its tool, where it runs, what it asks of a server.

    ``statements`` maps reads, writes and other to statements per transaction;
    ``size`` tells the data set of cleaned parameters, ``check`` what is wrong with
    them together. ``load`` names the parameter that counts the connections, ``sized_by``
    the one that says how much data there is, where there is one.
    ``prepared_a_table`` counts the statements that each connection prepares for each
    table. ``counts_begin_and_end`` says whether its QPS has them in, ``samples_percentile``
    whether a sample's latency is a percentile or the interval's mean,
    ``uses_one_core_a_process`` whether the threads of one of its tool's processes share
    a single CPU, as an interpreter's do. ``counting_connections`` are what its tool opens
    beside those of the load, to read the server's counters. ``script`` is a
    transaction statement by statement.

    ``figures`` are those that it is known by: peaks are found by the first that is known,
    and rows are told by it; ``figures_by_counter`` where the engine is published by a
    counter of its own. ``best`` are those that lists of classes show. ``called`` maps a
    tool to the words by which its reports and commands name it. ``section_title`` stands
    over its rows of an engine, ``short_label`` beside its sister.

    ``has_kinds`` says whether its transactions are of several kinds, each with figures;
    ``is_one_row`` whether its data is one row, whatever the server; ``is_by_ratio``
    whether its papers test classes of one size by the ratio of memory to vCPU;
    ``sends_text`` whether its statements are never prepared; ``is_aside`` whether lists
    have it last. ``is_told_by_statements`` says whether a report of its tool is known to
    be of it by its statements, ``is_of_old_tool`` whether that holds of an old tool
    (sysbench before 1.0) alone, or of a new one alone; None for either. ``bytes_a_row``
    is an estimate for published rows that state no size. ``variant`` names a load that is
    not the papers' by its parameters, where it is one. ``driver`` is what carries it
    out, its tool's where it is empty, and ``tool_script`` what the tool is told to run. One that
    ``is_custom`` runs a script of its operator's own, of which nothing is known here: its
    figures are comparable with those of the same script alone.
    """

    name: str
    label: str | Promise
    summary: str | Promise
    cost: str | Promise
    tool: str
    parameters: tuple[Parameter, ...]
    statements: Mapping[str, int]
    size: Sizing
    script: tuple[SqlLine, ...]
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    check: Check | None = None
    load: str = "threads"
    sized_by: str = ""
    figures: tuple[str, ...] = ("tps", "qps")
    figures_by_counter: tuple[str, ...] = ()
    best: tuple[Best, ...] = ()
    called: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    section_title: str | Promise = BY_CLASS
    short_label: str | Promise = ""
    has_kinds: bool = False
    is_one_row: bool = False
    is_by_ratio: bool = False
    is_told_by_statements: bool = True
    sends_text: bool = False
    is_of_old_tool: bool | None = None
    is_aside: bool = False
    is_custom: bool = False
    bytes_a_row: int | None = None
    variant: Callable[[Mapping[str, Any]], str] | None = None
    driver: str = ""
    tool_script: str = ""
    prepared_a_table: int = 0
    counts_begin_and_end: bool = True
    samples_percentile: bool = True
    uses_one_core_a_process: bool = False
    counting_connections: int = 0

    @property
    def documentation(self) -> tuple[guide.Topic, ...]:
        return guide.topics(self.name, tool=self.tool)

    @property
    def metrics(self) -> Mapping[str, str]:
        """Each figure that a run gives (``benchruns.figures.metrics``): what it means."""
        return guide.figures(self.name, tool=self.tool)

    @property
    def families(self) -> frozenset[Family]:
        """Whose servers its tool speaks to."""
        return frozenset(each for each in FAMILIES.values() if each.speaks(self.tool))

    @property
    def words(self) -> LoadWords:
        return WORDS[self.load]

    def main_figures(self, engine: str) -> tuple[str, ...]:
        """Names of figures; the first one that is known is the one to go by."""
        found = ENGINES.get(engine)
        if found is not None and found.family.is_published_by_counter:
            return self.figures_by_counter or self.figures
        return self.figures

    def estimated_bytes(self, rows: int | None) -> int | None:
        """What so many rows take, about, whatever the engine; None where nobody knows."""
        if rows is None or self.bytes_a_row is None:
            return None
        return rows * self.bytes_a_row

    def threads(self, parameters: Mapping[str, Any]) -> int:
        """Threads, clients or virtual users: connections that load the server."""
        return int(parameters[self.load])

    def clean(self, given: Mapping[str, object]) -> dict[str, Value]:
        """All parameters with defaults filled in; ParameterError names each bad one."""
        known = {parameter.name: parameter for parameter in self.parameters}
        errors = {
            name: _("There is no parameter of this name. Known: %(known)s.")
            % {"known": ", ".join(known)}
            for name in given
            if name not in known
        }
        cleaned: dict[str, Value] = {}
        for name, parameter in known.items():
            if parameter.is_added and given.get(name) is None:
                continue
            try:
                cleaned[name] = parameter.clean(given.get(name, parameter.default))
            except ValueError as error:
                errors[name] = str(error)
        if not errors and self.check is not None:
            errors = self.check(cleaned)
        if errors:
            raise ParameterError(errors)
        return cleaned

    def json_schema(self) -> dict[str, Any]:
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": self.name,
            "description": str(self.summary),
            "type": "object",
            "properties": {p.name: p.json_schema() for p in self.parameters},
            "additionalProperties": False,
            "examples": [dict(values) for values in self.presets.values()],
        }
