"""The columns of Benchbook's own report: what may be stated of a test, and its figures.

A column's key is what programs read; label, unit and rule are for people.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.engines import ENGINES
from benchruns.figures.metrics import FIGURE_NAMES, METRICS
from benchruns.submissions.statement.clean import BadValue
from benchruns.submissions.statement.field_kinds import Kind, kind_of, rule_of
from benchruns.submissions.statement.fields import FIELDS, Field, Group, Value, Words
from benchruns.workloads import MAIN

REQUIRED = "workload"
RATES = ("tps", "qps", "nopm", "tpm")  # one of them makes a row a result
KEYS = frozenset(FIELDS) | frozenset(FIGURE_NAMES)
MOST_FIGURE = 10.0**15


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column: ``clean`` raises BadValue, ``rule`` is what may stand in a cell.

    ``group`` is that of the statement, ``figures`` for figures.
    """

    key: str
    label: str
    unit: str
    help: str
    group: str
    kind: Kind
    rule: str
    example: str | int | float
    clean: Callable[[object], Value]
    choices: Words | None = None

    @property
    def is_figure(self) -> bool:
        return self.group == FIGURES

    @property
    def need(self) -> str:
        """Whether a row must have it, in words; empty for no."""
        if self.key == REQUIRED:
            return _("required")
        return _("one of these") if self.key in RATES else ""


FIGURES = "figures"
# What varies from row to row first, what is mostly stated once for all files last.
_ORDER = (Group.LOAD, Group.CLASS, Group.SERVER, Group.CLIENT)

_EXAMPLES: Mapping[str, str | int | float] = {
    "provider": "alibaba-cloud",
    "instance_class": "mysql.x4.large.2c",
    "vcpus": 4,
    "memory_gb": 16,
    "family": "dedicated",
    "max_connections": 2500,
    "iops": 4500,
    "engine": next(iter(ENGINES)),
    "engine_version": "8.0.36",
    "edition": "High-availability",
    "replication": "semi_sync",
    "storage": "local SSD",
    "region": "eu-central-1",
    "zone": "eu-central-1a",
    "client_instance": "ecs.c7.2xlarge",
    "client_vcpus": 8,
    "client_memory_gb": 16,
    "client_os": "Debian 12",
    "client_region": "eu-central-1",
    "client_zone": "eu-central-1a",
    "network": "VPC",
    "workload": MAIN,
    "tested_on": "2026-01-31",
    "threads": 64,
    "duration_seconds": 300,
    "warmup_seconds": 60,
    "tables": 16,
    "table_size": 1_000_000,
    "data_gb": 3.8,
    "regime": "cached",
    "percentile": 95,
    "tool": "sysbench",
    "tool_version": "1.0.20",
    "command": "sysbench oltp_read_write --threads=64 --time=300 run",
    "tps": 1234.5,
    "qps": 24690.0,
    "transactions": 370_350,
    "queries": 7_407_000,
    "reads": 5_184_900,
    "writes": 1_481_400,
    "other": 740_700,
    "errors_per_s": 0,
    "reconnects_per_s": 0,
    "latency_min_ms": 4.2,
    "latency_avg_ms": 51.8,
    "latency_p95_ms": 78.6,
    "latency_max_ms": 412.9,
    "duration_s": 300.1,
}

# Label, unit and meaning of figures that no chart shows.
_OTHER_FIGURES: Mapping[str, tuple[str | Promise, str]] = {
    "transactions": (gettext_lazy("Transactions in all"), ""),
    "queries": (gettext_lazy("Statements in all"), ""),
    "reads": (gettext_lazy("Reads in all"), ""),
    "writes": (gettext_lazy("Writes in all"), ""),
    "other": (gettext_lazy("Other statements in all"), ""),
    "latency_min_ms": (gettext_lazy("Least latency"), "ms"),
    "duration_s": (gettext_lazy("Measured time"), "s"),
}
_MEANINGS: Mapping[str, str | Promise] = {
    "tps": gettext_lazy("Transactions a second, without the warm-up."),
    "qps": gettext_lazy("Statements a second, BEGIN and COMMIT counted."),
    "tpm": gettext_lazy("Transactions a minute, as the tool's own counter has them."),
    "nopm": gettext_lazy("New orders a minute of a TPC-C-derived load."),
    "other": gettext_lazy("BEGIN, COMMIT and what is neither read nor write."),
    "duration_s": gettext_lazy("As the tool prints it, where it is not the duration."),
    "latency_p95_ms": gettext_lazy(
        "In ms. Leave a percentile empty that was not measured."
    ),
}
# None of these happening is a figure; no throughput and no latency is not.
_MAY_BE_ZERO = frozenset(
    {
        "reads",
        "writes",
        "other",
        "reads_per_s",
        "writes_per_s",
        "other_per_s",
        "errors_per_s",
        "reconnects_per_s",
    }
)


def columns() -> tuple[Column, ...]:
    """All columns in their order, in the language that is active."""
    return tuple(_columns())


def _columns() -> Iterator[Column]:
    for group in _ORDER:
        yield from (_stated(field) for field in FIELDS.values() if field.group == group)
        if group == Group.LOAD:
            yield from (_figure(name) for name in FIGURE_NAMES)


def _stated(field: Field) -> Column:
    kind = kind_of(field)
    return Column(
        key=field.name,
        label=str(field.label),
        unit=str(field.unit),
        help=str(field.help),
        group=field.group,
        kind=kind,
        rule=_rule_of_text(field) if kind is Kind.TEXT else rule_of(field),
        example=_EXAMPLES.get(field.name, ""),
        clean=field.clean,
        choices=field.choices,
    )


def _figure(name: str) -> Column:
    if metric := METRICS.get(name):
        label, unit = metric.label, metric.unit
    else:
        label, unit = _OTHER_FIGURES[name]
    least = 0.0 if name in _MAY_BE_ZERO else None
    return Column(
        key=name,
        label=str(label),
        unit=unit,
        help=str(_MEANINGS.get(name, "")),
        group=FIGURES,
        kind=Kind.NUMBER,
        rule=_rule_of_figure(least),
        example=_EXAMPLES.get(name, ""),
        clean=_reader_of_figure(least),
    )


def _rule_of_text(field: Field) -> str:
    """Of most any text; of a name the sentence that its reader says."""
    try:
        field.clean("?")
    except BadValue as error:
        return str(error)
    return _("Text.")


def _rule_of_figure(least: float | None) -> str:
    if least is None:
        return _("Give a number above 0; leave the cell empty if it is not known.")
    return _("Give a number, 0 or more; leave the cell empty if it is not known.")


def _reader_of_figure(least: float | None) -> Callable[[object], Value]:
    def clean(value: object) -> float:
        try:
            found = float(str(value))
        except ValueError:
            raise BadValue(_rule_of_figure(least)) from None
        is_enough = found > 0 if least is None else found >= least
        if not is_enough or not found <= MOST_FIGURE:  # NaN is neither
            raise BadValue(_rule_of_figure(least))
        return found

    return clean
