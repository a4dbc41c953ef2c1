"""Numbers, as ``portal.formats.figures`` prints them."""

from django import template

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
