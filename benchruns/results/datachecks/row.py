"""What the data checks know of a result."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from benchruns.figures.metrics import SPEEDS, Figures


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One result as the checks see it; ``None`` and ``""`` mean not known.

    ``id`` is the public id. Rows of one ``method`` were tested in one way, rows of one
    ``table`` stand together in it; a row without a method is compared with no other.
    ``source`` names the paper. ``derived`` holds the names of figures that were
    computed and not printed or measured. ``statements`` are the reads, writes and other
    statements that one transaction counts in ``qps``. ``seconds`` is the measured time, as
    it was or as it was asked for; a row ``is_submitted`` where somebody uploaded it.
    """

    id: str
    method: str | None = None
    table: str | None = None
    source: str | None = None
    provider: str | None = None
    engine: str = ""
    engine_version: str = ""
    class_code: str = ""
    family: str = ""
    vcpus: int | None = None
    memory_gb: float | None = None
    workload: str = ""
    regime: str | None = None
    tables: int | None = None
    table_size: int | None = None
    scale: int | None = None
    total_records: int | None = None
    hot_records: int | None = None
    data_bytes: int | None = None
    buffer_bytes: int | None = None
    threads: int | None = None
    figures: Figures = field(default_factory=Figures)
    derived: frozenset[str] = frozenset()
    statements: Mapping[str, int] | None = None
    seconds: float | None = None
    is_submitted: bool = False

    @property
    def size(self) -> tuple[int, float] | None:
        """vCPUs and memory, if both are known."""
        if self.vcpus is None or self.memory_gb is None:
            return None
        return self.vcpus, self.memory_gb

    def is_larger_than(self, other: "Row") -> bool:
        """More vCPUs or memory and not less of either; false where a size is unknown."""
        if self.size is None or other.size is None or self.size == other.size:
            return False
        return all(
            ours >= theirs for ours, theirs in zip(self.size, other.size, strict=True)
        )

    def stated(self, figure: str) -> float | None:
        """A figure as printed or measured; ``None`` where it was derived."""
        if figure in self.derived:
            return None
        value: float | None = getattr(self.figures, figure)
        return value

    @property
    def speeds(self) -> dict[str, float]:
        """The stated figures of speed, or where there are none the derived ones."""
        known = {
            name: value
            for name in SPEEDS
            if (value := getattr(self.figures, name)) is not None
        }
        stated = {name: known[name] for name in known if name not in self.derived}
        return stated or known

    @property
    def interrupted(self) -> float:
        """Transactions that errors may have stopped part-way, per second."""
        figures = self.figures
        return (figures.errors_per_s or 0.0) + (figures.reconnects_per_s or 0.0)
