"""The counters of MySQL and MariaDB under the names that every engine shares."""

import time
from collections.abc import Iterable

from workers.engines.probe import ServerCounters

TOTALS = {
    "buffer_requests": "innodb_buffer_pool_read_requests",
    "buffer_misses": "innodb_buffer_pool_reads",
    "data_reads": "innodb_data_reads",
    "data_read_bytes": "innodb_data_read",
    "data_written_bytes": "innodb_data_written",
    "commits": "com_commit",
    "rollbacks": "com_rollback",
    "row_lock_ms": "innodb_row_lock_time",
}
LEVELS = {
    "dirty_pages": "innodb_buffer_pool_pages_dirty",
    "threads_running": "threads_running",
}
# Seconds since the server started: FLUSH STATUS leaves these totals alone.
AGES = {"started": "uptime"}
STATUS_NAMES = (*TOTALS.values(), *LEVELS.values(), *AGES.values())


def read(rows: Iterable[tuple[object, ...]]) -> ServerCounters:
    """From the rows of SHOW GLOBAL STATUS; what is not among them is not known."""
    now = time.monotonic()
    told = {str(name).lower(): float(str(value)) for name, value in rows}
    return ServerCounters(
        totals={name: told[row] for name, row in TOTALS.items() if row in told},
        levels={name: told[row] for name, row in LEVELS.items() if row in told},
        since={name: now - told[row] for name, row in AGES.items() if row in told},
    )
