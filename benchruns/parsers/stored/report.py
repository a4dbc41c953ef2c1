"""A ``ToolReport`` as JSON, and back: what is kept with an uploaded file."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from benchruns import findings
from benchruns.figures.metrics import FIGURE_NAMES, Figures, Interval
from benchruns.parsers.stored.samples import StoredSamples, packed
from benchruns.parsers.tool_report import Format, ReportRow, ToolReport

_JOINED = "samples_of_companions"


def as_json(report: ToolReport) -> dict[str, Any]:
    """Without what is empty or unknown; samples as columns, since there may be many."""
    whole = {
        "format": report.format.value,
        "tool": report.tool,
        "tool_version": report.tool_version,
        "parser_version": report.parser_version,
        "figures": _known(report.figures),
        "derived": dict(report.derived),
        "printed": dict(report.printed),
        "samples": packed(report.samples),
        "workload": report.workload,
        "variant": report.variant,
        "stated": dict(report.stated),
        "settings": dict(report.settings),
        "histogram": [list(bucket) for bucket in report.histogram],
        "findings": [finding.as_dict() for finding in report.findings],
        "rows": [_row(row) for row in report.rows],
    }
    return {
        name: value for name, value in whole.items() if value not in (None, "", {}, [])
    }


def from_json(data: Mapping[str, Any]) -> ToolReport:
    """What ``as_json`` made, as it was; figures that are gone from the code are left."""
    return ToolReport(
        format=Format(data["format"]),
        tool=data["tool"],
        tool_version=data.get("tool_version"),
        parser_version=data.get("parser_version", ""),
        figures=_figures(data.get("figures", {})),
        derived=data.get("derived", {}),
        printed=data.get("printed", {}),
        samples=StoredSamples(data.get("samples", {})),
        workload=data.get("workload"),
        variant=data.get("variant", ""),
        stated=data.get("stated", {}),
        settings=data.get("settings", {}),
        histogram=tuple((low, count) for low, count in data.get("histogram", ())),
        findings=tuple(map(findings.read, data.get("findings", ()))),
        rows=tuple(_row_of(row) for row in data.get("rows", ())),
    )


def with_samples(
    data: Mapping[str, Any], samples: Sequence[Interval] | None
) -> dict[str, Any]:
    """The stored report with ``samples`` that companion files tell, or without any.

    They stand where a report's own do, marked, so that readers of samples find them.
    """
    own = without_joined(data)
    if samples is None:
        return own
    return {**own, "samples": packed(samples), _JOINED: True}


def without_joined(data: Mapping[str, Any]) -> dict[str, Any]:
    """As its own text tells it, without the samples of companion files."""
    left_out = {_JOINED, "samples"} if data.get(_JOINED) else {_JOINED}
    return {name: value for name, value in data.items() if name not in left_out}


def _known(figures: Figures) -> dict[str, float]:
    return {n: v for n, v in figures.as_dict().items() if v is not None}


def _figures(data: Mapping[str, float]) -> Figures:
    return Figures(**{name: data[name] for name in FIGURE_NAMES if name in data})


def _row(row: ReportRow) -> dict[str, Any]:
    return {
        "number": row.number,
        "place": row.place,
        "figures": _known(row.figures),
        "stated": {name: _storable(value) for name, value in row.stated.items()},
    }


def _storable(value: object) -> object:
    return value.isoformat() if isinstance(value, date) else value


def _row_of(data: Mapping[str, Any]) -> ReportRow:
    return ReportRow(
        number=data["number"],
        place=data["place"],
        figures=_figures(data["figures"]),
        stated=data["stated"],
    )
