"""What tools say on their standard error, beside a report in a file of its own."""

from typing import Literal

from benchruns.parsers.tool_report import Format
from tests.benchruns.report_cases.case import Case


def _case(
    tool_version: str, name: str, file: str, origin: Literal["ran", "composed"] = "ran"
) -> Case:
    return Case(
        format=Format.TOOL_MESSAGES,
        tool_version=tool_version,
        name=name,
        origin=origin,
        path=f"messages/{file}.txt",
    )


CASES = (
    _case("sysbench 1.0.20", "an option that is deprecated", "sysbench-1.0-warning"),
    _case("pgbench 15.18", "clients broken off", "pgbench-15-clients-killed"),
    _case(
        "go-tpc 1.0.11",
        "failed transactions, and what is said of the machine",
        "go-tpc-1.0.11-errors",
        origin="composed",
    ),
)
