"""Numbers, as ``portal.formats.figures`` prints them."""

from django import template

from benchruns.figures.metrics import SPEEDS
from portal.formats import figures

register = template.Library()

for printed in (
    figures.figure,
    figures.exact,
    figures.ratio,
    figures.size_gb,
    figures.millions,
    figures.memory,
):
    register.filter(printed)


@register.filter
def is_speed(name: str) -> bool:
    """Throughput of the whole load, by the name of its metric."""
    return name in SPEEDS


@register.filter
def as_stated(value: float | None, formula: str) -> str:
    """All digits of what was printed or measured; what was derived has no more than it."""
    return figures.figure(value) if formula else figures.exact(value)
