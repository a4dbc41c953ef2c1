"""Names as they stand in a sentence."""

from collections.abc import Iterable

from benchruns.submissions.checks.outcome import MOST_NAMED


def listed(names: Iterable[str], *, more: int = 0) -> str:
    """The first of them; ``more`` are others that are not at hand."""
    every = list(names)
    shown = ", ".join(every[:MOST_NAMED])
    return f"{shown}, ..." if more or len(every) > MOST_NAMED else shown
