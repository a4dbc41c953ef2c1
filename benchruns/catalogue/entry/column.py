"""One thing that staff state of a row of the catalogue, and its rule.

A rule takes a text and returns the value, or raises ValueError with a sentence that
says what to write instead.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _

SEPARATOR = ";"  # between the regions of a cell


class Kind(StrEnum):
    TEXT = "text"
    WHOLE = "whole"
    NUMBER = "number"
    DAY = "day"
    LIST = "list"


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """``read`` is its rule. What is not ``of_paper`` can be stated of a class that a
    paper states, too."""

    name: str
    label: str | Promise
    read: Callable[[str], Any]  # what a rule makes of a text differs
    kind: Kind = Kind.TEXT
    help: str | Promise = ""
    written: str | Promise = ""  # in a file, where the label leaves that open
    is_required: bool = False
    of_paper: bool = True

    @property
    def in_files(self) -> str:
        """How a file writes it; empty where its label says enough."""
        return "2026-01-31" if self.kind is Kind.DAY else str(self.written)

    @property
    def empty(self) -> Any:
        """What stands where nothing is stated."""
        if self.kind is Kind.LIST:
            return []
        return "" if self.kind is Kind.TEXT else None

    def value_of(self, text: str) -> Any:
        """ValueError with what to write instead."""
        text = text.strip()
        if text:
            return self.read(text)
        if self.is_required:
            raise ValueError(_("This may not be empty."))
        return self.empty


def text_of(value: object) -> str:
    """A value as people and files write it, so that its rule reads it again."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.15g}"
    if isinstance(value, list | tuple):
        return f"{SEPARATOR} ".join(map(str, value))
    return value.isoformat() if isinstance(value, date) else str(value)


def by_name(columns: Sequence[Column]) -> Mapping[str, Column]:
    return {column.name: column for column in columns}
