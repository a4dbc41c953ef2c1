"""The shares that kinds of transactions have of a run, which ``--weight`` may change."""

import math
from collections.abc import Iterator, Mapping, Sequence

from benchruns.findings import Finding
from benchruns.parsers.gotpc.rows import Row
from benchruns.vocabulary import Severity

# Of the tool's own mix, which the specification asks for at least.
SHARES: Mapping[str, float] = {
    "NEW_ORDER": 0.45,
    "PAYMENT": 0.43,
    "ORDER_STATUS": 0.04,
    "DELIVERY": 0.04,
    "STOCK_LEVEL": 0.04,
}
APART = 0.01  # what slow kinds lack at the end of a run
SIGMAS = 5  # by chance once in a million runs


def is_own(summary: Sequence[Row]) -> bool:
    """Whether the run sent the tool's own mix, within what chance explains.

    Counted with those that failed, or without: which of them were tried again is not told.
    """
    done = [row for row in summary if not row.is_error]
    return _is_own(_begun(summary)) or _is_own(_begun(done))


def _is_own(begun: Mapping[str, float]) -> bool:
    count = sum(begun.values())
    return all(
        abs(begun[kind] / count - share)
        <= APART + SIGMAS * math.sqrt(share * (1 - share) / count)
        for kind, share in SHARES.items()
    )


def another(summary: Sequence[Row]) -> Iterator[Finding]:
    """The shares of a mix that is not the tool's own."""
    if is_own(summary):
        return
    begun = _begun(summary)
    count = sum(begun.values())
    yield Finding(
        code="transaction_mix",
        severity=Severity.CAUTION,
        values={kind.lower(): number / count for kind, number in begun.items()},
    )


def _begun(summary: Sequence[Row]) -> dict[str, float]:
    """How many of each kind there were, those that failed among them; never none at all."""
    begun = dict.fromkeys(SHARES, 0.0)
    for row in summary:
        kind = row.operation.removesuffix("_ERR")
        if kind in begun:
            begun[kind] += row.values.get("count", 0)
    return begun
