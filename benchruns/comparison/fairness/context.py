"""What is known of the conditions under which one result came about."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db import models
from django.utils.translation import gettext_lazy as _

from benchruns.engines import ENGINES, Family
from benchruns.figures.metrics import TOTALS
from benchruns.units import GB
from benchruns.vocabulary import LIMITED


class QpsCounting(models.TextChoices):
    """What a tool or paper counts as a statement."""

    ALL = "all", _("all statements, with BEGIN and COMMIT")
    WITHOUT_BEGIN_AND_END = (
        "without_begin_and_end",
        _("SELECT, INSERT and UPDATE, without BEGIN and END"),
    )
    NONE_SENT = "none_sent", _("all statements; no BEGIN and COMMIT were sent")


@dataclass(frozen=True, slots=True, kw_only=True)
class Statements:
    """What one transaction sends."""

    reads: float
    writes: float
    other: float  # BEGIN and COMMIT

    @property
    def data(self) -> float:
        return self.reads + self.writes

    @property
    def all(self) -> float:
        return self.data + self.other


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """The conditions of one result; None is not known, and equals nothing.

    ``label`` is what sentences call it. ``method`` names the campaign: results of one
    were tested in one way. ``figures`` are the names of the figures that it has (None:
    any may be asked for), ``derived`` maps those that were computed to their formula.
    ``settings`` are the server's as stated; empty where none is. ``rate`` is a
    limit in TPS, and None without one. ``data_is_estimated`` says that ``data_bytes`` follows from the number of rows. ``percentile`` is that of
    the samples, 0 where they are means. ``replication`` is as somebody states it, by the
    names of ``benchruns.submissions.statement.fields``; what the settings say stands there.
    """

    id: str
    label: str = ""
    provenance: str = ""
    method: str | None = None
    figures: frozenset[str] | None = None
    derived: Mapping[str, str] = field(default_factory=dict)

    provider: str | None = None
    is_managed: bool | None = None
    engine: str | None = None
    engine_version: str | None = None
    engine_version_full: str | None = None
    instance_class: str | None = None
    family: str | None = None
    edition: str | None = None
    vcpus: int | None = None
    memory_gb: float | None = None
    settings: Mapping[str, str] = field(default_factory=dict)

    workload: str | None = None
    script: str | None = None  # of a custom load: the digest of what ran
    statements: Statements | None = None
    qps_counting: QpsCounting | None = None
    variant: str | None = None
    tpcc_profile: str | None = None
    tpcc_mix: str | None = None  # of a mix that was asked for: its cards, and its waits
    regime: str | None = None
    tool: str | None = None
    tool_version: str | None = None
    prepared_statements: bool | None = None
    data_bytes: float | None = None
    data_is_estimated: bool = False
    buffer_bytes: int | None = None
    tables: int | None = None
    table_size: int | None = None
    scale: int | None = None
    hot_records: int | None = None
    duration_s: float | None = None
    warmup_s: float | None = None
    threads: int | None = None
    rate: float | None = None
    percentile: float | None = None

    replication: str | None = None
    client_generators: int | None = None  # None: one, as far as is known
    client_instance: str | None = None
    client_vcpus: int | None = None
    client_memory_gb: float | None = None
    client_os: str | None = None
    client_region: str | None = None
    client_zone: str | None = None
    # region and zone of each, where several generators stood in more than one
    client_places: tuple[tuple[str | None, str | None], ...] = ()
    same_host: bool | None = None
    round_trip_ms: float | None = None
    region: str | None = None
    zone: str | None = None
    network: str | None = None
    storage: str | None = None

    @property
    def engine_family(self) -> Family | None:
        """Whose names its settings have."""
        engine = ENGINES.get(self.engine or "")
        return None if engine is None else engine.family

    @property
    def is_rate_limited(self) -> bool:
        return self.rate is not None or self.variant in LIMITED

    @property
    def size(self) -> tuple[int, float] | None:
        """vCPUs and memory, if both are known."""
        if self.vcpus is None or self.memory_gb is None:
            return None
        return self.vcpus, self.memory_gb

    @property
    def data_over_memory(self) -> float | None:
        if self.data_bytes is None or not self.memory_gb:
            return None
        return self.data_bytes / (self.memory_gb * GB)

    @property
    def data_over_buffer(self) -> float | None:
        if self.data_bytes is None or not self.buffer_bytes:
            return None
        return self.data_bytes / self.buffer_bytes

    def has(self, figure: str) -> bool:
        if self.figures is None:
            return figure not in TOTALS
        return figure in self.figures
