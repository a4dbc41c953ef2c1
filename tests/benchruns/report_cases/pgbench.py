"""pgbench's reports, those that are refused, and the files that it writes beside them."""

from functools import partial

from benchruns.parsers.tool_report import Format
from tests.benchruns.report_cases.case import Case
from tests.benchruns.report_cases.pgbench_composed import COMPOSED
from tests.benchruns.report_cases.pgbench_files import COMPANIONS
from tests.benchruns.report_cases.pgbench_ran import RAN

_refused = partial(Case, format=Format.PGBENCH)

REFUSED = (
    _refused(
        tool_version="15.18",
        origin="ran",
        name="clients broken off",
        path="pgbench/15-aborted.txt",
        refused="Clients were broken off",
    ),
    _refused(
        tool_version="15.18",
        origin="ran",
        name="no tables",
        path="pgbench/15-no-tables.txt",
        refused="Clients were broken off",
    ),
    _refused(
        origin="composed",
        tool_version="13",
        name="a client broken off",
        path="pgbench/13-client-aborted.txt",
        refused="Clients were broken off",
    ),
    _refused(
        origin="composed",
        tool_version="15.18",
        name="fewer transactions than asked for",
        path="pgbench/15-clients-lost.txt",
        refused="clients were broken off",
    ),
    _refused(
        origin="composed",
        tool_version="15.18",
        name="cut short in the final block",
        path="pgbench/15-cut-short.txt",
        refused="has no rate",
    ),
    _refused(
        origin="composed",
        tool_version="15.18",
        name="cut short before the statements",
        path="pgbench/15-cut-in-statements.txt",
        refused="ends before the statements",
    ),
    _refused(
        origin="composed",
        tool_version="15.18",
        name="cut short within the statements",
        path="pgbench/15-cut-in-transaction.txt",
        refused="ends within a transaction",
    ),
    _refused(
        origin="composed",
        tool_version="15.18",
        name="cut short before the last script",
        path="pgbench/15-cut-in-scripts.txt",
        refused="ends before its last script",
    ),
)
CASES = (*RAN, *COMPOSED, *REFUSED, *COMPANIONS)
