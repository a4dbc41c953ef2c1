"""How prices are printed."""

from datetime import date

from django import template

from benchruns.catalogue.pricing import prices
from benchruns.vocabulary import PriceUnit
from portal.formats import prices as formats

register = template.Library()

register.filter(formats.amount)
register.filter(formats.price)


@register.filter
def stale(priced_on: date | None) -> str:
    """Says of an old price that it is, and of which day; empty for others."""
    return prices.stale_text(priced_on)


@register.filter
def price_unit(unit: str) -> str:
    return str(PriceUnit(unit).label)
