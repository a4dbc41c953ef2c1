"""Huawei's sysbench legacy OLTP, by our own script for sysbench 1.0.

Statements, ratios and tables: white paper of 2022-09-30, 1.1 and 2.1. Where the paper
says nothing the legacy script's ways are kept: a transaction stays in one table, the
statements are sent as text and ids follow sysbench's distribution ``special``.
"""

from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from benchruns.workloads import statements
from benchruns.workloads.base import Best, Workload
from benchruns.workloads.sysbench import (
    BYTES_A_ROW,
    PARAMETERS,
    PRESETS,
    TABLE_SIZE,
    TABLES,
    check_interval,
    size,
)

PUBLISHED = {"tables": 64, "table_size": 10_000_000}
LEGACY_TABLES = replace(
    TABLES,
    default=PUBLISHED["tables"],
    help=_("Number of tables sbtest1, sbtest2, ... The paper has 64."),
)
LEGACY_TABLE_SIZE = replace(
    TABLE_SIZE,
    default=PUBLISHED["table_size"],
    help=_(
        "Rows in each table. The paper has 10,000,000, with 64 tables about 150 GB."
    ),
)

OLTP_LEGACY = Workload(
    name="oltp_legacy",
    best=(Best(key="legacy", figure="tps", rank=4),),
    called={"sysbench": ("oltp_legacy", "oltp")},  # built into 0.4, a script in 0.5
    is_by_ratio=True,
    sends_text=True,
    is_of_old_tool=True,
    section_title=_("By vCPU and memory"),
    tool_script="./oltp_legacy.lua",
    bytes_a_row=BYTES_A_ROW,
    label=_("Legacy OLTP"),
    summary=_(
        "10 point selects, 4 ranges of 100 rows, 2 updates, 1 delete and 1 insert a "
        "transaction, in one table, as text; ids by sysbench's distribution “special”."
    ),
    cost=_("Loads CPU, disk and redo log; Huawei's workload, with 150 GB by default."),
    tool="sysbench",
    parameters=(LEGACY_TABLES, LEGACY_TABLE_SIZE, *PARAMETERS[2:]),
    statements={"reads": 14, "writes": 4, "other": 2},
    script=(statements.BEGIN, *statements.READS, *statements.WRITES, statements.COMMIT),
    size=size,
    sized_by=LEGACY_TABLE_SIZE.name,
    presets={
        **PRESETS,
        "paper": PUBLISHED
        | {"threads": 200, "duration_seconds": 3600, "report_interval_seconds": 3},
    },
    check=check_interval,
)
