"""Holding a tool's cases against what reading their texts gives."""

from collections.abc import Callable

import pytest

from benchruns.parsers.errors import ReportError
from benchruns.parsers.tool_report import ToolReport
from tests.benchruns.report_cases.case import Case


def assert_read_as_told(case: Case, read: Callable[[str], ToolReport]) -> None:
    """The case's figures, printed numbers and statements, or its refusal."""
    if case.refused:
        with pytest.raises(ReportError) as refusal:
            read(case.text)
        assert case.refused in refusal.value.message
        return
    report = read(case.text)
    figures = report.figures.as_dict()
    assert report.format == case.format
    for name, expected in case.expected.items():
        is_known = expected is not None
        assert figures[name] == (pytest.approx(expected) if is_known else None), name
    assert {name: report.printed.get(name) for name in case.printed} == case.printed
    assert {name: report.stated.get(name) for name in case.stated} == case.stated
    known = {name for name, value in figures.items() if value is not None}
    assert set(report.derived) <= known
