"""The columns that the catalogue can show, in their order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from benchruns.catalogue.columns import PER_PRICE
from benchruns.catalogue.loads import LOADS


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """``title`` names it anywhere, ``label`` shorter in its head, beside others.

    ``export`` is its name in files, which ends with its unit.
    """

    key: str
    title: str | Promise
    export: str
    label: str | Promise = ""
    unit: str = ""
    swatch: str = ""
    is_text: bool = False

    @property
    def head(self) -> str:
        return str(self.label or self.title)

    @property
    def is_best(self) -> bool:
        return self.key in LOADS or self.key in PER_PRICE

    @property
    def full_title(self) -> str:
        return f"{self.title} ({self.unit})" if self.unit else str(self.title)


_COLUMNS = (
    Column(key="provider", title=_("Provider"), export="provider", is_text=True),
    Column(key="engine", title=_("Engine"), export="engine", is_text=True),
    Column(key="family", title=_("Family"), export="family", is_text=True),
    Column(key="edition", title=_("Edition"), export="edition", is_text=True),
    Column(key="vcpu", title="vCPU", export="vcpus"),
    Column(key="memory", title=_("Memory"), export="memory_gb", unit="GB"),
    Column(
        key="per_vcpu",
        title=_("Memory per vCPU"),
        label=_("Per vCPU"),
        export="gb_per_vcpu",
        unit="GB",
    ),
    Column(
        key="storage",
        title=_("Storage size"),
        label=_("Size"),
        export="storage_gb",
        unit="GB",
    ),
    Column(
        key="storage_type",
        title=_("Storage type"),
        label=_("Storage"),
        export="storage_type",
        is_text=True,
    ),
    Column(key="iops", title="IOPS", export="iops"),
    Column(
        key="connections",
        title=_("Max connections"),
        label=_("Conn."),
        export="max_connections",
    ),
    Column(key="records", title=_("Max records"), export="max_records"),
    Column(key="price", title=_("Price"), export="price_per_hour"),
    Column(
        key="cached",
        title=_("Best cached"),
        label=_("Cached"),
        export="best_cached_tps",
        unit="TPS",
        swatch="cached",
    ),
    Column(
        key="cached_qps",
        title=_("Best cached"),
        label=_("Cached"),
        export="best_cached_qps",
        unit="QPS",
        swatch="cached",
    ),
    Column(
        key="disk_io",
        title=_("Best disk I/O"),
        label=_("Disk I/O"),
        export="best_disk_io_tps",
        unit="TPS",
        swatch="disk_io",
    ),
    Column(
        key="disk_io_qps",
        title=_("Best disk I/O"),
        label=_("Disk I/O"),
        export="best_disk_io_qps",
        unit="QPS",
        swatch="disk_io",
    ),
    Column(
        key="legacy",
        title=_("Best legacy OLTP"),
        label=_("Legacy OLTP"),
        export="best_legacy_oltp_tps",
        unit="TPS",
    ),
    Column(
        key="tpm",
        title=_("Best TPC-C-derived"),
        label=_("TPC-C-derived"),
        export="best_tpm",
        unit="TPM",
    ),
    Column(
        key="pgbench_qps",
        title=_("Best pgbench read-only"),
        label=_("pgbench read-only"),
        export="best_pgbench_read_only_qps",
        unit="QPS",
    ),
    Column(
        key="hot_row",
        title=_("Best hot-row update"),
        label=_("hot-row update"),
        export="best_hot_row_tps",
        unit="TPS",
    ),
    Column(
        key="cached_per_price",
        title=_("Best cached TPS per price"),
        label=_("Cached"),
        export="best_cached_tps_per_price",
        swatch="cached",
    ),
    Column(
        key="disk_io_per_price",
        title=_("Best disk I/O TPS per price"),
        label=_("Disk I/O"),
        export="best_disk_io_tps_per_price",
        swatch="disk_io",
    ),
    Column(key="results", title=_("Results"), export="results"),
)
COLUMNS: Mapping[str, Column] = {column.key: column for column in _COLUMNS}
DEFAULT = (
    "provider",
    "family",
    "vcpu",
    "memory",
    "storage_type",
    "iops",
    "connections",
    "cached",
    "disk_io",
    "legacy",
    "results",
)
# A class of which these are not known may have a figure of a load of its own.
OLTP = ("cached", "disk_io", "legacy")
# What a phone has room for, unless the reader chose columns; vCPUs stand under the name.
NARROW = frozenset(OLTP)
OWN_LOADS = ("tpm", "pgbench_qps", "hot_row")


def loads_of(columns: Sequence[str]) -> tuple[str, ...]:
    """Whose best figures the columns show, and files beside them."""
    shown = {PER_PRICE.get(key, key) for key in columns}
    if shown.issuperset(OLTP):
        shown.update(OWN_LOADS)
    return tuple(key for key in LOADS if key in shown)
