"""What changed in a trend, as its page prints it."""

from django import template

from benchruns.models import Regression
from benchruns.trends.notice import percent_of
from portal.wording import trends as trend_wording

register = template.Library()

register.filter("signed_percent", trend_wording.signed)
register.filter("change_text", trend_wording.change_text)
register.filter("evidence", trend_wording.evidence)


@register.filter
def change_of(regression: Regression) -> str:
    """Signed: "−12.3 %"."""
    return trend_wording.signed(percent_of(regression))
