"""Cells of tables that are printed from one list of columns."""

from collections.abc import Callable
from typing import Protocol

from django import template

from benchruns.results.row import Row

register = template.Library()


class Column(Protocol):
    @property
    def text(self) -> Callable[[Row], str]: ...

    @property
    def title(self) -> Callable[[Row], str] | None: ...


@register.filter
def cell_text(column: Column, row: Row) -> str:
    return column.text(row)


@register.filter
def cell_title(column: Column, row: Row) -> str:
    """What a cell says behind its text; empty where nothing is."""
    return column.title(row) if column.title else ""
