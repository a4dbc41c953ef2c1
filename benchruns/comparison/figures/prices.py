"""What compared classes cost, and what their figures are a unit of money."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Q
from django.utils.translation import gettext as _

from benchruns.catalogue.pricing import prices
from benchruns.comparison.figures.lines import Line, plain_line
from benchruns.comparison.report import Comparison
from benchruns.figures.metrics import Metric
from benchruns.models import InstanceClass
from benchruns.names.class_words import ClassKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """``priced_on`` has the day of each column's price, None where it has none."""

    lines: Sequence[Line] = ()
    priced_on: Sequence[date | None] = ()


def prices_of(comparison: Comparison, *, choice: prices.Choice) -> Prices:
    """Empty where no column has a price of that region, term and currency.

    Beside a stale price nothing is best: it may not hold any more.
    """
    found = _of_classes(comparison, choice)
    known = [
        found.get(entry.class_key) if entry.class_key else None
        for entry in comparison.entries
    ]
    if not any(known):
        return Prices()
    hourly = [price[0] if price else None for price in known]
    metric = Metric(
        "price", _("Price"), f"{choice.currency} / h", higher_is_better=False
    )
    base = comparison.baseline
    fresh = not any(prices.is_stale(price[1]) for price in known if price)
    return Prices(
        lines=[
            plain_line("price", metric, hourly, baseline=base, has_best=fresh),
            *_speeds_a_price(comparison, hourly, choice, has_best=fresh),
        ],
        priced_on=[price[1] if price else None for price in known],
    )


def _of_classes(
    comparison: Comparison, choice: prices.Choice
) -> dict[ClassKey, tuple[float, date]]:
    """What each class is an hour and the day of its price, tested or not; one query."""
    keys = {entry.class_key for entry in comparison.entries if entry.class_key}
    wanted = Q(pk__in=[])
    for key in keys:
        wanted |= Q(provider_id=key.provider, engine=key.engine, code=key.code)
    classes = prices.with_prices(InstanceClass.objects.filter(wanted), choice)
    rows = classes.values_list(
        "provider_id",
        "engine",
        "code",
        "price",  # type: ignore[misc]  # an annotation
        "priced_on",
    )
    return {
        ClassKey(provider=provider, engine=engine, code=code): (price, priced_on)
        for provider, engine, code, price, priced_on in rows
        if price is not None
    }


def _speeds_a_price(
    comparison: Comparison,
    hourly: Sequence[float | None],
    choice: prices.Choice,
    *,
    has_best: bool,
) -> Iterator[Line]:
    for group in comparison.groups:
        line = group.main
        if line is None:
            continue
        values = [
            None if cell.is_refused else prices.figure_per_price(cell.value, price)
            for cell, price in zip(line.cells, hourly, strict=True)
        ]
        if any(value is not None for value in values):
            unit = f"{line.metric.unit} / {choice.currency} / h"
            metric = Metric(line.key, group.label or line.label, unit)
            yield plain_line(
                f"{line.key}_a_price-{group.key}",
                metric,
                values,
                baseline=comparison.baseline,
                formula=_("figure / price an hour"),
                has_best=has_best,
                doubted=[cell.doubted for cell in line.cells],
            )
