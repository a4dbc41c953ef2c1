"""Numbers, as ``portal.formats.figures`` prints them."""

from django import template

from benchruns import units
from benchruns.figures.metrics import STATED
from portal.formats import figures

register = template.Library()

for printed in (
    figures.figure,
    figures.exact,
    figures.ratio,
    figures.size_gb,
    figures.millions,
    figures.memory,
    units.data_text,
):
    register.filter(printed)


@register.filter
def is_measured(name: str) -> bool:
    """Whether a doubt about its row is one about the figure of this name, too."""
    return name not in STATED


@register.filter
def as_stated(value: float | None, formula: str) -> str:
    """All digits of what was printed or measured; what was derived has no more than it."""
    return figures.figure(value) if formula else figures.exact(value)
