"""How figures grow with vCPUs: efficiency of each size, gain of each doubling."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log2

from benchruns.comparison.lines import Line
from benchruns.comparison.report import Comparison, Group
from benchruns.engine_report.rows import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """One column. ``efficiency`` is its figure a vCPU over that of the smallest size.

    ``gain`` is what each doubling of vCPUs since the size before brought, 2 at best;
    None for the smallest.
    """

    place: int
    vcpus: int
    value: float
    efficiency: float
    gain: float | None

    @property
    def per_vcpu(self) -> float:
        return self.value / self.vcpus


@dataclass(frozen=True, slots=True, kw_only=True)
class Scaling:
    """The sizes of one provider, family and version under one load, smallest first."""

    group: Group
    line: Line
    label: str
    sizes: Sequence[Size]


def scalings_of(comparison: Comparison) -> list[Scaling]:
    """Only where there are two sizes at least; what cannot be compared is left out."""
    return [each for group in comparison.groups for each in _of_group(group)]


def _of_group(group: Group) -> Iterator[Scaling]:
    line = group.main
    if line is None:
        return
    kinds: dict[tuple[str, ...], list[tuple[int, int, float]]] = defaultdict(list)
    for place, (cell, column) in enumerate(zip(line.cells, group.columns, strict=True)):
        vcpus = column[0].vcpus if column else None
        if column and vcpus and cell.value is not None and not cell.is_refused:
            kinds[_kind(column[0])].append((vcpus, place, cell.value))
    for kind, found in kinds.items():
        if len({vcpus for vcpus, _place, _value in found}) > 1:
            label = ", ".join(filter(None, kind))
            sizes = _sizes(sorted(found))
            yield Scaling(group=group, line=line, label=label, sizes=sizes)


def _kind(row: Row) -> tuple[str, ...]:
    return row.provider_name, row.family, row.engine_title


def _sizes(found: Sequence[tuple[int, int, float]]) -> list[Size]:
    least, _place, lowest = found[0]
    sizes: list[Size] = []
    for vcpus, place, value in found:
        before = next((s for s in reversed(sizes) if s.vcpus < vcpus), None)
        sizes.append(
            Size(
                place=place,
                vcpus=vcpus,
                value=value,
                efficiency=(value / vcpus) / (lowest / least) if lowest else 0.0,
                gain=_gain(before, vcpus, value) if before else None,
            )
        )
    return sizes


def _gain(before: Size, vcpus: int, value: float) -> float | None:
    if not before.value or not value:
        return None
    doublings = log2(vcpus / before.vcpus)
    return float((value / before.value) ** (1 / doublings))
