"""How prices are printed."""

from datetime import date
from decimal import Decimal

from django import template

from benchruns.catalogue.pricing import prices
from benchruns.vocabulary import PriceUnit
from portal.templatetags.figures import DASH

register = template.Library()


@register.filter
def amount(value: Decimal) -> str:
    """All its digits, for readers: ``3,330``, ``0.0731``."""
    return f"{value.normalize():,f}"


@register.filter
def price(value: float | None) -> str:
    """Three digits that count: ``1.28``, ``0.0459``, ``1,240``; a dash for none."""
    if value is None:
        return DASH
    if value >= 100:
        return f"{value:,.0f}"
    return f"{Decimal(f'{value:.3g}'):f}"


@register.filter
def stale(priced_on: date | None) -> str:
    """Says of an old price that it is, and of which day; empty for others."""
    return prices.stale_text(priced_on)


@register.filter
def price_unit(unit: str) -> str:
    return str(PriceUnit(unit).label)
