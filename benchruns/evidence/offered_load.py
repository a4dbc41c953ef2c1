"""Whether an offered load was carried: open loop, transactions at random times."""

import math
from collections.abc import Mapping
from typing import Any

from benchruns.figures.metrics import Figures

KEPT = 0.99  # of the offered rate
CHANCE = 3.0  # standard deviations of a Poisson process


def chance_tps(offered_tps: float, *, seconds: float) -> float:
    """How far the rate that was really offered may lie off, by chance, in this time."""
    return round(CHANCE * math.sqrt(offered_tps / seconds), 2) if seconds else 0.0


def is_carried(offered_tps: float, achieved_tps: float, *, chance_tps: float) -> bool:
    """Less than 1 % is missing, or no more than chance explains."""
    missing = offered_tps - achieved_tps
    return missing <= max((1 - KEPT) * offered_tps, chance_tps)


def facts(parameters: Mapping[str, Any], figures: Figures) -> dict[str, Any]:
    """What came of a fixed rate; empty for a run without one.

    Transactions arrive at random: a shortfall up to ``chance_tps`` may be by chance.
    """
    rate = parameters.get("rate")
    if not rate:
        return {}
    return {
        "offered_tps": rate,
        "achieved_tps": figures.tps,
        "chance_tps": chance_tps(rate, seconds=parameters["duration_seconds"]),
    }
