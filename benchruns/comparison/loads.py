"""Which results show the same load, so that their figures may share a line."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from benchruns.results.row import Row, count_text
from benchruns.vocabulary import Regime, Variant
from benchruns.workloads.labels import WORKLOAD_ORDER, workload_label

REGIME_ORDER = (Regime.CACHED, Regime.DISK_IO, Regime.MIXED, Regime.OS_CACHE, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """A workload in one regime; ``hot_records`` where the load varies them."""

    workload: str
    variant: str = ""
    regime: str | None = None
    hot_records: int | None = None

    @property
    def key(self) -> str:
        """For addresses and charts: ``oltp_read_write-cached``."""
        words = (self.workload, self.variant, self.regime or "", self.hot_records or "")
        return "-".join(str(word) for word in words if word)

    @property
    def label(self) -> str:
        parts = [workload_label(self.workload)]
        if self.regime:
            parts.append(str(Regime(self.regime).label))
        if self.variant:
            parts.append(str(Variant(self.variant).label))
        if self.hot_records:
            count = {"count": count_text(self.hot_records)}
            parts.append(_("%(count)s hot records") % count)
        return ", ".join(parts)

    @property
    def order(self) -> tuple[int, str, str, int, int]:
        """The main workload first, cached before disk I/O, much hot data last."""
        known = self.workload in WORKLOAD_ORDER
        place = WORKLOAD_ORDER.index(self.workload) if known else len(WORKLOAD_ORDER)
        regime = Regime(self.regime) if self.regime else None
        rank = REGIME_ORDER.index(regime)
        return place, self.workload, self.variant, rank, self.hot_records or 0


def load_of(row: Row) -> Load:
    return Load(
        workload=row.workload,
        variant=row.variant,
        regime=row.regime,
        hot_records=row.hot_records,
    )
