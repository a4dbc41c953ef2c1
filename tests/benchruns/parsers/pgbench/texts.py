"""Samples of pgbench's texts, and the codes of what is found in one."""

from benchruns.parsers.tool_report import ToolReport
from tests.benchruns.report_cases.case import SAMPLES

READ_WRITE = (SAMPLES / "pgbench" / "15-read-write.txt").read_text()


def sample(name: str) -> str:
    return (SAMPLES / "pgbench" / name).read_text()


def codes(report: ToolReport) -> list[str]:
    return [finding.code for finding in report.findings]
