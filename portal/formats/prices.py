"""How prices are printed."""

from decimal import Decimal

from portal.formats.figures import DASH


def amount(value: Decimal) -> str:
    """All its digits, for readers: ``3,330``, ``0.0731``."""
    return f"{value.normalize():,f}"


def price(value: float | None) -> str:
    """Three digits that count: ``1.28``, ``0.0459``, ``1,240``; a dash for none."""
    if value is None:
        return DASH
    if value >= 100:
        return f"{value:,.0f}"
    return f"{Decimal(f'{value:.3g}'):f}"
