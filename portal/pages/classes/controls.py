"""What the catalogue's page offers to press and to fill in."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from benchruns.catalogue.columns import NUMBERS, PER_PRICE, SORTS
from benchruns.catalogue.loads import LOADS
from portal.pages.classes.columns import COLUMNS
from portal.pages.classes.selection import View, address
from portal.pages.classes.table import Sorting

LARGEST_FIRST = frozenset({*LOADS, *PER_PRICE, "results"})
# Always in sight; the others are folded away until one is used.
FIRST_FIELDS = ("vcpu", "memory")


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberField:
    name: str
    label: str
    text: str
    problem: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberFields:
    first: Sequence[NumberField]
    more: Sequence[NumberField]

    @property
    def is_more_used(self) -> bool:
        return any(field.text for field in self.more)


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnBox:
    key: str
    label: str
    is_shown: bool


def number_fields(view: View) -> NumberFields:
    fields = {
        name: NumberField(
            name=name,
            label=COLUMNS[name].full_title,
            text=view.typed.get(name, ""),
            problem=view.wrong.get(name, ""),
        )
        for name in NUMBERS
    }
    return NumberFields(
        first=[fields[name] for name in FIRST_FIELDS],
        more=[field for name, field in fields.items() if name not in FIRST_FIELDS],
    )


def column_boxes(view: View) -> list[ColumnBox]:
    return [
        ColumnBox(key=key, label=column.full_title, is_shown=key in view.shown)
        for key, column in COLUMNS.items()
    ]


def without_filters(view: View) -> str:
    """The address that keeps order and columns alone."""
    plain = replace(view.selection, chosen={}, numbers={}, has=(), text="", page=1)
    return address(replace(view, selection=plain, typed={}))


def sort_addresses(view: View) -> dict[str, Sorting]:
    """For each column the address that sorts by it.

    Figures start with the largest; the sorted column turns round.
    """
    sort = view.selection.sort
    columns = {}
    for name in SORTS:
        first = f"-{name}" if name in LARGEST_FIRST else name
        other = name if first.startswith("-") else f"-{name}"
        columns[name] = Sorting(
            href=address(view, sort=other if sort == first else first),
            state=_direction(sort) if sort in (first, other) else "",
        )
    return columns


def _direction(sort: str) -> str:
    return "descending" if sort.startswith("-") else "ascending"
