"""A section of a report: rows of one method, which may stand in one chart."""

from collections.abc import Sequence
from dataclasses import dataclass

from benchruns.figures.metrics import Metric
from benchruns.models import Campaign
from benchruns.results.row import Row
from benchruns.vocabulary import Regime
from benchruns.workloads import WORKLOADS

PLAIN = "none"


@dataclass(frozen=True, slots=True)
class Method:
    """What rows must share to stand in one chart.

    Rows that no paper printed join the section of their workload. Those of a ``variant``
    stand among their own: they are no figures of the workload. So do those whose method
    is not that of a paper: ``is_apart``.
    """

    provider: str
    tool: str
    workloads: tuple[str, ...]
    duration_seconds: int | None
    storage: str
    variant: str = ""
    is_apart: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Category:
    """One place on the chart: a class, or a class with one setting of the load."""

    rows: tuple[Row, ...]

    @property
    def head(self) -> Row:
        """The row whose specification stands for the place."""
        order = sorted(self.rows, key=lambda r: (r.is_beside, not r.is_published))
        return order[0]

    def bar(self, series: str, *, is_beside: bool) -> Row | None:
        """The published row of a series."""
        return next(
            (
                row
                for row in self.rows
                if row.is_published
                and row.is_beside == is_beside
                and series in (row.regime or PLAIN, row.workload)
            ),
            None,
        )

    @property
    def points(self) -> list[Row]:
        """Measured and submitted rows, the newest first."""
        others = [row for row in self.rows if not row.is_published]
        return sorted(others, key=lambda r: str(r.measured_at or ""), reverse=True)

    @property
    def counted_points(self) -> list[Row]:
        """Those that charts draw and facts are made of: none that was excluded."""
        return [row for row in self.points if not row.is_excluded]


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Rows of one method with the metric they are shown in.

    ``series`` are the regimes that stand beside each other, the workloads where the
    load varies its hot records, or ``none`` alone.
    """

    key: str
    method: Method
    campaigns: tuple[Campaign, ...]
    metric: Metric
    metric_is_missing: bool
    series: tuple[str, ...]
    categories: tuple[Category, ...]

    @property
    def rows(self) -> list[Row]:
        return [row for category in self.categories for row in category.rows]

    @property
    def has_regimes(self) -> bool:
        return Regime.CACHED in self.series

    @property
    def varies_hot_records(self) -> bool:
        return varies_hot_records(self.rows)

    @property
    def varies_ratio(self) -> bool:
        """Whether classes of one size differ in memory, as papers by ratio have them."""
        return any(
            name in WORKLOADS and WORKLOADS[name].is_by_ratio
            for name in self.method.workloads
        )

    @property
    def is_own(self) -> bool:
        return any(not row.is_beside for row in self.rows)

    @property
    def joined(self) -> list[Row]:
        """Rows of another workload, which sends the same statements a transaction."""
        workloads = self.method.workloads
        return [row for row in self.rows if row.workload not in workloads]

    @property
    def is_published(self) -> bool:
        return bool(self.campaigns)

    def value(self, row: Row | None) -> float | None:
        return row.figures.get(self.metric.name) if row else None


def varies_hot_records(rows: Sequence[Row]) -> bool:
    return len({row.hot_records for row in rows if row.hot_records}) > 1
