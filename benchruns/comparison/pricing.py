"""What compared classes cost, and what their figures are a unit of money."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from benchruns.comparison.lines import Line, plain_line
from benchruns.comparison.report import Comparison
from benchruns.metrics import Metric
from benchruns.models import InstanceClass
from benchruns.pricing import prices


def price_lines(comparison: Comparison, *, choice: prices.Choice) -> list[Line]:
    """Empty where no column has a price of that region, term and currency."""
    hourly = _hourly(comparison, choice)
    if all(price is None for price in hourly):
        return []
    metric = Metric(
        "price", _("Price"), f"{choice.currency} / h", higher_is_better=False
    )
    base = comparison.baseline
    return [
        plain_line("price", metric, hourly, baseline=base, has_best=True),
        *_speeds_a_price(comparison, hourly, choice),
    ]


def _hourly(comparison: Comparison, choice: prices.Choice) -> list[float | None]:
    ids = [
        next((r.instance_class_id for r in entry.results.values()), None)
        for entry in comparison.entries
    ]
    classes = InstanceClass.objects.filter(pk__in=[pk for pk in ids if pk])
    found: dict[object, float | None] = {
        each.pk: each.price  # type: ignore[attr-defined]  # an annotation
        for each in prices.with_prices(classes, choice)
    }
    return [found.get(pk) if pk else None for pk in ids]


def _speeds_a_price(
    comparison: Comparison, hourly: Sequence[float | None], choice: prices.Choice
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
                has_best=True,
            )
