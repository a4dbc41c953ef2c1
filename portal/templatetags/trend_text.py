"""What changed in a trend, as its page prints it."""

from django import template

from benchruns.models import Regression
from benchruns.trends.notice import percent_of
from benchruns.trends.trend import Shift
from portal.wording import trends as trend_wording

register = template.Library()

register.filter("change_text", trend_wording.change_text)
register.filter("evidence", trend_wording.evidence)


@register.filter
def change_of(regression: Regression) -> str:
    """Signed: "−12.3 %"."""
    is_doubted = bool(regression.doubt)
    return trend_wording.signed(percent_of(regression), is_doubted=is_doubted)


@register.filter
def level_change(shift: Shift) -> str:
    """Likewise, of a change of level; a dash where the one before is zero."""
    return trend_wording.signed(shift.percent, is_doubted=shift.is_doubted)
