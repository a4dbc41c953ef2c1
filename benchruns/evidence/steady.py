"""The steady window of a run: what is left when ramp and tail are trimmed.

The rule: the middle half of the samples says what is usual, by its median and its
median absolute deviation (MAD). From each end, samples whose TPS lies further from that
median than 3 standard deviations (1.4826 MAD each) and than 5 % are trimmed until one
fits, a quarter of the samples at most. If more would have to go, or there are fewer
than 8, there is no steady window.

Nor is there one where what is left goes up or down as a whole, for the middle of a ramp
over the whole run spreads as wide as the ramp: where the medians of its first and last
third lie further apart than 5 % of the usual and than 3 standard deviations of such a
difference by chance. That chance is told by the steps from sample to sample, without
their median, which is the ramp's own: the MAD of the rest, as of a difference of two.

Nor where what is left varies by more than 20 % (standard deviation over mean): the mean
of a minute's samples is then known to 5 % at best, the share within which two figures are
called the same (2.00 x 20 % / the square root of 59). What chance makes of n transactions
a sample, 1 / the square root of n, is no variation of the server: a rate that is offered
at random times, or a slow load, has no more than that.
"""

import itertools
import math
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

FEWEST = 8
DEVIATIONS = 3 * 1.4826  # a MAD of a normal distribution is 0.6745 of its deviation
LEAST_TOLERANCE = 0.05  # of the median: a flat middle must not make noise a ramp
OF_MEDIAN = math.sqrt(math.pi / 2)  # its deviation, to that of a mean
MOST_TRIMMED = 0.25  # of the samples, at each end
MOST_VARIATION = 0.2  # of the mean, from sample to sample


@dataclass(frozen=True, slots=True, kw_only=True)
class Second:
    """One measured sample; it covers the time since the sample before it."""

    second: int
    tps: float | None
    qps: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """Means over ``from_s`` to ``to_s`` on the clock of the measured time."""

    tps: float
    qps: float | None
    from_s: int
    to_s: int
    trimmed_start_s: int
    trimmed_end_s: int

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def window(samples: Sequence[Second]) -> Window | None:
    """The steady window of samples in order; None where there is none."""
    known = _known(samples)
    kept = trimmed(known)
    if not kept or _is_drifting(_rates(kept)):
        return None
    if is_uneven(kept):
        return None
    start = known.index(kept[0])
    before = known[start - 1].second if start else 0
    return Window(
        tps=_mean(kept, before, [sample.tps for sample in kept]) or 0.0,
        qps=_mean(kept, before, [sample.qps for sample in kept]),
        from_s=before,
        to_s=kept[-1].second,
        trimmed_start_s=before,
        trimmed_end_s=known[-1].second - kept[-1].second,
    )


def trimmed(samples: Sequence[Second]) -> Sequence[Second]:
    """Without ramp and tail; none where too few samples would be left."""
    known = _known(samples)
    if len(known) < FEWEST:
        return []
    rates = _rates(known)
    start, end = _outside(rates), _outside(rates[::-1])
    most = int(len(known) * MOST_TRIMMED)
    if start > most or end > most:
        return []
    return known[start : len(known) - end]


def variation(samples: Sequence[Second]) -> float | None:
    """The standard deviation of TPS over its mean; None where nothing can vary."""
    rates = _rates(_known(samples))
    mean = statistics.fmean(rates) if len(rates) > 1 else 0.0
    return statistics.pstdev(rates) / mean if mean else None


def is_uneven(samples: Sequence[Second]) -> bool:
    """Whether it varies by more than the bound, beyond chance."""
    varied, known = variation(samples), _known(samples)
    if varied is None:
        return False
    steps = [b.second - a.second for a, b in itertools.pairwise(known)]
    transactions = statistics.fmean(_rates(known)) * statistics.median(steps)
    return varied**2 - 1 / transactions > MOST_VARIATION**2


def _known(samples: Sequence[Second]) -> list[Second]:
    return [sample for sample in samples if sample.tps is not None]


def _rates(samples: Sequence[Second]) -> list[float]:
    return [sample.tps or 0.0 for sample in samples]


def _outside(rates: Sequence[float]) -> int:
    """How many of the first rates lie outside of what is usual in the middle."""
    quarter = len(rates) // 4
    middle = rates[quarter : len(rates) - quarter]
    usual = statistics.median(middle)
    spread = statistics.median([abs(rate - usual) for rate in middle])
    tolerance = max(DEVIATIONS * spread, LEAST_TOLERANCE * usual)
    return next(
        (count for count, rate in enumerate(rates) if abs(rate - usual) <= tolerance),
        len(rates),
    )


def _is_drifting(rates: Sequence[float]) -> bool:
    """Whether the first and the last third differ by more than chance and 5 %."""
    third = len(rates) // 3
    drift = statistics.median(rates[-third:]) - statistics.median(rates[:third])
    steps = [after - before for before, after in itertools.pairwise(rates)]
    usual = statistics.median(steps)
    spread = statistics.median([abs(step - usual) for step in steps])
    # two samples make a step, and two medians the drift: their factors cancel out
    chance = DEVIATIONS * spread * OF_MEDIAN / math.sqrt(third)
    return abs(drift) > max(chance, LEAST_TOLERANCE * statistics.median(rates))


def _mean(
    kept: Sequence[Second], before: int, values: Sequence[float | None]
) -> float | None:
    """Weighted by the seconds that each sample covers."""
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return None
    starts = [before, *(sample.second for sample in kept)]
    lengths = [
        sample.second - start for sample, start in zip(kept, starts, strict=False)
    ]
    return round(statistics.fmean(known, weights=lengths), 4)
