"""Which workload a report of sysbench is of, told from its statements a transaction.

The mix alone does not tell 1.x's scripts from Benchbook's own ``oltp_legacy``, nor an
update of one row from updates of many: what its tester states goes first.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from benchruns.vocabulary import Variant
from benchruns.workloads import WORKLOADS

# Above this share of repeats the statements say little about what was asked for.
MOST_REPEATED = 0.1
TOOL = "sysbench"
ROUNDING = 0.1  # of rates printed to 0.01, times the statements a transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class Statements:
    """What was sent in all, or a second.

    ``repeated`` are transactions that were begun again after an error, and ``unsure``
    those that a counter may hold in part, as when a warm-up ends.
    """

    transactions: float
    reads: float
    writes: float
    other: float
    repeated: float = 0
    unsure: float = 0
    are_rates: bool = False

    @property
    def each(self) -> dict[str, float]:
        """Statements a transaction, to two decimals."""
        return {
            name: round(getattr(self, name) / self.transactions, 2)
            for name in ("reads", "writes", "other")
        }

    @property
    def are_blurred(self) -> bool:
        """Whether repeats hide how many statements one transaction has."""
        return self.repeated > MOST_REPEATED * self.transactions

    def matches(self, mix: Mapping[str, int]) -> bool:
        """Whether it is this mix but for what was repeated, or met no row."""
        if all(self._fits(getattr(self, name), mix[name]) for name in mix):
            return True
        return self._lacks_writes(mix)

    def share_without_row(self, mix: Mapping[str, int]) -> float:
        """The share of this mix's writes that met no row; 0 where it is so already."""
        if not self._lacks_writes(mix):
            return 0.0
        return 1 - self.writes / (mix["writes"] * self.transactions)

    def _lacks_writes(self, mix: Mapping[str, int]) -> bool:
        """Whether it is this mix with writes among the others.

        sysbench counts a write that met no row as other. One write a transaction must
        be left, as the INSERT of its scripts always is: else nothing tells that what
        stands among the others was a write.
        """
        return (
            self._fits(self.reads, mix["reads"])
            and self._fits(self.writes + self.other, mix["writes"] + mix["other"])
            and self._least(1) <= self.writes < self._least(mix["writes"])
        )

    def _fits(self, sent: float, number: int) -> bool:
        if number == 0:
            return sent == 0
        most = number * (self.transactions + self.repeated + self.unsure)
        return self._least(number) <= sent <= most + self._rounding

    def _least(self, number: int) -> float:
        return number * (self.transactions - self.unsure) - self._rounding

    @property
    def _rounding(self) -> float:
        return ROUNDING if self.are_rates else 0.0


def workload_of(statements: Statements, *, is_old: bool) -> tuple[str | None, str]:
    """The workload and its variant; (None, "") for a mix of no workload known here."""
    if statements.are_blurred:
        return None, ""
    found = [
        (name, variant)
        for name, variant, mix in _candidates(is_old=is_old)
        if statements.matches(mix)
    ]
    return found[0] if len(found) == 1 else (None, "")


def share_without_row(statements: Statements, *, workload: str) -> float:
    """The share of the workload's writes that met no row."""
    return statements.share_without_row(WORKLOADS[workload].statements)


def _candidates(*, is_old: bool) -> Iterator[tuple[str, str, Mapping[str, int]]]:
    for name, workload in WORKLOADS.items():
        is_other = workload.tool != TOOL or not workload.is_told_by_statements
        if is_other or workload.is_of_old_tool not in (None, is_old):
            continue
        mix = workload.statements
        yield name, "", mix
        # one UPDATE that commits by itself is sysbench's oltp_update_index just as well
        if not workload.is_one_row:
            yield name, Variant.NO_TRANSACTIONS.value, {**mix, "other": 0}
