"""How far a phase is, told from the tool's own lines; shares from 0 to 1."""

from collections.abc import Callable, Mapping

from benchruns.metrics import Interval

Progress = Callable[[str, Interval | None], float | None]

# sysbench prepare says one line a step: create the table, fill it, index it.
PREPARE_STEPS = ("Creating table", "Inserting", "Creating a secondary index")


def of_prepare(parameters: Mapping[str, int]) -> Progress:
    """Counts the steps of all tables; inserting takes nearly all of the time."""
    steps = 0
    total = len(PREPARE_STEPS) * parameters["tables"]

    def progress(line: str, _interval: Interval | None) -> float | None:
        nonlocal steps
        if not line.startswith(PREPARE_STEPS):
            return None
        steps += 1
        return steps / total

    return progress


def of_time(seconds: int) -> Progress:
    """The share of the time asked for, by the tool's own seconds."""

    def progress(_line: str, interval: Interval | None) -> float | None:
        return interval.second / seconds if interval else None

    return progress
