"""When two statements of one condition agree, and when one says it more exactly."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from benchruns.figures import editions
from benchruns.workloads import WORKLOADS

# A tool waits for its last transactions, so what it measured is a little longer.
OVERRUN, OVERRUN_SECONDS = 1.1, 1.0
# Memory and data are stated in GB of 10^9 and of 2^30 bytes alike.
UNITS_APART = 1.08
ROUNDED = 1.005  # 2,500.4 TPS as limited, 2,500 as asked for

_NUMBERS = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9}){0,5}")


def agree(name: str, one: Any, other: Any) -> bool:
    """Whether both may be true of one test."""
    judge = _JUDGES.get(name, _same_words)
    return judge(one, other)


def refines(name: str, one: Any, other: Any) -> bool:
    """Whether ``one`` agrees with ``other`` and tells more: 8.0.36 of 8.0."""
    if not agree(name, one, other):
        return False
    if name in ("engine_version", "tool_version"):
        ours, theirs = _version(one), _version(other)
        return len(ours) > len(theirs) > 0 and ours[: len(theirs)] == theirs
    if name == "duration_seconds":  # as asked for, before what it came to
        return float(one).is_integer() and not float(other).is_integer()
    if name == "workload":  # the legacy script prints what its successor prints
        return _is_of_old_tool(one) and one != other
    if name == "edition":  # as sold, before what people call it
        return editions.is_full(one) and not editions.is_full(other)
    return False


def _within(share: float, *, slack: float = 0.0) -> Callable[[Any, Any], bool]:
    def judge(one: Any, other: Any) -> bool:
        low, high = sorted((float(one), float(other)))
        return high <= low * share + slack

    return judge


def _same_number(one: Any, other: Any) -> bool:
    return float(one) == float(other)


def _same_words(one: Any, other: Any) -> bool:
    if not isinstance(one, str) or not isinstance(other, str):
        return bool(one == other)
    return _words(one) == _words(other)


def _same_edition(one: Any, other: Any) -> bool:
    """“High-availability” as people say it, “High-availability Edition” as sold."""
    return editions.plain(str(one)) == editions.plain(str(other))


def _words(text: str) -> str:
    return re.sub(r"[\s_-]+", " ", text).strip().casefold()


def _same_version(one: Any, other: Any) -> bool:
    """As far as both tell it; a text without a number agrees with nothing else."""
    ours, theirs = _version(one), _version(other)
    if not ours or not theirs:
        return _same_words(one, other)
    least = min(len(ours), len(theirs))
    return ours[:least] == theirs[:least]


def _version(text: Any) -> list[int]:
    found = _NUMBERS.search(str(text))
    return [int(part) for part in found[0].split(".")] if found else []


def _same_load(one: Any, other: Any) -> bool:
    """Of the same statements: a report does not tell the legacy script from its heir."""
    if one == other:
        return True
    ours, theirs = WORKLOADS.get(one), WORKLOADS.get(other)
    return (
        (_is_of_old_tool(one) or _is_of_old_tool(other))
        and ours is not None
        and theirs is not None
        and dict(ours.statements) == dict(theirs.statements)
    )


def _is_of_old_tool(name: Any) -> bool:
    return name in WORKLOADS and bool(WORKLOADS[name].is_of_old_tool)


def _any(_one: Any, _other: Any) -> bool:
    return True


_NUMBER_FIELDS = (
    "vcpus", "max_connections", "iops", "client_vcpus", "threads", "tables",
    "table_size", "scale", "hot_records", "percentile", "rampup_seconds",
    "warmup_seconds",
)  # fmt: skip
_JUDGES: Mapping[str, Callable[[Any, Any], bool]] = {
    **dict.fromkeys(_NUMBER_FIELDS, _same_number),
    "duration_seconds": _within(OVERRUN, slack=OVERRUN_SECONDS),
    "memory_gb": _within(UNITS_APART),
    "client_memory_gb": _within(UNITS_APART),
    "data_gb": _within(UNITS_APART),
    "rate": _within(ROUNDED),
    "engine_version": _same_version,
    "tool_version": _same_version,
    "workload": _same_load,
    "command": _any,
    "edition": _same_edition,
}
