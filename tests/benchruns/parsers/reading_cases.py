"""Holding a tool's cases against what reading their texts gives."""

import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass

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


def unsafe_texts(report: ToolReport) -> list[str]:
    """Texts of a report that some database or page cannot hold; none of any reader."""
    told = {**_as_dict(report), "samples": (), "histogram": ()}
    return [text for text in _texts(told) if not is_safe(text)]


def is_safe(text: str) -> bool:
    """Whether a text has no control characters and no halves of pairs."""
    return not any(unicodedata.category(letter) in ("Cc", "Cs") for letter in text)


def _as_dict(report: ToolReport) -> dict[str, object]:
    return {field.name: getattr(report, field.name) for field in fields(report)}


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from _texts(key)
            yield from _texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _texts(getattr(value, field.name))
