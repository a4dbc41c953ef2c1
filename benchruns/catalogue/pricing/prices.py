"""Prices of classes: which one counts, what it is an hour, and how old it is.

A price is never converted from one currency to another, nor guessed from another region
or term: a reader chooses all three, and a class without such a price has none.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Self

from django.conf import settings
from django.db.models import (
    Case,
    Count,
    Exists,
    FloatField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    When,
)
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from benchruns.models import InstanceClass, Price
from benchruns.vocabulary import PriceUnit

# 365 days of 24 hours over 12: the month that cloud price lists reckon with.
HOURS_A_MONTH = 730
DAYS_A_MONTH = 30.44
SEPARATOR = "/"
_AMOUNT = Cast("amount", FloatField())
PER_HOUR = Case(
    When(unit=PriceUnit.MONTH, then=_AMOUNT / float(HOURS_A_MONTH)), default=_AMOUNT
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """In which of its prices a reader wants to see a class.

    ``class_count`` is how many classes have such a price; 0 where nobody counted.
    """

    region: str
    term: str
    currency: str
    class_count: int = field(default=0, compare=False)

    @property
    def key(self) -> str:
        """``USD/eu-west-1/on-demand``, as addresses carry it."""
        return SEPARATOR.join((self.currency, self.region, self.term))

    @property
    def label(self) -> str:
        return ", ".join((self.currency, self.region, self.term))

    @classmethod
    def read(cls, key: str) -> Self:
        """ValueError where the text is no key; whether it has prices is not asked."""
        parts = key.split(SEPARATOR, 2)
        if len(parts) != 3 or not all(parts):
            raise ValueError(
                _("Write a price as currency/region/term, USD/eu-west-1/on-demand say.")
            )
        currency, region, term = parts
        return cls(region=region, term=term, currency=currency)


def choices(*, engine: str = "", provider: str = "") -> Sequence[Choice]:
    """Each region, term and currency that has prices, those of most classes first.

    An engine or a provider narrows the classes.
    """
    sold = Price.objects.order_by()
    if engine:
        sold = sold.filter(instance_class__engine=engine)
    if provider:
        sold = sold.filter(instance_class__provider=provider)
    rows = sold.values("region", "term", "currency").annotate(
        class_count=Count("instance_class", distinct=True)
    )
    found = [Choice(**row) for row in rows]
    return sorted(found, key=lambda choice: (-choice.class_count, choice.key))


def with_prices(
    classes: QuerySet[InstanceClass], choice: Choice
) -> QuerySet[InstanceClass]:
    """Each class with ``price`` (an hour, in the choice's currency) and ``priced_on``.

    Both are None where the class has no price of that region, term and currency.
    """
    newest = _of(choice).filter(instance_class=OuterRef("pk")).order_by("-priced_on")
    return classes.annotate(
        price=Subquery(newest.annotate(per_hour=PER_HOUR).values("per_hour")[:1]),
        priced_on=Subquery(newest.values("priced_on")[:1]),
    )


def current() -> QuerySet[Price]:
    """The newest price of each class, region, term and currency."""
    return marked().filter(Q(is_current=True)).order_by("currency", "region", "term")


def marked() -> QuerySet[Price]:
    """Every price with ``is_current``: no newer one stands in its place."""
    newer = Price.objects.filter(
        instance_class=OuterRef("instance_class"),
        region=OuterRef("region"),
        term=OuterRef("term"),
        currency=OuterRef("currency"),
        priced_on__gt=OuterRef("priced_on"),
    )
    return Price.objects.annotate(is_current=~Exists(newer))


def last_fresh_day(*, today: date | None = None) -> date:
    """A price that was read before this day is stale."""
    return (today or timezone.now().date()) - timedelta(days=settings.PRICE_STALE_DAYS)


def current_of(instance_class: InstanceClass) -> Sequence[Price]:
    return list(current().filter(instance_class=instance_class))


def hourly(price: Price) -> float:
    """What it is an hour; a month has 730 hours."""
    amount = float(price.amount)
    return amount / HOURS_A_MONTH if price.unit == PriceUnit.MONTH else amount


def figure_per_price(figure: float | None, price: float | None) -> float | None:
    """Best figure ÷ price an hour, in one currency; None where either is not known."""
    if figure is None or not price:
        return None
    return figure / price


def is_stale(priced_on: date, *, today: date | None = None) -> bool:
    return priced_on < last_fresh_day(today=today)


def stale_text(priced_on: date | None, *, today: date | None = None) -> str:
    """``stale: 2026-01-31``; empty for a price that is fresh, or is not there."""
    if priced_on is None or not is_stale(priced_on, today=today):
        return ""
    return _("stale: %(day)s") % {"day": priced_on.isoformat()}


def age_text(priced_on: date, *, today: date | None = None) -> str:
    """``9 days old``, ``8 months old``: whole units, rounded down."""
    days = max(0, _age(priced_on, today))
    if days < 2 * DAYS_A_MONTH:
        return ngettext("%(n)d day old", "%(n)d days old", days) % {"n": days}
    months = int(days / DAYS_A_MONTH)
    if months < 24:
        return _("%(n)d months old") % {"n": months}
    return _("%(n)d years old") % {"n": months // 12}


def _age(priced_on: date, today: date | None) -> int:
    return ((today or timezone.now().date()) - priced_on).days


def _of(choice: Choice) -> QuerySet[Price]:
    return Price.objects.filter(
        region=choice.region, term=choice.term, currency=choice.currency
    )
