"""A submission's report as the plain values of its answer."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from benchruns.figures.metrics import Interval
from benchruns.figures.percentiles import FIGURES as PERCENTILES
from benchruns.runs.samples import ALL_COLUMNS
from benchruns.sentences.catalogue import worded_rows
from benchruns.submissions.report_parts import FileReport, RunReport, SubmissionReport
from benchruns.submissions.statement.conditions import Condition
from portal.api.serializers.figures import UNKNOWN, FiguresSerializer

# An answer is made whole in memory; a day of seconds is in a file of its own pages.
MOST_SAMPLES = 3_600  # of one file
MOST_SAMPLES_TOGETHER = 20_000
SAMPLE_COLUMNS = (*ALL_COLUMNS, "percentile")

Json = dict[str, Any]


def files(report: SubmissionReport) -> list[Json]:
    """Each file with as many of its samples as an answer may hold."""
    left = MOST_SAMPLES_TOGETHER
    told = []
    for file in report.files:
        shown = file.samples[: min(MOST_SAMPLES, left)]
        left -= len(shown)
        told.append(_file(file, shown))
    return told


def samples(intervals: Iterable[Interval]) -> list[Json]:
    return [sample(interval) for interval in intervals]


def sample(interval: Interval) -> Json:
    """As samples of runs are, with the latency under its figure's name as well."""
    told = {name: getattr(interval, name) for name in SAMPLE_COLUMNS}
    figure = PERCENTILES.get(interval.percentile or 0)
    return {**told, figure: interval.latency_ms} if figure else told


def shared_conditions(report: SubmissionReport) -> Json:
    """Those that all its runs have in common, each as the first run knows it."""
    runs = report.runs
    if not runs:
        return {}
    common = {
        (condition.name, condition.value) for condition in runs[0].conditions
    }.intersection(*({(c.name, c.value) for c in run.conditions} for run in runs[1:]))
    return _conditions(c for c in runs[0].conditions if (c.name, c.value) in common)


def _file(report: FileReport, shown: Sequence[Interval]) -> Json:
    file = report.file
    return {
        "id": str(file.pk),
        "name": report.name,
        "archive": report.archive or None,
        "kind": report.kind,
        "format": file.format,
        "tool": file.tool or None,
        "tool_version": file.tool_version or None,
        "parser_version": file.parser_version,
        "size_bytes": file.size_bytes,
        "sha256": report.sha256 or None,
        "secrets": report.secrets,
        "workload": report.workload,
        "figures": _figures(report.figures),
        "derived": dict(report.derived),
        "printed": dict(report.printed),
        "samples": samples(shown),
        "samples_count": len(report.samples),
        "findings": worded_rows(report.findings),
        "missing": report.missing,
        "statement": dict(report.statement),
        "runs": [_run(run) for run in report.runs],
        "belongs_to": str(report.belongs_to) if report.belongs_to else None,
        "added_at": file.added_at,
    }


def _run(run: RunReport) -> Json:
    return {
        "row": run.row or None,
        "place": run.place or None,
        "variant": run.variant or None,
        "figures": _figures(run.figures),
        "conditions": _conditions(run.conditions),
        "findings": worded_rows(run.findings),
        "missing": list(run.missing),
        "result": str(run.result.pk) if run.result else None,
    }


def _figures(known: Mapping[str, float]) -> Json:
    return dict(FiguresSerializer({**UNKNOWN, **known}).data)


def _conditions(conditions: Iterable[Condition]) -> Json:
    return {
        condition.name: {
            "value": condition.value,
            "origin": condition.origin.value,
            "others": [
                {"value": other.value, "origin": other.origin.value}
                for other in condition.others
            ],
        }
        for condition in conditions
    }
