"""How transactions ended, and the sums of that. Tallies add up."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from workers.tools.tpcc.kinds import RETRIED, Kind, Trouble
from workers.tools.tpcc.running.histograms import Latencies


class Ending(Enum):
    COMMITTED = 1
    ROLLED_BACK = 2  # on purpose
    FAILED = 3  # after all tries


class Ended(NamedTuple):  # made in a third of a frozen dataclass's time
    """One transaction: when it ended (``time.monotonic``) and how long all tries took.

    ``troubles`` are those of the tries in vain.
    """

    kind: Kind
    at: float
    seconds: float
    ending: Ending
    troubles: tuple[Trouble, ...] = ()


@dataclass(slots=True)
class Tally:
    """Transactions of one kind, or of all.

    ``count`` ended well, ``rolled_back`` of them on purpose; ``failed`` did not end well
    after all tries. ``retries`` are tries in vain by kind of trouble.
    """

    count: int = 0
    rolled_back: int = 0
    failed: int = 0
    retries: Counter[Trouble] = field(default_factory=Counter)
    latencies: Latencies = field(default_factory=Latencies)

    def take(self, ended: Ended) -> None:
        if ended.troubles:
            self.retries.update(ended.troubles)
        if ended.ending is Ending.FAILED:
            self.failed += 1
            return
        self.count += 1
        self.rolled_back += ended.ending is Ending.ROLLED_BACK
        self.latencies.record(ended.seconds)

    def add(self, other: "Tally") -> None:
        self.count += other.count
        self.rolled_back += other.rolled_back
        self.failed += other.failed
        self.retries.update(other.retries)
        self.latencies.add(other.latencies)

    def as_dict(self) -> dict[str, object]:
        """As the report has it; latencies in ms, None where nothing ended well."""
        return {
            "count": self.count,
            "rolled_back": self.rolled_back,
            "failed": self.failed,
            "retries": {trouble.value: self.retries[trouble] for trouble in RETRIED},
            "latency_ms": self.latencies.summary_ms(),
            "histogram": self.latencies.encoded(),
        }


Tallies = dict[Kind, Tally]  # a kind of which nothing ended may be missing


def add_to(tallies: Tallies, others: Tallies) -> None:
    for kind, other in others.items():
        tallies.setdefault(kind, Tally()).add(other)


def sum_of(tallies: Iterable[Tally]) -> Tally:
    total = Tally()
    for tally in tallies:
        total.add(tally)
    return total
