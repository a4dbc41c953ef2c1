"""What a workload is: parameters with limits that explain themselves."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.engines import FAMILIES, Family
from benchruns.workloads.size import Sizing

# Cleaned parameters that fit one by one -> a sentence for each that does not fit the
# others.
Check = Callable[[Mapping[str, Any]], dict[str, str]]

REQUESTS = {
    int: gettext_lazy("Give an integer."),
    float: gettext_lazy("Give a number."),
    bool: gettext_lazy("Give true or false."),
    str: gettext_lazy("Give a text."),
}
TYPE_NAMES = {int: "integer", float: "number", bool: "boolean", str: "string"}

Value = int | float | bool | str | None


def lead_seconds(parameters: Mapping[str, Any]) -> int:
    """The load before measuring: a warm-up, or the ramp-up of a tool that has one."""
    return int(
        parameters.get("warmup_seconds") or parameters.get("rampup_seconds") or 0
    )


class ParameterError(ValueError):
    """Parameters that cannot be run; ``errors`` maps a parameter to its sentence."""

    def __init__(self, errors: dict[str, str]) -> None:
        super().__init__("; ".join(f"{name}: {text}" for name, text in errors.items()))
        self.errors = errors


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One parameter; ``limit_reason`` says why ``minimum`` and ``maximum`` are set.

    A text is one of its ``choices`` (value -> label), which no other type has.
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

    def clean(self, value: object) -> Value:
        """The value as the tool needs it; ValueError with a sentence if it may not be."""
        if value is None and self.default is None:
            return None
        accepted = (int, float) if self.type is float else (self.type,)
        is_stray_bool = isinstance(value, bool) and self.type is not bool
        if not isinstance(value, accepted) or is_stray_bool:
            raise ValueError(self._request())
        if isinstance(value, str):
            if value not in self.choices:
                raise ValueError(self._request())
            return value
        too_low = self.minimum is not None and value < self.minimum
        too_high = self.maximum is not None and value > self.maximum
        if too_low or too_high or value != value:
            raise ValueError(self.limits_text())
        return self.type(value)

    def told(self, value: Value) -> str:
        """A value in words: a choice by its label."""
        return str(self.choices.get(str(value), value))

    def _request(self) -> str:
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
        if self.unit:
            schema["x-unit"] = str(self.unit)
        return schema


@dataclass(frozen=True, slots=True)
class Topic:
    """One part of a workload's documentation."""

    title: str | Promise
    text: str | Promise


@dataclass(frozen=True, slots=True)
class SqlLine:
    """One statement of a transaction as our script sends it, and how often."""

    times: int
    sql: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Workload:
    """A load: its tool, where it runs, what it asks of a server.

    ``statements`` maps reads, writes and other to statements per transaction;
    ``size`` tells the data set of cleaned parameters, ``check`` what is wrong with
    them together. ``load`` names the parameter that counts the connections.
    ``prepared_a_table`` counts the statements that each connection prepares for each
    table. ``counts_begin_and_end`` says whether its QPS has them in, ``samples_percentile``
    whether a sample's latency is a percentile or the interval's mean,
    ``uses_one_core_a_process`` whether the threads of one of its tool's processes share
    a single CPU, as an interpreter's do. ``counting_connections`` are what its tool opens
    beside those of the load, to read the server's counters. ``script`` is a
    transaction statement by statement; ``metrics`` maps each figure that a run gives
    (``benchruns.figures.metrics``) to what it means here.
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
    documentation: tuple[Topic, ...]
    metrics: Mapping[str, str | Promise]
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    check: Check | None = None
    load: str = "threads"
    prepared_a_table: int = 0
    counts_begin_and_end: bool = True
    samples_percentile: bool = True
    uses_one_core_a_process: bool = False
    counting_connections: int = 0

    @property
    def families(self) -> frozenset[Family]:
        """Whose servers its tool speaks to."""
        return frozenset(each for each in FAMILIES.values() if each.speaks(self.tool))

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
