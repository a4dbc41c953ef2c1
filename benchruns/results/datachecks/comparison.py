"""A rule about pairs: one row should not be slower than another, and is."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from benchruns.figures.metrics import SPEEDS
from benchruns.findings import Finding
from benchruns.results.datachecks.row import Row
from benchruns.vocabulary import Severity

# Papers print one run a row, and single runs of the same test spread by some percent.
SPREAD = 0.05

Pairs = Iterator[tuple[Row, Row]]


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRule:
    """The first row of each pair should not be slower than the second.

    ``roles`` name the two rows in the values of a finding.
    """

    code: str
    pairs: Callable[[Sequence[Row]], Pairs]
    roles: tuple[str, str]
    figures: tuple[str, ...] = SPEEDS

    def __call__(self, rows: Sequence[Row]) -> Iterator[tuple[str, Finding]]:
        for first, second in self.pairs(rows):
            slower = self._slower_figures(first, second)
            if slower:
                yield first.id, self._finding(first, second, slower, other=second)
                yield second.id, self._finding(first, second, slower, other=first)

    def _slower_figures(
        self, first: Row, second: Row
    ) -> dict[str, tuple[float, float]]:
        ours, theirs = first.speeds, second.speeds
        return {
            name: (ours[name], theirs[name])
            for name in self.figures
            if name in ours and name in theirs and ours[name] < theirs[name]
        }

    def _finding(
        self,
        first: Row,
        second: Row,
        slower: dict[str, tuple[float, float]],
        *,
        other: Row,
    ) -> Finding:
        return Finding(
            code=self.code,
            severity=_severity(slower),
            results=(other.id,),
            values=self._values(first, second, slower),
        )

    def _values(
        self, first: Row, second: Row, slower: dict[str, tuple[float, float]]
    ) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for position, (role, row) in enumerate(
            zip(self.roles, (first, second), strict=True)
        ):
            values[f"class_{role}"] = row.class_code
            values[f"vcpus_{role}"] = row.vcpus
            values[f"memory_gb_{role}"] = row.memory_gb
            if row.hot_records is not None:
                values[f"hot_records_{role}"] = row.hot_records
            values |= {
                f"{name}_{role}": pair[position] for name, pair in slower.items()
            }
        return values


def _severity(slower: dict[str, tuple[float, float]]) -> str:
    beyond_spread = any(
        theirs - ours > SPREAD * theirs for ours, theirs in slower.values()
    )
    return Severity.CAUTION if beyond_spread else Severity.NOTE
