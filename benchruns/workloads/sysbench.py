"""The OLTP workloads of sysbench 1.0.

Statements per transaction: white papers of 2022 and sysbench's own scripts; ``other``
counts BEGIN and COMMIT.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from benchruns.vocabulary import Regime
from benchruns.workloads import statements
from benchruns.workloads.base import Best, Parameter, Workload
from benchruns.workloads.size import Size

# A row of sbtest with its index, for published tables that nobody can measure; an
# estimate. For runs see the storage of each engine's family.
BYTES_A_ROW = 240

TABLES = Parameter(
    name="tables",
    label=_("Tables"),
    type=int,
    default=4,
    minimum=1,
    maximum=1000,
    help=_("Number of tables sbtest1, sbtest2, ..."),
    limit_reason=_("More tables take longer to create than they add to the load."),
)
TABLE_SIZE = Parameter(
    name="table_size",
    label=_("Rows a table"),
    type=int,
    default=25_000,
    minimum=1,
    maximum=100_000_000,
    unit="rows",
    help=_("Rows in each table; the plan says how much data that is."),
    limit_reason=_("Larger tables take days to load over one connection a table."),
)
THREADS = Parameter(
    name="threads",
    label=_("Threads"),
    type=int,
    default=8,
    minimum=1,
    maximum=10_000,
    help=_("Connections that load the server at the same time."),
    limit_reason=_("The server's max_connections must be above it as well."),
)
DURATION = Parameter(
    name="duration_seconds",
    label=_("Duration"),
    type=int,
    default=60,
    minimum=1,
    maximum=86_400,
    unit="s",
    help=_("Measured time. The papers ran 60 s, 20 min and 60 min."),
    limit_reason=_("A run may take a day at most."),
)
WARMUP = Parameter(
    name="warmup_seconds",
    label=_("Warm-up"),
    type=int,
    default=0,
    minimum=0,
    maximum=86_400,
    unit="s",
    help=_("Load before measuring, not counted. Fills the caches."),
    limit_reason=_("A warm-up may take a day at most."),
)
INTERVAL = Parameter(
    name="report_interval_seconds",
    label=_("Report interval"),
    type=int,
    default=1,
    minimum=1,
    maximum=60,
    unit="s",
    help=_("Seconds between two samples."),
    limit_reason=_("Above a minute a chart says nothing."),
)
PERCENTILE = Parameter(
    name="percentile",
    label=_("Percentile of samples"),
    type=int,
    default=95,
    minimum=1,
    maximum=100,
    unit="%",
    help=_(
        "The latency percentile that sysbench prints each interval; the others come "
        "from its histogram at the end."
    ),
    limit_reason=_("It is a share of the transactions."),
)
SKIP_TRX = Parameter(
    name="skip_trx",
    label=_("Without BEGIN and COMMIT"),
    type=bool,
    default=False,
    help=_(
        "Each statement commits by itself, as in the papers' read-only command alone "
        "(--skip-trx=1). Another load: such figures stand apart from those with BEGIN "
        "and COMMIT."
    ),
)
RATE = Parameter(
    name="rate",
    label=_("Rate limit"),
    type=int,
    default=None,
    minimum=1,
    maximum=1_000_000,
    unit="TPS",
    help=_("Offer this many transactions a second instead of as many as possible."),
    limit_reason=_("No load generator offers more from one process."),
)

PREPARED = Parameter(
    name="prepared_statements",
    label=_("Prepared statements"),
    type=bool,
    default=True,
    help=_(
        "Each connection prepares its statements for every table once, as in the "
        "papers. Without, they are sent as text: more work for the server, and no "
        "need of max_prepared_stmt_count."
    ),
)

PARAMETERS = (
    TABLES,
    TABLE_SIZE,
    THREADS,
    DURATION,
    WARMUP,
    INTERVAL,
    PERCENTILE,
    SKIP_TRX,
    RATE,
)
PREPARING = (*PARAMETERS, PREPARED)
# Cached and disk I/O are sized for a buffer of 1 GB here, and for the server's own where
# it is known (``benchruns.presets``). More tables would prepare more statements than
# servers allow by default.
PRESETS = {
    "quick": {
        "tables": 4,
        "table_size": 25_000,
        "threads": 4,
        "duration_seconds": 15,
        "warmup_seconds": 10,
    },
    "cached": {
        "tables": 16,
        "table_size": 135_000,
        "threads": 16,
        "duration_seconds": 60,
        "warmup_seconds": 60,
    },
    "disk_io": {
        "tables": 16,
        "table_size": 1_100_000,
        "threads": 16,
        "duration_seconds": 60,
        "warmup_seconds": 60,
    },
}
# As the guideline of the papers prints it; the threads are those of its outputs.
GUIDELINE = {
    "tables": 100,
    "table_size": 25_000,
    "threads": 16,
    "duration_seconds": 300,
}


def check_interval(values: Mapping[str, Any]) -> dict[str, str]:
    """A run without one whole interval would leave no sample."""
    if values[INTERVAL.name] <= values[DURATION.name]:
        return {}
    return {
        INTERVAL.name: gettext(
            "This is longer than the measured time: no sample would be printed."
        )
    }


STORAGE = "sbtest"  # what its tables take, by the engine's own figures


def tables_of(count: int, *, rows: int) -> Size:
    """So many of sysbench's OLTP tables with so many rows each."""
    return Size(rows=count * rows, tables=count, storage=STORAGE)


