"""What an uploaded text says, whatever tool printed it: the one shape of all readers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from benchruns.figures.metrics import Figures, Interval
from benchruns.findings import Finding

Scalar = str | int | float | bool | None


class Kind(StrEnum):
    """What a file is good for."""

    REPORT = "report"  # one run with its figures: it makes a result
    COMPANION = "companion"  # adds to a report of the same tool: samples, errors
    SETTINGS = "settings"  # the server's settings, for the statement
    TEMPLATE = "template"  # Benchbook's own report: rows that make a result each


class Format(StrEnum):
    """The formats that are read; the value is the API's word."""

    SYSBENCH = "sysbench"
    SYSBENCH_CSV = "sysbench-csv"
    SYSBENCH_JSON = "sysbench-json"
    PGBENCH = "pgbench"
    PGBENCH_PROGRESS = "pgbench-progress"
    PGBENCH_LOG = "pgbench-log"
    PGBENCH_AGGREGATE_LOG = "pgbench-aggregate-log"
    HAMMERDB_LOG = "hammerdb-log"
    HAMMERDB_JSON = "hammerdb-job-report-v1"
    BENCHBASE = "benchbase-summary"
    GO_TPC = "go-tpc"
    GO_TPC_JSON = "go-tpc-json"
    TOOL_MESSAGES = "tool-messages"
    TEMPLATE_XLSX = "benchbook-report-xlsx"
    TEMPLATE_CSV = "benchbook-report-csv"
    MYSQL_VARIABLES = "mysql-variables"
    POSTGRESQL_SETTINGS = "postgresql-settings"


# As pages call them.
FORMAT_LABELS: Mapping[Format, str | Promise] = {
    Format.SYSBENCH: _("sysbench output"),
    Format.SYSBENCH_CSV: _("sysbench CSV"),
    Format.SYSBENCH_JSON: _("sysbench JSON"),
    Format.PGBENCH: _("pgbench output"),
    Format.PGBENCH_PROGRESS: _("pgbench progress lines"),
    Format.PGBENCH_LOG: _("pgbench transaction log"),
    Format.PGBENCH_AGGREGATE_LOG: _("pgbench aggregate log"),
    Format.HAMMERDB_LOG: _("HammerDB log"),
    Format.HAMMERDB_JSON: _("HammerDB job report (JSON)"),
    Format.BENCHBASE: _("BenchBase summary (JSON)"),
    Format.GO_TPC: _("go-tpc output"),
    Format.GO_TPC_JSON: _("go-tpc JSON"),
    Format.TOOL_MESSAGES: _("messages of a tool (standard error)"),
    Format.TEMPLATE_XLSX: _("report template (XLSX)"),
    Format.TEMPLATE_CSV: _("report template (CSV)"),
    Format.MYSQL_VARIABLES: _("settings of MySQL or MariaDB"),
    Format.POSTGRESQL_SETTINGS: _("settings of PostgreSQL"),
}

KINDS: Mapping[Format, Kind] = {
    **dict.fromkeys(Format, Kind.REPORT),
    Format.PGBENCH_PROGRESS: Kind.COMPANION,
    Format.PGBENCH_LOG: Kind.COMPANION,
    Format.PGBENCH_AGGREGATE_LOG: Kind.COMPANION,
    Format.TOOL_MESSAGES: Kind.COMPANION,
    Format.TEMPLATE_XLSX: Kind.TEMPLATE,
    Format.TEMPLATE_CSV: Kind.TEMPLATE,
    Format.MYSQL_VARIABLES: Kind.SETTINGS,
    Format.POSTGRESQL_SETTINGS: Kind.SETTINGS,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportRow:
    """One filled-in line of Benchbook's own report: what it states, and its figures.

    ``place`` names where it stands ("row 7"); ``number`` is the line's own, from 1.
    """

    number: int
    place: str
    figures: Figures
    stated: Mapping[str, Scalar] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolReport:
    """What one text says.

    ``workload`` is a name of the vocabulary, None where the text does not tell, and
    ``variant`` a ``vocabulary.Variant`` or empty. ``derived`` maps each figure that the
    tool did not print to its formula. ``printed`` holds every number as printed, under
    a name with its unit (``latency_sum_ms``). ``stated`` holds what the text says of the
    conditions, by the names of ``benchruns.submissions.statement.fields`` (``threads``,
    ``engine_version``). ``settings`` are the server's, for a file of that kind.
    ``histogram`` is (value in ms, count) where all latencies are known. ``rows`` are
    those of Benchbook's own report, which has no figures beside them.
    """

    format: Format
    tool: str
    tool_version: str | None
    parser_version: str
    figures: Figures = field(default_factory=Figures)
    derived: Mapping[str, str] = field(default_factory=dict)
    printed: Mapping[str, Scalar] = field(default_factory=dict)
    samples: Sequence[Interval] = ()
    workload: str | None = None
    variant: str = ""
    stated: Mapping[str, Scalar] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    histogram: tuple[tuple[float, int], ...] = ()
    findings: tuple[Finding, ...] = ()
    rows: tuple[ReportRow, ...] = ()

    @property
    def kind(self) -> Kind:
        return KINDS[self.format]
