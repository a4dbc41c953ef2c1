"""A price with what pages tell of it."""

from dataclasses import dataclass

from benchruns.catalogue.pricing import prices
from benchruns.models import Price


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceRow:
    """``age`` is in words."""

    price: Price
    per_hour: float
    age: str
    is_stale: bool


def price_row(price: Price) -> PriceRow:
    return PriceRow(
        price=price,
        per_hour=prices.hourly(price),
        age=prices.age_text(price.priced_on),
        is_stale=prices.is_stale(price.priced_on),
    )
