"""Where the form of a new run is filled in with a sweep, as it was or changed."""

from collections.abc import Sequence

from benchruns.models import Run, Sweep
from portal.pages.runs.new import repeat as run_repeat


def url_of(sweep: Sweep, runs: Sequence[Run]) -> str:
    """The same sweep again; ``runs`` are its."""
    return url_with(sweep, runs, ladder=sweep.threads, repetitions=sweep.repetitions)


def url_with(
    sweep: Sweep, runs: Sequence[Run], *, ladder: Sequence[int], repetitions: int
) -> str:
    """The same load in another ladder or number of repetitions."""
    return run_repeat.sweep_url_of(
        runs[0],
        ladder=ladder,
        repetitions=repetitions,
        settle_seconds=sweep.settle_seconds,
    )
