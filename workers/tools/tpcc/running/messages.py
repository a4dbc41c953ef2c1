"""What the parent and the processes with the users tell each other."""

from dataclasses import dataclass
from typing import TypeAlias

from workers.tools.tpcc.running.tally import Tallies


@dataclass(frozen=True, slots=True)
class Ready:
    """All users of the process are connected."""


@dataclass(frozen=True, slots=True)
class Begin:
    """The users begin now; at ``measuring_at`` (``time.monotonic``) second 1 does."""

    measuring_at: float


@dataclass(frozen=True, slots=True)
class Stop:
    """The users end their transactions and go."""


@dataclass(frozen=True, slots=True)
class Batch:
    """What the users have done since the last one; all seconds up to ``through`` are told.

    ``cpu_seconds`` are those of the process so far.
    """

    through: int
    tallies: dict[int, Tallies]
    cpu_seconds: float


@dataclass(frozen=True, slots=True)
class Failure:
    """A user could not go on: "<number>: <text>"."""

    told: str


FromWorker: TypeAlias = Ready | Batch | Failure
