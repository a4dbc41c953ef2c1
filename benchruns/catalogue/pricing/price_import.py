"""What a file of prices would change, and the change: all of it or nothing."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.contrib.auth.models import User
from django.db import transaction

from benchruns.audit.record import record
from benchruns.catalogue.pricing import file as price_file
from benchruns.catalogue.pricing.lines import Key, PriceLine
from benchruns.catalogue.table_plan import PlanChanged, TablePlan
from benchruns.models import InstanceClass, Price
from benchruns.vocabulary import AuditAction

# Amount, unit and source: what a file says anew of a price that is there.
Facts = tuple[Decimal, str, str]
BATCH = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A price that is there and that the file states otherwise."""

    line: PriceLine
    before: Facts


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportPlan(TablePlan):
    """Of prices."""

    added: Sequence[PriceLine]
    changed: Sequence[Change]

    @property
    def digest(self) -> str:
        told = hashlib.sha256()
        for line in self.added:
            told.update(repr(("added", line.key, _facts(line))).encode())
        for change in self.changed:
            facts = (change.before, _facts(change.line))
            told.update(repr(("changed", change.line.key, facts)).encode())
        return told.hexdigest()


def plan_import(content: bytes) -> ImportPlan:
    """TableError where the file cannot be imported."""
    return _plan(price_file.read(content))


def import_prices(
    content: bytes, *, user: User | None, agreed: str | None = None
) -> ImportPlan:
    """Store the file's prices; returns what was done.

    With ``agreed``, the digest of a plan, PlanChanged is raised where it would do
    anything else. TableError where the file cannot be imported.
    """
    lines = price_file.read(content)
    with transaction.atomic():
        _lock_classes(lines)
        plan = _plan(lines)
        if agreed is not None and plan.digest != agreed:
            raise PlanChanged(plan)
        _store(plan, user)
        if plan.added or plan.changed:
            record(
                AuditAction.PRICES_IMPORTED,
                by=user,
                added=len(plan.added),
                changed=len(plan.changed),
            )
    return plan


def _lock_classes(lines: Sequence[PriceLine]) -> None:
    """Imports of the same classes take turns, so that a plan holds until it is stored.

    In one order, so that none waits for another crosswise; new results and single
    prices of the classes need not wait.
    """
    classes = InstanceClass.objects.filter(pk__in={line.key[0] for line in lines})
    list(classes.order_by("pk").select_for_update(no_key=True).values_list("pk"))


def _plan(lines: Sequence[PriceLine]) -> ImportPlan:
    there = _stored(lines)
    added = [line for line in lines if line.key not in there]
    changed = [
        Change(line=line, before=there[line.key])
        for line in lines
        if line.key in there and there[line.key] != _facts(line)
    ]
    return ImportPlan(
        added=added,
        changed=changed,
        unchanged=len(lines) - len(added) - len(changed),
    )


def _stored(lines: Sequence[PriceLine]) -> Mapping[Key, Facts]:
    days = [line.key[-1] for line in lines]
    rows = Price.objects.filter(
        priced_on__gte=min(days), priced_on__lte=max(days)
    ).values_list(
        "instance_class_id",
        "region",
        "term",
        "currency",
        "priced_on",
        "amount",
        "unit",
        "source",
    )
    return {row[:5]: row[5:] for row in rows.order_by()}


def _facts(line: PriceLine) -> Facts:
    return line.amount, line.unit, line.source


def _store(plan: ImportPlan, user: User | None) -> None:
    """A price that is stated otherwise is from now on this user's statement."""
    lines = [*plan.added, *(change.line for change in plan.changed)]
    Price.objects.bulk_create(
        [_price(line, user) for line in lines],
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["instance_class", "region", "term", "currency", "priced_on"],
        update_fields=["amount", "unit", "source", "entered_by", "created_at"],
    )


def _price(line: PriceLine, user: User | None) -> Price:
    class_id, region, term, currency, priced_on = line.key
    return Price(
        instance_class_id=class_id,
        region=region,
        term=term,
        currency=currency,
        priced_on=priced_on,
        amount=line.amount,
        unit=line.unit,
        source=line.source,
        entered_by=user,
    )
