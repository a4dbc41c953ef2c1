"""How figures grow with vCPUs: efficiency of each size, gain of each doubling."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log2
from typing import NamedTuple

from django.utils.translation import gettext as _

from benchruns.comparison.figures.lines import Line
from benchruns.comparison.report import Comparison, Group
from benchruns.results.row import Row

NEAR = 0.1  # a share: 7.83 GB a vCPU is sold as 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """One column. ``efficiency`` is its figure a vCPU over that of the smallest size.

    ``gain`` is what each doubling of vCPUs since the size before brought, 2 at best;
    None for the smallest. Each is in doubt with the figures that it rests on.
    """

    place: int
    vcpus: int
    value: float
    efficiency: float
    gain: float | None
    is_doubted: bool
    is_efficiency_doubted: bool
    is_gain_doubted: bool

    @property
    def per_vcpu(self) -> float:
        return self.value / self.vcpus


@dataclass(frozen=True, slots=True, kw_only=True)
class Scaling:
    """The sizes of one provider, family, version and memory per vCPU, smallest first.

    All are under one load: with more memory beside its vCPUs a size would gain by that.
    """

    group: Group
    line: Line
    label: str
    sizes: Sequence[Size]


class _Point(NamedTuple):
    place: int
    vcpus: int
    value: float
    row: Row
    is_doubted: bool

    @property
    def order(self) -> tuple[object, ...]:
        """By size, whatever the order of the columns."""
        return self.vcpus, self.row.memory_gb or 0, self.row.place, self.row.id


def scalings_of(comparison: Comparison) -> list[Scaling]:
    """Only where there are two sizes at least; what cannot be compared is left out."""
    return [each for group in comparison.groups for each in _of_group(group)]


def unscaled(comparison: Comparison, scalings: Sequence[Scaling]) -> list[int]:
    """The places of columns that have a figure and stand in no scaling."""
    scaled = {size.place for scaling in scalings for size in scaling.sizes}
    shown = {
        place
        for group in comparison.groups
        if group.main
        for place, cell in enumerate(group.main.cells)
        if cell.value is not None
    }
    return sorted(shown - scaled)


def _of_group(group: Group) -> Iterator[Scaling]:
    line = group.main
    if line is None:
        return
    kinds: dict[tuple[object, ...], list[_Point]] = defaultdict(list)
    for place, (cell, column) in enumerate(zip(line.cells, group.columns, strict=True)):
        if (
            column
            and column[0].vcpus
            and cell.value is not None
            and not cell.is_refused
        ):
            kinds[_kind(column[0])].append(
                _Point(
                    place, column[0].vcpus, cell.value, column[0], bool(cell.doubted)
                )
            )
    families = [sorted(found, key=lambda p: p.order) for found in kinds.values()]
    for points in sorted(families, key=lambda family: family[0].order):
        if points[0].vcpus < points[-1].vcpus:
            yield Scaling(
                group=group, line=line, label=_label(points), sizes=_sizes(points)
            )


def _kind(row: Row) -> tuple[object, ...]:
    return row.provider_name, row.family, row.engine_title, _usual(row.gb_per_vcpu)


def _usual(gb_per_vcpu: float | None) -> float | None:
    """Sizes are sold at 1, 2, 4 or 8 GB a vCPU, and at odd ones near these."""
    if not gb_per_vcpu:
        return None
    usual = float(2 ** round(log2(gb_per_vcpu)))
    return usual if abs(gb_per_vcpu / usual - 1) < NEAR else gb_per_vcpu


def _label(points: Sequence[_Point]) -> str:
    """``Alibaba Cloud, general-purpose, MySQL 8.0, 4 GB per vCPU``."""
    row = points[0].row
    usual = _usual(row.gb_per_vcpu)
    parts = [row.provider_name, row.family, row.engine_title]
    if usual:
        is_exact = all(point.row.gb_per_vcpu == usual for point in points)
        told = _("%(gb)s GB per vCPU") if is_exact else _("about %(gb)s GB per vCPU")
        parts.append(told % {"gb": f"{usual:g}"})
    return ", ".join(filter(None, parts))


def _sizes(points: Sequence[_Point]) -> list[Size]:
    least = points[0]
    lowest = least.value / least.vcpus
    sizes: list[Size] = []
    for point in points:
        before = next((s for s in reversed(sizes) if s.vcpus < point.vcpus), None)
        sizes.append(
            Size(
                place=point.place,
                vcpus=point.vcpus,
                value=point.value,
                efficiency=(point.value / point.vcpus) / lowest if lowest else 0.0,
                gain=_gain(before, point.vcpus, point.value) if before else None,
                is_doubted=point.is_doubted,
                is_efficiency_doubted=point.is_doubted or least.is_doubted,
                is_gain_doubted=before is not None
                and (point.is_doubted or before.is_doubted),
            )
        )
    return sizes


def _gain(before: Size, vcpus: int, value: float) -> float | None:
    if not before.value or not value:
        return None
    doublings = log2(vcpus / before.vcpus)
    return float((value / before.value) ** (1 / doublings))
