"""The conditions of a measurement, as far as they may change within a series.

Endpoint, workload and parameters are those of the series. What else a result keeps of
its server, settings, tool, client and data stands here once, for all who ask whether two
results were measured alike: repeats (so comparisons and white papers too) and trends.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchruns.figures.alike import is_alike
from benchruns.models import Result

SERVER = (
    "engine",
    "engine_version_full",
    "provider_id",
    "instance_class_id",
    "vcpus",
    "memory_gb",
    "storage",
    "edition",
    "region",
    "zone",
    "network",
    "buffer_bytes",
)
SETTINGS = "parameter_settings"
TOOL = ("tool", "tool_version")
CLIENT = "client"
# Reads from the disk and from memory are two loads, whatever the parameters say.
REGIME = "regime"
# Compared by ``is_alike``: the same rows never take quite the same room.
SIZE = "data_bytes"
# What of a result is to be loaded for its conditions.
READ = (*SERVER, SETTINGS, *TOOL, CLIENT, REGIME, SIZE, "instance_class__code")


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One condition that is not what it was; ``kind`` says of what.

    That is ``server``, ``setting``, ``tool``, ``client`` or ``data``.
    """

    kind: str
    name: str
    before: Any  # as the row or its JSON has it
    after: Any


def changes_between(before: Result, after: Result) -> list[Change]:
    """What is not alike: server, then settings, tool, client and data."""
    return [
        *_columns(before, after, "server", SERVER),
        *_keys(before, after, "setting", SETTINGS),
        *_columns(before, after, "tool", TOOL),
        *_keys(before, after, "client", CLIENT),
        *_columns(before, after, "data", (REGIME, SIZE)),
    ]


def key_of(result: Result) -> tuple[object, ...]:
    """Equal for results under the same conditions, but for the size of their data."""
    columns = (*SERVER, *TOOL, REGIME)
    objects = (SETTINGS, CLIENT)
    return (
        *(getattr(result, name) for name in columns),
        *(json.dumps(getattr(result, name), sort_keys=True) for name in objects),
    )


def by_data_size(results: Iterable[Result]) -> list[list[Result]]:
    """Disjoint groups: ordered by size, a group ends where the next is not alike.

    Those of unknown size are one group.
    """
    groups: list[list[Result]] = []
    for result in sorted(results, key=_data_bytes):
        if groups and _is_of_one_size(groups[-1][-1], result):
            groups[-1].append(result)
        else:
            groups.append([result])
    return groups


def _data_bytes(result: Result) -> int:
    return -1 if result.data_bytes is None else result.data_bytes


def _is_of_one_size(one: Result, other: Result) -> bool:
    return is_alike(one.data_bytes, other.data_bytes)


def _columns(
    before: Result, after: Result, kind: str, names: Sequence[str]
) -> Iterator[Change]:
    for name in names:
        same = is_alike if name == SIZE else _is_equal
        if not same(getattr(before, name), getattr(after, name)):
            yield Change(
                kind=kind,
                name=name.removesuffix("_id"),
                before=_plain(before, name),
                after=_plain(after, name),
            )


def _is_equal(one: object, other: object) -> bool:
    return one == other


def _plain(result: Result, name: str) -> Any:
    """A class by its code; a provider's id is a word."""
    if name == "instance_class_id":
        return result.instance_class.code if result.instance_class else None
    return getattr(result, name)


def _keys(before: Result, after: Result, kind: str, column: str) -> Iterator[Change]:
    old: Mapping[str, Any] = getattr(before, column)
    new: Mapping[str, Any] = getattr(after, column)
    for name in sorted({*old, *new}):
        if old.get(name) != new.get(name):
            yield Change(
                kind=kind, name=name, before=old.get(name), after=new.get(name)
            )
