"""Whether a mean can be believed: measured for long enough, and evenly enough.

A minute is the shortest time of any published row, so what is shorter is doubted. Beside
tests of a longer time, what is more than 4 times shorter than they are is doubted, since
a comparison calls it another test; what is only shorter is told. Samples that vary by more
than a steady window may are doubted where they leave their mean uncertain by more than
half of what two figures may differ by and still be called the same, for either of the two
may be so far off; an hour of them knows its mean all the same. A mean of what never settled
is one of how long it was measured.
"""

import math
from collections.abc import Iterable, Sequence

from benchruns.evidence.steady import (
    FEWEST,
    MOST_VARIATION,
    Second,
    is_uneven,
    trimmed,
    variation,
    window,
)
from benchruns.figures.alike import ALIKE, MOST_LONGER, is_alike
from benchruns.figures.metrics import Interval
from benchruns.figures.statistics import CONFIDENCE
from benchruns.findings import Finding
from benchruns.vocabulary import Severity

LEAST_SECONDS = 60
MOST_UNCERTAIN = (ALIKE - 1) / 2


def of_time(seconds: float | None, *, least: float = LEAST_SECONDS) -> list[Finding]:
    """Of the measured time; ``least`` is that of the tests it stands beside."""
    if not seconds or seconds >= least or is_alike(seconds, least):
        return []
    is_doubted = seconds < LEAST_SECONDS or least > MOST_LONGER * seconds
    return [
        Finding(
            code="short",
            severity=Severity.CAUTION if is_doubted else Severity.NOTE,
            values={"seconds": seconds, "least": least},
        )
    ]


def of_few(samples: Sequence[Second]) -> list[Finding]:
    """Of a submitted report: too few of them leave open whether throughput was steady."""
    known = sum(sample.tps is not None for sample in samples)
    if known >= FEWEST:
        return []
    return [
        Finding(
            code="few_samples",
            severity=Severity.NOTE,
            values={"samples": known, "least": FEWEST},
        )
    ]


def of_samples(samples: Sequence[Second]) -> list[Finding]:
    """Of measured samples in order; fewer than 8 say nothing of steadiness."""
    known = [sample for sample in samples if sample.tps is not None]
    if len(known) < FEWEST or window(known):
        return []
    kept = trimmed(known) or known
    varied = variation(kept)
    if varied is None or not is_uneven(kept):
        return [Finding(code="not_steady", severity=Severity.CAUTION)]
    uncertainty = uncertainty_of(varied, len(kept))
    return [
        Finding(
            code="variation",
            severity=Severity.CAUTION
            if uncertainty > MOST_UNCERTAIN
            else Severity.NOTE,
            values={
                "variation": round(varied, 4),
                "samples": len(kept),
                "uncertainty": round(uncertainty, 4),
                "bound": MOST_VARIATION,
            },
        )
    ]


def seconds_of(samples: Iterable[Interval]) -> list[Second]:
    """In order, and each second once: a log may tell one twice."""
    by_second = {each.second: each.tps for each in samples}
    return [Second(second=at, tps=by_second[at]) for at in sorted(by_second)]


def uncertainty_of(varied: float, count: int) -> float:
    """Half the width of the 95 % interval of a mean, as a share of it.

    By Student's t, as the deviation is known from the samples alone: of 14 it is 2.16
    standard errors to either side, of many 1.96. ``varied`` is over all of them, so that a
    standard error of their mean divides it by one less. At best: samples that follow each
    other are seldom independent.
    """
    # Loading it takes half a second, which a report that is even need not spend.
    from scipy.special import stdtrit

    to_either_side = float(stdtrit(count - 1, (1 + CONFIDENCE) / 2))
    return to_either_side * varied / math.sqrt(count - 1)
