"""One line of a file of prices: how it is read, how it is written."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from benchruns.catalogue.csv_table import Fault, named
from benchruns.catalogue.pricing import rules as price_rules
from benchruns.engines import ENGINES
from benchruns.models import InstanceClass, Price

COLUMNS = (
    "provider",
    "engine",
    "class",
    "region",
    "term",
    "currency",
    "amount",
    "unit",
    "priced_on",
    "source",
)
RULES: Mapping[str, Callable[[str], Any]] = {  # what a rule makes of a text differs
    "region": price_rules.clean_region,
    "term": price_rules.clean_term,
    "currency": price_rules.clean_currency,
    "amount": price_rules.clean_amount,
    "unit": price_rules.clean_unit,
    "priced_on": price_rules.clean_day,
    "source": price_rules.clean_source,
}
MOST_LISTED = 10  # names that an error lists

# Class, region, term, currency and day: what a price is told apart by.
Key = tuple[UUID, str, str, str, date]
ClassName = tuple[str, str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceLine:
    """One price of a file; ``name`` is provider, engine and code of its class."""

    number: int
    name: ClassName
    key: Key
    amount: Decimal
    unit: str
    source: str

    @property
    def region(self) -> str:
        return self.key[1]

    @property
    def term(self) -> str:
        return self.key[2]

    @property
    def currency(self) -> str:
        return self.key[3]

    @property
    def priced_on(self) -> date:
        return self.key[4]


class LineReader:
    """Reads records one by one, and collects what is wrong with them."""

    def __init__(self) -> None:
        rows = InstanceClass.objects.order_by().values_list(
            "provider_id", "engine", "code", "pk"
        )
        self.classes: dict[ClassName, UUID] = {(p, e, c): pk for p, e, c, pk in rows}
        self.providers = sorted({provider for provider, _e, _c in self.classes})
        self.faults: list[Fault] = []

    def read(
        self, number: int, columns: Sequence[str], record: Sequence[str]
    ) -> PriceLine | None:
        """None where something is wrong with the line."""
        before = len(self.faults)
        try:
            cells = named(columns, record)
        except ValueError as error:
            self._fault(number, "", str(error))
            return None
        found = self._class_of(number, cells)
        values = {
            column: self._clean(number, column, cells[column]) for column in RULES
        }
        if found is None or len(self.faults) > before:
            return None
        return PriceLine(
            number=number,
            name=(cells["provider"], cells["engine"], cells["class"]),
            key=(
                found,
                values["region"],
                values["term"],
                values["currency"],
                values["priced_on"],
            ),
            amount=values["amount"],
            unit=values["unit"],
            source=values["source"],
        )

    def _class_of(self, number: int, cells: Mapping[str, str]) -> UUID | None:
        name = cells["provider"], cells["engine"], cells["class"]
        if name in self.classes:
            return self.classes[name]
        provider, engine, code = (part[:60] for part in name)
        if name[0] not in self.providers:
            known = ", ".join(self.providers[:MOST_LISTED]) or "–"
            reason = _("“%(word)s” is no provider with classes. Known: %(known)s.")
            self._fault(number, "provider", reason % {"word": provider, "known": known})
        elif name[1] not in ENGINES:
            known = ", ".join(ENGINES)
            reason = _("“%(word)s” is no engine. Known: %(known)s.")
            self._fault(number, "engine", reason % {"word": engine, "known": known})
        else:
            reason = _(
                "The catalogue has no class “%(code)s” of %(provider)s for %(engine)s; "
                "write its code as the catalogue does."
            )
            words = {"code": code, "provider": provider, "engine": engine}
            self._fault(number, "class", reason % words)
        return None

    def _clean(self, number: int, column: str, text: str) -> Any:  # as its rule returns
        try:
            return RULES[column](text)
        except ValueError as error:
            self._fault(number, column, str(error))
            return None

    def _fault(self, number: int, column: str, reason: str) -> None:
        self.faults.append(Fault(line=number, column=column, reason=reason))


def price_cells(price: Price) -> list[str]:
    """A price as a line of the file; its class must be loaded with it."""
    of = price.instance_class
    return [
        of.provider_id,
        of.engine,
        of.code,
        price.region,
        price.term,
        price.currency,
        amount_text(price.amount),
        price.unit,
        price.priced_on.isoformat(),
        price.source,
    ]


def amount_text(amount: Decimal) -> str:
    """All its digits and no zeros after them: ``0.52``, ``380``."""
    return f"{amount.normalize():f}"
