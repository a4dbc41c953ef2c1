"""How long tests were measured, in bands: those of one band are not different tests.

Within a band no time is as much as ``MOST_LONGER`` times another. The bounds lie far from
the times that people choose: a minute, five, twenty, an hour.
"""

from bisect import bisect_right

from benchruns.figures.alike import MOST_LONGER

NOT_KNOWN = 0
SHORTEST = 45  # seconds; what is shorter is in doubt anyhow, and of one band
# Where bands end: 45 s, 3 min, 12 min, 48 min, 3 h 12 min ...
ENDS = tuple(float(SHORTEST * MOST_LONGER**power) for power in range(8))


def band_of(seconds: float | None) -> int:
    """From 1 on; NOT_KNOWN where the time is not."""
    return NOT_KNOWN if seconds is None else 1 + bisect_right(ENDS, seconds)
