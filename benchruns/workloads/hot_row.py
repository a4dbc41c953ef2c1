"""Concurrent updates of one row, by our own script for sysbench 1.0.

Statements and table: Alibaba's white paper of 2022-05-30, 1.7, without the hints in its
UPDATE, which other servers do not know. It prints neither threads nor duration.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from benchruns.workloads import statements
from benchruns.workloads.base import Best, Workload
from benchruns.workloads.size import Size
from benchruns.workloads.sysbench import (
    DURATION,
    THREADS,
    WARMUP,
    tables_of,
)

ROWS = 100


def size(_parameters: Mapping[str, Any]) -> Size:
    """One table of 100 rows, whatever the load."""
    return tables_of(1, rows=ROWS)


HOT_ROW_UPDATE = Workload(
    name="hot_row_update",
    best=(Best(key="hot_row", figure="tps", rank=7),),
    called={"sysbench": ("hot_row_update",)},
    section_title=_("Hot-row update, by edition"),
    tool_script="./hot_row_update.lua",
    driver="hot_row",
    is_one_row=True,
    is_aside=True,
    label=_("Hot-row update"),
    summary=_(
        "Every thread adds 1 to the same row of a table of 100 rows, between BEGIN and "
        "COMMIT. Afterwards the row must have grown by exactly the transactions counted."
    ),
    cost=_("Loads row locks and the log's write at every commit; no data to speak of."),
    tool="sysbench",
    parameters=(THREADS, DURATION, WARMUP),
    statements={"reads": 0, "writes": 1, "other": 2},
    script=(statements.BEGIN, statements.HOT_ROW, statements.COMMIT),
    size=size,
    presets={
        "quick": {"threads": 4, "duration_seconds": 15, "warmup_seconds": 10},
    },
)
