"""What a file of providers or classes would change, line by line."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchruns.catalogue.entry import columns
from benchruns.catalogue.entry.column import by_name, text_of
from benchruns.catalogue.entry.known import Key
from benchruns.catalogue.table_plan import TablePlan
from benchruns.vocabulary import CatalogueKind

# What a preview has a column for.
_SHOWN = frozenset(
    {"slug", "name", "provider", "engine", "code", "vcpus", "memory_gb"}
    | {"source_text", "stated_on"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One row of a file; ``before`` has what it states otherwise, of a row that is there."""

    number: int
    key: Key
    values: Mapping[str, Any]
    before: Mapping[str, Any] | None = None

    @property
    def stated(self) -> list[tuple[str, str, str]]:
        """Label, nothing and text of what it states beside its name, size and source."""
        known = by_name((*columns.PROVIDER, *columns.CLASS))
        return [
            (str(known[name].label), "", text)
            for name, value in self.values.items()
            if name not in _SHOWN and (text := text_of(value))
        ]

    @property
    def differences(self) -> list[tuple[str, str, str]]:
        """Label, before and after of what it changes."""
        known = by_name((*columns.PROVIDER, *columns.CLASS))
        return [
            (
                str(known[name].label),
                text_of(was),
                text_of(self.values[name]),
            )
            for name, was in (self.before or {}).items()
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPlan(TablePlan):
    """Of providers or classes."""

    kind: CatalogueKind
    added: Sequence[Line]
    changed: Sequence[Line]

    @property
    def digest(self) -> str:
        lines = [(line.key, line.values, line.before) for line in self.added]
        lines += [(line.key, line.values, line.before) for line in self.changed]
        return hashlib.sha256(repr((self.kind.value, lines)).encode()).hexdigest()
