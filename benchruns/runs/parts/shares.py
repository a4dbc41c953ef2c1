"""How the load of a run is dealt to its generators."""

from collections.abc import Mapping
from typing import Any

from benchruns.workloads import Workload

RATE = "rate"
MOST_GENERATORS = 100


def shares(
    workload: Workload, parameters: Mapping[str, Any], *, generators: int
) -> list[dict[str, Any]]:
    """The parameters of each generator: threads and rate split, all else the run's own.

    What does not divide goes to the first ones, one each.
    """
    threads = _dealt(workload.threads(parameters), generators)
    rate = parameters.get(RATE)
    rates = _dealt(rate, generators) if rate else [rate] * generators
    return [
        {
            **parameters,
            workload.load: own_threads,
            **({RATE: own_rate} if RATE in parameters else {}),
        }
        for own_threads, own_rate in zip(threads, rates, strict=True)
    ]


def before(
    workload: Workload, parameters: Mapping[str, Any], *, generators: int, number: int
) -> int:
    """The threads of those in front of a generator, from 1."""
    dealt = _dealt(workload.threads(parameters), generators)
    return sum(dealt[: number - 1])


def most_generators(workload: Workload, parameters: Mapping[str, Any]) -> int:
    """With more, one would have no thread, or no transaction to offer."""
    threads, rate = workload.threads(parameters), parameters.get(RATE)
    return min(threads, rate or threads, MOST_GENERATORS)


def _dealt(whole: int, generators: int) -> list[int]:
    least, more = divmod(whole, generators)
    return [least + (number < more) for number in range(generators)]
