"""Which results of one submission repeat each other, and whether they agree."""

import json
from collections.abc import Sequence

from benchruns.findings import Finding
from benchruns.models import Result
from benchruns.results import conditions, spread
from benchruns.results.repeats import LOAD
from benchruns.submissions.checks.outcome import Outcome

Load = tuple[object, ...]


def load_of(result: Result) -> Load:
    """Equal for results of one submission that were tested alike."""
    return (
        *(getattr(result, name) for name in LOAD),
        json.dumps(result.parameters, sort_keys=True),
        *conditions.key_of(result),
    )


def agree(results: Sequence[Result]) -> Finding | None:
    """None where nothing is repeated; of several loads the one that is widest apart."""
    loads: dict[Load, list[Result]] = {}
    for result in results:
        loads.setdefault(load_of(result), []).append(result)
    repeated = [repeats for repeats in loads.values() if len(repeats) > 1]
    if not repeated:
        return None
    found = [each for repeats in repeated if (each := spread.disagreement(repeats))]
    if not found:
        return Finding(code="repeats", severity=Outcome.OK)
    widest = max(found, key=lambda each: each.values["apart"])
    return Finding(
        code="repeats",
        severity=Outcome.CAUTION,
        results=widest.results,
        values={"finding": widest.as_dict(), "loads": len(found)},
    )
