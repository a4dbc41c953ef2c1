"""The catalogue's table: its heads, its cells, and its lines for downloads."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.catalogue.catalogue import ClassRow
from benchruns.catalogue.columns import PER_PRICE, PRICED
from benchruns.catalogue.figures import BestFigure
from benchruns.catalogue.loads import LOADS
from benchruns.catalogue.pricing.prices import Choice, age_text, stale_text
from benchruns.engines import ENGINES
from benchruns.models import InstanceClass
from benchruns.vocabulary import Doubt
from portal.formats.figures import DASH, exact, figure
from portal.formats.prices import price
from portal.pages.answers.csv import Line
from portal.pages.answers.tables import Column as ExportColumn
from portal.pages.classes.cells import Cell
from portal.pages.classes.columns import (
    COLUMNS,
    DEFAULT,
    NARROW,
    OLTP,
    OWN_LOADS,
    Column,
)
from portal.templatetags.results import short_storage
from portal.ticks import class_item
from portal.wording.row_parts import result_url

KEYS = (
    ("provider", gettext_lazy("Provider")),
    ("engine", gettext_lazy("Engine")),
    ("code", gettext_lazy("Class")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sorting:
    """``state`` is ``ascending`` or ``descending`` of the column that is sorted by."""

    href: str
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """A column's head: the way to sort by it, and ``state`` where that is done."""

    column: Column
    unit: str
    is_wide: bool
    href: str
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A head over several columns, or an empty place where there is none."""

    label: str = ""
    size: int = 1
    is_wide: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """``item`` is what a tick of it adds, ``narrow_note`` what a phone has no column for."""

    row: ClassRow
    item: str
    href: str
    narrow_note: str
    cells: Sequence[Cell]


class ClassTable:
    """The chosen columns in the registry's order; prices in one choice."""

    def __init__(self, chosen: Sequence[str], price: Choice | None) -> None:
        self.columns = [COLUMNS[key] for key in COLUMNS if key in (chosen or DEFAULT)]
        self.price = price
        self._narrow = NARROW if not chosen else frozenset(COLUMNS)

    @property
    def is_without_prices(self) -> bool:
        return not self.price and self._has_prices

    @property
    def _has_prices(self) -> bool:
        return any(each.key in PRICED for each in self.columns)

    def heads(self, sorting: Mapping[str, Sorting]) -> list[Head]:
        units = self._best_units()
        return [
            Head(
                column=each,
                unit="" if each.is_best and len(units) == 1 else self._unit(each),
                is_wide=self._is_wide(each),
                href=sorting[each.key].href,
                state=sorting[each.key].state,
            )
            for each in self.columns
        ]

    def spans(self) -> list[Span]:
        """Over the best figures, which no other column parts; a unit of all is said."""
        found = []
        units = self._best_units()
        label = _("Best of any version")
        if len(units) == 1:
            label = _("Best %(unit)s of any version") % {"unit": units[0]}
        for is_best, group in groupby(self.columns, lambda each: each.is_best):
            columns = list(group)
            if is_best:
                found.append(Span(label=label, size=len(columns)))
            else:
                found += [Span(is_wide=self._is_wide(each)) for each in columns]
        return found

    def rows(self, rows: Iterable[ClassRow]) -> list[TableRow]:
        return [self._row(row, row.instance_class) for row in rows]

    def export_columns(self) -> list[ExportColumn]:
        found = [(key, str(label)) for key, label in KEYS]
        for column in self._exported():
            name, unit = column.export, self._unit(column)
            if column.key in PRICED and self.price:
                name = f"{name}_{self.price.currency.lower()}"
            label = f"{column.title} ({unit})" if unit else str(column.title)
            found.append((name, label))
        if self._has_prices:
            found.append(("priced_on", _("Price stated on")))
        return [*found, ("in_doubt", _("In doubt"))]

    def export_lines(self, rows: Iterable[ClassRow]) -> Iterator[Line]:
        columns = self._exported()
        for row in rows:
            size = row.instance_class
            key = (size.provider_id, size.engine, size.code)
            day = [row.priced_on] if self._has_prices else []
            values = [_value(row, column.key) for column in columns]
            yield [*key, *values, *day, _in_doubt(row, columns)]

    def _row(self, row: ClassRow, size: InstanceClass) -> TableRow:
        key = [size.provider_id, size.engine, size.code]
        return TableRow(
            row=row,
            item=class_item(size),
            href=reverse("portal:class-detail", args=key),
            narrow_note=self._narrow_note(size),
            cells=list(self._cells(row)),
        )

    def _narrow_note(self, size: InstanceClass) -> str:
        column = COLUMNS["vcpu"]
        if column not in self.columns or not self._is_wide(column) or not size.vcpus:
            return ""
        return _("%(count)s vCPU") % {"count": size.vcpus}

    def _exported(self) -> list[Column]:
        """Own loads too, where the page writes them across the columns of others."""
        shown = {column.key for column in self.columns}
        own = set(OWN_LOADS) if shown.issuperset(OLTP) else set()
        known = {key for key, _label in KEYS}
        return [
            column
            for key, column in COLUMNS.items()
            if key in (shown | own) and key not in known
        ]

    def _best_units(self) -> list[str]:
        units = (self._unit(each) for each in self.columns if each.is_best)
        return list(dict.fromkeys(units))

    def _unit(self, column: Column) -> str:
        if column.key not in PRICED:
            return column.unit
        currency = self.price.currency if self.price else _("currency")
        if column.key == "price":
            return _("%(currency)s an hour") % {"currency": currency}
        return _("TPS per %(currency)s an hour") % {"currency": currency}

    def _is_wide(self, column: Column) -> bool:
        return column.key not in self._narrow

    def _cells(self, row: ClassRow) -> Iterator[Cell]:
        own = self._own_load(row)
        for column in self.columns:
            if own and column.key in OLTP:
                if column.key == OLTP[0]:
                    yield own
            elif column.key in LOADS:
                yield self._figure(column, row.figures.best.get(column.key))
            else:
                yield self._plain(column, row)

    def _own_load(self, row: ClassRow) -> Cell | None:
        """Across the columns of OLTP loads, where these stand side by side alone."""
        shown = tuple(column.key for column in self.columns if column.key in LOADS)
        if shown != OLTP or any(key in row.figures.best for key in OLTP):
            return None
        for key in OWN_LOADS:
            if best := row.figures.best.get(key):
                column = COLUMNS[key]
                note = f"{column.unit}, {column.head}"
                cell = self._figure(column, best)
                # Where a phone shows the columns that it stands across.
                return replace(cell, css="n f", note=note, span=len(OLTP))
        return None

    def _figure(self, column: Column, best: BestFigure | None) -> Cell:
        wide = " bb-wide" if self._is_wide(column) else ""
        if best is None:
            return Cell(text=DASH, css=f"n z{wide}")
        if best.proven:
            above = self._figure(column, replace(best, proven=None))
            return replace(self._figure(column, best.proven), above=above)
        return Cell(
            text=figure(best.value),
            css=f"n f{wide}",
            title=f"{exact(best.value)} {column.unit}: {evidence(best)}",
            href=result_url(str(best.result_id)),
            doubt=doubt_word(best),
            median=_("median %s") % figure(best.repeats.median) if best.repeats else "",
        )

    def _plain(self, column: Column, row: ClassRow) -> Cell:
        value = _value(row, column.key)
        kind = "" if column.is_text else "n "
        tone = "" if column.key in ("vcpu", "memory", *PRICED) else "s"
        if value is None:
            tone = "z"
        wide = " bb-wide" if self._is_wide(column) else ""
        text, title = _printed(column, value)
        css = f"{kind}{tone}{wide}".strip()
        stale = stale_text(row.priced_on) if column.key in PRICED else ""
        if value is not None and row.priced_on and stale:
            age = age_text(row.priced_on)
            title = ", ".join(filter(None, [title, age]))
            return Cell(text=text, css=css, title=title, stale=stale)
        return Cell(text=text, css=css, title=title)


