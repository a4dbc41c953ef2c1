"""The seconds that the generators of a run told of, added, each once.

A second counts from the beginning of part 1's load; those of another part are moved by as
many whole intervals as it began later. What only some of them loaded is left out: the first
or the last second, where they began an interval apart.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from benchruns.models import PartSecond, RunPart
from benchruns.runs.parts import totals
from benchruns.vocabulary import PartKind, PartState


def added(
    parts: Sequence[RunPart],
    *,
    phase_from: int,
    newer_than: int,
    interval_seconds: int,
    has_percentiles: bool,
) -> dict[int, dict[str, Any]]:
    """Columns of a sample by second: those that all parts but lost ones told of, and that
    are ``newer_than`` this one.

    ``parts`` are all of an attempt, in order. ``phase_from`` is the first second of the phase
    by each one's own clock: what it told of the one before has no share.
    """
    by_second: dict[int, dict[int, Mapping[str, Any]]] = defaultdict(dict)
    for part in parts:
        moved = _moved(part, parts[0], interval_seconds=interval_seconds)
        if moved is None:
            continue
        rows = PartSecond.objects.filter(
            part=part,
            kind=PartKind.SAMPLE,
            second__gt=max(newer_than - moved, phase_from - 1),
        )
        for second, values in rows.values_list("second", "values"):
            by_second[second + moved][part.number] = values
    needed = {part.number for part in parts if part.state != PartState.LOST}
    return {
        second: totals.sample(
            list(by_second[second].values()), has_percentiles=has_percentiles
        )
        for second in sorted(by_second)
        if needed <= by_second[second].keys()
    }


def first_of_measurement(parameters: Mapping[str, Any]) -> int:
    """Of a run with these parameters; a ramp-up is told by seconds before 1."""
    return 1 - int(parameters.get("rampup_seconds", 0))


def interval(parameters: Mapping[str, Any]) -> int:
    return int(parameters.get("report_interval_seconds", 1))


def _moved(part: RunPart, first: RunPart, *, interval_seconds: int) -> int | None:
    """By so many seconds; None where only the first one had told of its beginning when the
    parts were read: rows of the other that have come since wait until it is known. None, too,
    where the other was lost in a phase before."""
    if first.began_at is None and part.phase == first.phase:
        return 0
    behind = later(part, first)
    if behind is None:
        return None
    return round(behind / timedelta(seconds=interval_seconds)) * interval_seconds


def later(part: RunPart, first: RunPart) -> timedelta | None:
    """By so much the load of a part began later than that of the first one, in the phase of
    that; None where one has not told of it, as a part that was lost in a phase before."""
    if part.began_at is None or first.began_at is None or part.phase != first.phase:
        return None
    return part.began_at - first.began_at
