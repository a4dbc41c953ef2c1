"""What ratio of data to buffer a run came to that was sized for the vendor's."""

from collections.abc import Mapping, Sequence
from typing import Any

from benchruns.models import Result
from benchruns.reproduction.differences import Why
from benchruns.reproduction.published_load import published_ratio

MISSED = 1.05  # farther than this from the vendor's it is said


def ratio_here(measured: Result) -> float | None:
    if measured.data_bytes is None or not measured.buffer_bytes:
        return None
    return measured.data_bytes / measured.buffer_bytes


def with_reached(
    differences: Sequence[Mapping[str, Any]], published: Result, measured: Result
) -> list[Mapping[str, Any]]:
    """Those that were sized for the vendor's ratio know the one that was reached instead."""
    missed = _missed(published_ratio(published), ratio_here(measured))
    return [
        {**each, "values": {**each.get("values", {}), **missed}}
        if each.get("code") == Why.RATIO_KEPT
        else each
        for each in differences
    ]


def _missed(wanted: float | None, reached: float | None) -> dict[str, float]:
    if not wanted or not reached:
        return {}
    low, high = sorted((wanted, reached))
    return {"wanted": wanted, "reached": reached} if high / low > MISSED else {}