def size(parameters: Mapping[str, Any]) -> Size:
    """The tables of sysbench's OLTP workloads, the legacy one included."""
    return tables_of(parameters["tables"], rows=parameters["table_size"])


# What sysbench brings besides its scripts that are workloads here, in 0.5 or in 1.0:
# a command that is shown to everybody may name them.
OTHER_SCRIPTS = (
    "oltp_simple",
    "oltp_delete",
    "select",
    "insert",
    "delete",
    "update_index",
    "update_non_index",
    "parallel_prepare",
    "bulk_insert",
    "select_random_points",
    "select_random_ranges",
)

OLTP_READ_WRITE = Workload(
    name="oltp_read_write",
    best=(
        Best(key="cached", figure="tps", regime=Regime.CACHED, rank=0),
        Best(key="cached_qps", figure="qps", regime=Regime.CACHED, rank=1),
        Best(key="disk_io", figure="tps", regime=Regime.DISK_IO, rank=2),
        Best(key="disk_io_qps", figure="qps", regime=Regime.DISK_IO, rank=3),
    ),
    is_of_old_tool=False,  # the legacy script sends the same
    called={"sysbench": ("oltp_read_write",)},
    tool_script="oltp_read_write",
    bytes_a_row=BYTES_A_ROW,
    label=_("OLTP read/write"),
    summary=_(
        "10 point selects, 4 ranges, 2 updates, 1 delete and 1 insert a transaction."
    ),
    cost=_("Loads CPU, redo log and binary log; the papers' main workload."),
    tool="sysbench",
    parameters=PREPARING,
    prepared_a_table=9,
    statements={"reads": 14, "writes": 4, "other": 2},
    script=(statements.BEGIN, *statements.READS, *statements.WRITES, statements.COMMIT),
    size=size,
    sized_by=TABLE_SIZE.name,
    presets=PRESETS,
    check=check_interval,
)
OLTP_READ_ONLY = Workload(
    name="oltp_read_only",
    called={
        "sysbench": ("oltp_read_only",),
        "sysbench --oltp-read-only": ("oltp", "oltp_legacy"),
    },
    tool_script="oltp_read_only",
    bytes_a_row=BYTES_A_ROW,
    label=_("OLTP read-only"),
    summary=_("10 point selects and 4 ranges a transaction."),
    cost=_("Loads CPU and the buffer; writes nothing once loaded."),
    tool="sysbench",
    parameters=PREPARING,
    prepared_a_table=5,
    statements={"reads": 14, "writes": 0, "other": 2},
    script=(statements.BEGIN, *statements.READS, statements.COMMIT),
    size=size,
    sized_by=TABLE_SIZE.name,
    presets={**PRESETS, "paper": {**GUIDELINE, SKIP_TRX.name: True}},
    check=check_interval,
)
OLTP_WRITE_ONLY = Workload(
    name="oltp_write_only",
    called={"sysbench": ("oltp_write_only",)},
    tool_script="oltp_write_only",
    bytes_a_row=BYTES_A_ROW,
    label=_("OLTP write-only"),
    summary=_("2 updates, 1 delete and 1 insert a transaction."),
    cost=_("Loads redo log, binary log and disk at every commit."),
    tool="sysbench",
    parameters=PREPARING,
    prepared_a_table=4,
    statements={"reads": 0, "writes": 4, "other": 2},
    script=(statements.BEGIN, *statements.WRITES, statements.COMMIT),
    size=size,
    sized_by=TABLE_SIZE.name,
    presets={**PRESETS, "paper": GUIDELINE},
    check=check_interval,
)
OLTP_POINT_SELECT = Workload(
    name="oltp_point_select",
    called={"sysbench": ("oltp_point_select",)},
    tool_script="oltp_point_select",
    bytes_a_row=BYTES_A_ROW,
    # select_random_points sends one read as well
    is_told_by_statements=False,
    label=_("OLTP point select"),
    summary=_("1 select of a row by its id a transaction, without BEGIN and COMMIT."),
    cost=_("Loads CPU and network with the smallest statement there is."),
    tool="sysbench",
    parameters=tuple(each for each in PREPARING if each is not SKIP_TRX),
    prepared_a_table=1,
    statements={"reads": 1, "writes": 0, "other": 0},
    script=(statements.POINT_SELECT,),
    size=size,
    sized_by=TABLE_SIZE.name,
    presets=PRESETS,
    check=check_interval,
)
OLTP_UPDATE_INDEX = Workload(
    name="oltp_update_index",
    called={"sysbench": ("oltp_update_index",)},
    tool_script="oltp_update_index",
    bytes_a_row=BYTES_A_ROW,
    # so do oltp_update_non_index, oltp_insert and updates of one row
    is_told_by_statements=False,
    label=_("OLTP update of an index"),
    summary=_("1 update of an indexed column a transaction, without BEGIN and COMMIT."),
    cost=_("Loads the log and its flush at every statement, and pages of two indexes."),
    tool="sysbench",
    parameters=tuple(each for each in PREPARING if each is not SKIP_TRX),
    prepared_a_table=1,
    statements={"reads": 0, "writes": 1, "other": 0},
    script=(statements.UPDATE_INDEX,),
    size=size,
    sized_by=TABLE_SIZE.name,
    presets=PRESETS,
    check=check_interval,
)
OLTP_UPDATE_NON_INDEX = replace(
    OLTP_UPDATE_INDEX,
    name="oltp_update_non_index",
    called={"sysbench": ("oltp_update_non_index",)},
    tool_script="oltp_update_non_index",
    label=_("OLTP update without an index"),
    summary=_(
        "1 update of a column without an index a transaction, without BEGIN and COMMIT."
    ),
    cost=_("Loads the log and its flush at every statement, and one page a row."),
    script=(statements.UPDATE_NON_INDEX,),
)
OLTP_INSERT = replace(
    OLTP_UPDATE_INDEX,
    name="oltp_insert",
    called={"sysbench": ("oltp_insert",)},
    tool_script="oltp_insert",
    label=_("OLTP insert"),
    summary=_("1 insert of a new row a transaction, without BEGIN and COMMIT."),
    cost=_("Loads the log and its flush at every statement; the tables grow."),
    # its script sends text, whatever it is told
    parameters=tuple(each for each in PARAMETERS if each is not SKIP_TRX),
    sends_text=True,
    prepared_a_table=0,
    script=(statements.INSERT_NEXT,),
)
