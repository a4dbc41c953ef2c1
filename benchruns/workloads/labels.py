"""What a workload and its figures are called, by its name in the registry."""

from collections.abc import Collection, Iterable, Mapping

from django.utils.functional import Promise
from django.utils.text import capfirst

from benchruns.workloads import WORKLOADS
from benchruns.workloads.words import WORDS, LoadWords

# As pages list them: the papers' main one first, what is no load of its own kind last.
WORKLOAD_ORDER = tuple(sorted(WORKLOADS, key=lambda name: WORKLOADS[name].is_aside))
_TOOLS = frozenset(workload.tool for workload in WORKLOADS.values())


def workload_label(name: str) -> str:
    """The label of a workload; its own name where there is none."""
    return str(WORKLOADS[name].label) if name in WORKLOADS else name


def as_begun(text: str) -> str:
    """A label at the beginning of a line: with a capital, but for pgbench, which is written
    small there as well."""
    return text if text.partition(" ")[0] in _TOOLS else capfirst(text)


def words_of(names: Collection[str]) -> LoadWords:
    """What the connections of these loads are called; threads where they differ."""
    loads = {WORKLOADS[name].load for name in names if name in WORKLOADS}
    return WORDS[loads.pop()] if len(loads) == 1 else WORDS["threads"]


def has_kinds(names: Iterable[str]) -> bool:
    """Whether one of these loads has transactions of several kinds, as TPC-C's."""
    return any(name in WORKLOADS and WORKLOADS[name].has_kinds for name in names)


def is_one_row(names: Collection[str]) -> bool:
    """Whether all of these loads work on one row, whatever the server."""
    return bool(names) and all(
        name in WORKLOADS and WORKLOADS[name].is_one_row for name in names
    )


def figure_meanings(name: str) -> Mapping[str, str | Promise]:
    """What each figure of a workload means, by its name; empty for an unknown one."""
    return WORKLOADS[name].metrics if name in WORKLOADS else {}
