"""A CSV file of providers or classes: what it would change, and the change, all or nothing."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from benchruns.catalogue import csv_table
from benchruns.catalogue.csv_table import Fault, TableError
from benchruns.catalogue.entry import columns, entries
from benchruns.catalogue.entry.column import Column
from benchruns.catalogue.entry.known import Classes, Key, Providers, lock_providers
from benchruns.catalogue.entry.plan import EntryPlan, Line
from benchruns.catalogue.table_plan import PlanChanged
from benchruns.errors import FieldError
from benchruns.models import CatalogueChange, InstanceClass, Provider
from benchruns.vocabulary import CatalogueKind

KEYS: Mapping[CatalogueKind, tuple[str, ...]] = {
    CatalogueKind.PROVIDER: ("slug",),
    CatalogueKind.INSTANCE_CLASS: columns.CLASS_KEY,
}
BATCH = 500


def plan_entries(kind: CatalogueKind, content: bytes) -> EntryPlan:
    """TableError where the file cannot be imported."""
    return _plan(kind, _lines(kind, content))


def import_entries(
    kind: CatalogueKind,
    content: bytes,
    *,
    user: User | None,
    agreed: str | None = None,
) -> EntryPlan:
    """Store the file; returns what was done.

    With ``agreed``, the digest of a plan, PlanChanged is raised where it would do
    anything else. TableError where the file cannot be imported.
    """
    lines = _lines(kind, content)
    try:
        with transaction.atomic():
            lock_providers(line.values.get("provider") or line.key[0] for line in lines)
            plan = _plan(kind, lines)
            if agreed is not None and plan.digest != agreed:
                raise PlanChanged(plan)
            _store(plan, user)
    except IntegrityError as error:  # somebody has entered a row of it meanwhile
        raise PlanChanged(_plan(kind, lines)) from error
    return plan


def _lines(kind: CatalogueKind, content: bytes) -> list[Line]:
    of = columns.OF_KIND[kind]
    needed = {column.name for column in of if column.is_required}
    names = [column.name for column in of]
    header, records = csv_table.read(
        content, names, optional=frozenset(names) - frozenset(needed)
    )
    faults: list[Fault] = []
    seen: dict[Key, int] = {}
    lines = []
    for number, cells in records:
        values = _values(of, header, cells, number, faults)
        if values is None:
            continue
        key = tuple(values[name] for name in KEYS[kind])
        # A row that differs in case alone would be the same one.
        first = seen.setdefault(tuple(part.casefold() for part in key), number)
        if first != number:
            reason = _("The same row stands in line %d; keep one of them.") % first
            faults.append(Fault(line=number, column="", reason=reason))
        lines.append(Line(number=number, key=key, values=values))
    if faults:
        faults += _refusals(kind, lines)
        raise TableError(sorted(faults, key=lambda fault: fault.line))
    return lines


def _refusals(kind: CatalogueKind, lines: Sequence[Line]) -> list[Fault]:
    """What the catalogue says against lines, so that a file is put right in one go."""
    rows = _Catalogue(kind, lines)
    found = []
    for line in lines:
        try:
            rows.checked(line)
        except FieldError as error:
            found.append(_refusal(line, error))
    return found


def _refusal(line: Line, error: FieldError) -> Fault:
    return Fault(line=line.number, column=error.field, reason=error.message)


def _values(
    of: Sequence[Column],
    header: Sequence[str],
    cells: Sequence[str],
    number: int,
    faults: list[Fault],
) -> dict[str, Any] | None:
    """None where something is wrong with the line; only what the file has a column for."""
    before = len(faults)
    try:
        texts = csv_table.named(header, cells)
    except ValueError as error:
        faults.append(Fault(line=number, column="", reason=str(error)))
        return None
    values = {}
    for column in of:
        if column.name not in texts:
            continue
        try:
            values[column.name] = column.value_of(texts[column.name])
        except ValueError as error:
            faults.append(Fault(line=number, column=column.name, reason=str(error)))
    return values if len(faults) == before else None


def _plan(kind: CatalogueKind, lines: Sequence[Line]) -> EntryPlan:
    """TableError with each line that the catalogue refuses."""
    rows = _Catalogue(kind, lines)
    faults: list[Fault] = []
    added, changed, unchanged = [], [], 0
    for line in lines:
        try:
            row = rows.checked(line)
        except FieldError as error:
            faults.append(_refusal(line, error))
            continue
        if row is None:
            added.append(line)
        elif before := _before(row, line):
            changed.append(
                Line(
                    number=line.number, key=line.key, values=line.values, before=before
                )
            )
        else:
            unchanged += 1
    if faults:
        raise TableError(faults)
    return EntryPlan(kind=kind, added=added, changed=changed, unchanged=unchanged)


def _before(row: Provider | InstanceClass, line: Line) -> dict[str, Any]:
    """What the line states otherwise: a column that its file lacks stays as it is."""
    stored = entries.stored_values(row, columns.OF_KIND[_kind_of(row)])
    return {n: stored[n] for n, value in line.values.items() if stored[n] != value}


def _kind_of(row: Provider | InstanceClass) -> CatalogueKind:
    if isinstance(row, Provider):
        return CatalogueKind.PROVIDER
    return CatalogueKind.INSTANCE_CLASS


class _Catalogue:
    """What is there, as far as the lines of a file ask."""

    def __init__(self, kind: CatalogueKind, lines: Sequence[Line]) -> None:
        self.kind = kind
        self.providers = Providers.all()
        slugs = {line.values.get("provider", "") for line in lines}
        self.classes = Classes.of(slugs)

    def row_of(self, line: Line) -> Provider | InstanceClass | None:
        if self.kind is CatalogueKind.PROVIDER:
            return self.providers.rows.get(line.key[0])
        return self.classes.rows.get(line.key)

    def checked(self, line: Line) -> Provider | InstanceClass | None:
        """The row that the line changes, None for a new one; FieldError."""
        row = self.row_of(line)
        if isinstance(row, Provider) or self.kind is CatalogueKind.PROVIDER:
            self._check_provider(row, line)
            return row
        self.providers.check_there(line.values["provider"])
        stored = entries.stored_values(row, columns.CLASS) if row else {}
        entries.check_burst({**stored, **line.values})
        if row is None:
            self.classes.check_new(line.values)
        else:
            self.classes.check_own(row)
        return row

    def _check_provider(self, row: object, line: Line) -> None:
        if row is None:
            self.providers.check_new(line.values)
        else:
            self.providers.check_own(line.key[0])


def _store(plan: EntryPlan, user: User | None) -> None:
    lines = [*plan.added, *plan.changed]
    rows = _Catalogue(plan.kind, lines)
    changes = [
        entries.store_line(rows.row_of(line), line.values, user=user, kind=plan.kind)
        for line in lines
    ]
    CatalogueChange.objects.bulk_create(changes, batch_size=BATCH)