def _in_doubt(row: ClassRow, columns: Sequence[Column]) -> str:
    """The columns of a file whose figures are in doubt."""
    doubted = {key for key, best in row.figures.best.items() if best.first.doubt}
    return " ".join(
        column.export
        for column in columns
        if PER_PRICE.get(column.key, column.key) in doubted
    )


def doubt_word(best: BestFigure) -> str:
    words = {
        Doubt.REGIME: _("where its data was read from is in doubt"),
        Doubt.FIGURE: _("the figure is in doubt"),
    }
    return words[Doubt(best.doubt)] if best.doubt else ""


def evidence(best: BestFigure) -> str:
    """``MySQL 5.6, 512 threads, measured, 5 repeats``: how it came about."""
    parts = [best.engine_title, str(best.provenance.label)]
    if best.threads is not None:
        parts.insert(1, _("%(n)s threads") % {"n": f"{best.threads:,}"})
    if best.repeats:
        parts.append(_("%(count)d repeats") % {"count": best.repeats.count})
    return ", ".join(parts)


def _printed(column: Column, value: object) -> tuple[str, str]:
    """As it is read, and exactly where that says less."""
    if value is None:
        return DASH, ""
    if column.key == "engine":
        return ENGINES[str(value)].label, ""
    if isinstance(value, int | float):
        prints = {"memory": _plainly, "per_vcpu": _plainly, "price": price}
        text = prints.get(column.key, figure)(value)
        return text, "" if text == exact(value) else exact(value)
    short = short_storage(str(value))
    return short, "" if short == value else str(value)


def _plainly(value: float) -> str:
    return f"{value:g}"


def _value(row: ClassRow, key: str) -> object:
    """Exactly; None where it is not known."""
    if key in _OF_THE_CLASS:
        value = _OF_THE_CLASS[key](row.instance_class)
        return None if value == "" else value
    return row.number(key)


_OF_THE_CLASS: Mapping[str, Callable[[InstanceClass], object]] = {
    "provider": lambda size: size.provider.name,
    "engine": lambda size: size.engine,
    "family": lambda size: size.family,
    "edition": lambda size: size.edition,
    "vcpu": lambda size: size.vcpus,
    "memory": lambda size: size.memory_gb,
    "per_vcpu": lambda size: size.memory_gb / size.vcpus if size.vcpus else None,
    "storage": lambda size: size.storage_gb,
    "storage_type": lambda size: size.storage_type,
    "iops": lambda size: size.iops,
    "connections": lambda size: size.max_connections,
    "records": lambda size: size.max_records,
}
