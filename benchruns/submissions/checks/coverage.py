"""The measured time of a report, and how much of it its samples cover."""

from itertools import pairwise
from statistics import median

from benchruns.evidence.steady import FEWEST
from benchruns.submissions.rating.rating import COVERED
from benchruns.submissions.understanding.understood import Run


def share(run: Run) -> float | None:
    """None where there are no samples, or the time is not known."""
    samples = run.report.samples
    duration = seconds(run)
    if not samples or not duration:
        return None
    ends = [sample.second for sample in samples]
    steps = [after - before for before, after in pairwise(ends) if after > before]
    step = median(steps) if steps else max(ends[0], 1)
    return min(len(ends) * step / duration, 1.0)


def is_covered(run: Run) -> bool:
    """Whether its samples reach over its measured time, as checks and rubric ask."""
    found = share(run)
    return found is not None and found >= COVERED


def seconds(run: Run) -> float | None:
    """As measured, else as stated."""
    found: float | None = run.figures.duration_s or run.value("duration_seconds")
    return found


def can_be_steady(run: Run) -> bool:
    """Whether it has samples enough to say."""
    return len({s.second for s in run.report.samples if s.tps is not None}) >= FEWEST
