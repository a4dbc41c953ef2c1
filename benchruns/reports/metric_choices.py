"""The metrics that rows may be shown in, and which of them first."""

from collections.abc import Iterable, Sequence

from benchruns.figures.metrics import TOTALS
from benchruns.results.row import Row, per_vcpu
from benchruns.workloads.main_figure import main_figures

METRIC_ORDER = (
    "tpm",
    "tps",
    "qps",
    "batch_requests_per_s",
    "nopm",
    "latency_avg_ms",
    "latency_p95_ms",
    *TOTALS,
)


def metric_choices(rows: Sequence[Row]) -> list[str]:
    """Metrics that some row has; one that is stated comes before derived ones."""
    known = [m for m in _order(rows) if any(row.states(m) for row in rows)]
    stated = [
        m
        for m in known
        if any(m in row.figures and m not in row.formulas for row in rows)
    ]
    speeds = [m for m in stated if not m.startswith("latency") and m not in TOTALS]
    first = (speeds or known or ["tps"])[0]
    ordered = [first, *(m for m in known if m != first)]
    if any(per_vcpu(first) in row.figures for row in rows):
        ordered.append(per_vcpu(first))
    return ordered


def _order(rows: Sequence[Row]) -> Iterable[str]:
    """``METRIC_ORDER``, behind the figures that all rows are known by."""
    mains = {main_figures(row.workload, row.engine) for row in rows}
    first = next(iter(mains)) if len(mains) == 1 else ()
    return dict.fromkeys((*first, *METRIC_ORDER))
