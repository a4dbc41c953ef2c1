"""How much of the measured time the samples of a report cover."""

from itertools import pairwise
from statistics import median

from benchruns.submissions.understanding.understood import Run


def share(run: Run) -> float | None:
    """None where there are no samples, or the time is not known."""
    samples = run.report.samples
    duration = run.figures.duration_s or run.value("duration_seconds")
    if not samples or not duration:
        return None
    seconds = [sample.second for sample in samples]
    steps = [after - before for before, after in pairwise(seconds) if after > before]
    step = median(steps) if steps else max(seconds[0], 1)
    return min(len(seconds) * step / duration, 1.0)
