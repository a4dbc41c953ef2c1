"""The counters of SQL Server under the names that every engine shares."""

from collections.abc import Iterable

from workers.engines.probe import ServerCounters

PAGE_BYTES = 8192
# Names as counters.sql gives them. "/sec" is in spite of its name a total since the
# start. Transactions are those begun in all databases, whatever became of them.
TOTALS = {
    "buffer_requests": "Page lookups/sec",
    "buffer_misses": "Page reads/sec",
    "data_reads": "Page reads/sec",
    "commits": "Transactions/sec",
    "batch_requests": "Batch Requests/sec",
    "page_wait_ms": "waits for pages",
    "log_wait_ms": "waits for the log",
    "lock_wait_ms": "waits for locks",
}
PAGES = {
    "data_read_bytes": "Page reads/sec",
    "data_written_bytes": "Page writes/sec",
}
LEVELS = {"page_life_expectancy_s": "Page life expectancy"}
SINCE = {"started": "started"}


def read(rows: Iterable[tuple[object, ...]]) -> ServerCounters:
    """From the rows of counters.sql; what is not among them is not known."""
    told = {str(name): float(str(value)) for name, value in rows if value is not None}

    def named(names: dict[str, str], *, times: int = 1) -> dict[str, float]:
        return {name: told[row] * times for name, row in names.items() if row in told}

    return ServerCounters(
        totals=named(TOTALS) | named(PAGES, times=PAGE_BYTES),
        levels=named(LEVELS),
        since=named(SINCE),
    )
