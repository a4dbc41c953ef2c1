"""The figures that a series can be shown and watched by."""

from collections.abc import Mapping

from benchruns.models import Series
from benchruns.vocabulary import WatchedFigure
from benchruns.workloads.main_figure import main_figures


def figures_of(series: Series) -> Mapping[str, str]:
    """Labels by name, what its load is known by first.

    ``series`` with its endpoint joined.
    """
    known = main_figures(series.workload, series.endpoint.engine)
    names = (*known, WatchedFigure.LATENCY_P95_MS.value)
    return {name: str(WatchedFigure(name).label) for name in names}
