"""What the sessions of a load waited for, as shares of their time.

A server tells what each session does now; many looks make shares. Where it counts the
time itself, as InnoDB does of row locks, that is taken. What is left of the sessions'
time they had no statement in work: the tool's own work, the way, and what a statement that
has come waits for a CPU to take it up.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

LONGEST_KEY = 60  # of a row, as a server writes it
# Of sessions looked at: fewer make no share to be named.
FEWEST_LOOKS = 40
# Of the sessions' time: below, a wait is not what limits them.
NAMED_FROM = 0.2
NEXT_TO_NONE = 0.0005


class Wait(StrEnum):
    """``WORKING`` waits for nothing that the server tells of, ``CLIENT`` has no statement in work."""

    ROW_LOCK = "row_lock"
    LOCK = "lock"
    LOG = "log"
    REPLICATION = "replication"
    DATA_READ = "data_read"
    DATA_WRITE = "data_write"
    INTERNAL = "internal"
    OTHER = "other"
    WORKING = "working"
    CLIENT = "client"


@dataclass(frozen=True, slots=True, kw_only=True)
class HotRow:
    """The row that most sessions waited for; ``key`` is empty where it is not known."""

    table: str
    key: str


NOT_WAITED = (Wait.WORKING, Wait.CLIENT)


def shares(
    counts: Mapping[str, float],
    *,
    looks: int,
    sessions: int,
    timed_ms: Mapping[str, float],
    seconds: float,
) -> dict[str, float]:
    """Of 1, by wait; empty where too little was seen.

    ``counts`` are sessions that were seen in each wait, over all ``looks`` at
    ``sessions``; ``timed_ms`` what the server counted of a wait in ``seconds``. Of a
    server whose sessions cannot be looked at the latter is all that is known.
    """
    if not sessions or seconds <= 0:
        return {}
    timed = {
        wait: min(milliseconds / 1000 / (sessions * seconds), 1.0)
        for wait, milliseconds in timed_ms.items()
    }
    if not looks:
        return _rounded(timed)
    if looks * sessions < FEWEST_LOOKS:
        return {}
    seen = {wait: count / (looks * sessions) for wait, count in counts.items()}
    for wait, share in timed.items():
        hidden = share - seen.get(wait, 0.0)  # among those that seemed to work
        seen[wait] = share
        seen[Wait.WORKING] = max(seen.get(Wait.WORKING, 0.0) - hidden, 0.0)
    seen[Wait.CLIENT] = max(1.0 - sum(seen.values()), 0.0)
    return _rounded(seen)


def _rounded(seen: Mapping[str, float]) -> dict[str, float]:
    return {
        wait: round(share, 4) for wait, share in seen.items() if share >= NEXT_TO_NONE
    }


def longest(shares: Mapping[str, float]) -> str:
    """The wait to be named; empty where none takes much of the time."""
    waits = {wait: share for wait, share in shares.items() if wait not in NOT_WAITED}
    wait = max(waits, key=lambda each: waits[each], default="")
    return wait if waits.get(wait, 0.0) >= NAMED_FROM else ""


def hot_row(seen: Mapping[HotRow, int]) -> HotRow | None:
    """The one that stood out in half of the looks or more, with its key where it is known.

    A look may know the table alone.
    """
    tables: dict[str, int] = {}
    for row, times in seen.items():
        tables[row.table] = tables.get(row.table, 0) + times
    table = max(tables, key=lambda each: tables[each], default=None)
    if table is None:
        return None
    keyed = {row: n for row, n in seen.items() if row.table == table and row.key}
    row = max(keyed, key=lambda each: keyed[each], default=HotRow(table=table, key=""))
    is_one = 2 * keyed.get(row, 0) >= sum(keyed.values())
    return row if is_one else HotRow(table=table, key="")
