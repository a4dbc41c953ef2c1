"""The page of the formats that are read, made from the tests' cases.

``python -m tests.benchruns.report_cases.table > docs/formats.md``
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from benchruns.parsers.tool_report import Format
from tests.benchruns.report_cases.case import Case, all_cases

COMMAND = "python -m tests.benchruns.report_cases.table > docs/formats.md"

INTRO = """\
# Formats of uploaded reports

Upload what a tool printed, as it is: the format is told from the text alone. Each line
below is a test: a text that is read, and every figure of it compared. **ran** texts were
captured from the tool, **composed** ones written from its documented format.

Figures are brought to milliseconds and to rates per second; every number is kept as
printed, too. A figure that a text does not tell stays empty. What is derived says how.
Times of HammerDB and go-tpc are per kind of transaction, so they are kept as printed.
NOPM are new orders a minute; HammerDB's TPM are the engine's own counter, and no TPS.

This page is made from the tests: `{command}`.

## What is read

"""
REFUSED = """
## What is refused

With a sentence and the line at fault: texts that were cut, runs that their own tool
says were broken off, several runs in one file, and whatever is none of these formats.

"""
LABELS = {
    Format.SYSBENCH: "sysbench, text",
    Format.SYSBENCH_CSV: "sysbench, CSV reports",
    Format.SYSBENCH_JSON: "sysbench, JSON reports",
    Format.PGBENCH: "pgbench, final report",
    Format.PGBENCH_PROGRESS: "pgbench, progress lines",
    Format.PGBENCH_LOG: "pgbench, transaction log",
    Format.PGBENCH_AGGREGATE_LOG: "pgbench, aggregate log",
    Format.HAMMERDB_LOG: "HammerDB, log",
    Format.HAMMERDB_JSON: "HammerDB, job report (JSON)",
    Format.BENCHBASE: "BenchBase, summary (JSON)",
    Format.GO_TPC: "go-tpc, text and tables",
    Format.GO_TPC_JSON: "go-tpc, JSON",
    Format.TOOL_MESSAGES: "messages on standard error",
    Format.TEMPLATE_XLSX: "Benchbook's report, XLSX",
    Format.TEMPLATE_CSV: "Benchbook's report, CSV",
    Format.MYSQL_VARIABLES: "settings of MySQL and MariaDB",
    Format.POSTGRESQL_SETTINGS: "settings of PostgreSQL",
}
HEADER = ("format", "version", "case", "text")


def page(cases: Sequence[Case]) -> str:
    """The whole page, those that are refused in a table of their own."""
    read = [case for case in cases if not case.refused]
    refused = [case for case in cases if case.refused]
    parts = [INTRO.format(command=COMMAND), *_table(read), REFUSED, *_table(refused)]
    return "".join(parts)


def _table(cases: Iterable[Case]) -> Iterator[str]:
    yield _row(HEADER)
    yield _row(["---"] * len(HEADER))
    place = {format: at for at, format in enumerate(Format)}
    ordered = sorted(cases, key=lambda case: place[case.format])
    for format, group in groupby(ordered, key=lambda case: case.format):
        shown = LABELS[format]
        for case in group:
            yield _row((shown, case.tool_version, case.name, case.origin))
            shown = ""


def _row(cells: Iterable[str]) -> str:
    escaped = (cell.replace("\\", "\\\\").replace("|", "\\|") for cell in cells)
    return f"| {' | '.join(escaped)} |\n"


if __name__ == "__main__":
    sys.stdout.write(page(all_cases()))
