"""Times, durations and sizes of runs, as ``portal.formats.quantities`` prints them."""

from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from portal.formats import quantities
from portal.formats.figures import DASH

register = template.Library()

for printed in (
    quantities.fixed,
    quantities.share_of,
    quantities.size,
    quantities.unlocalized,
    quantities.clock,
    quantities.lasting,
    quantities.signed_second,
):
    register.filter(printed)


@register.simple_tag
def moment(at: datetime | None, style: str = "") -> SafeString | str:
    """A time that the browser turns to its own zone; UTC where it does not.

    ``style`` is ``clock`` for the time of day alone, ``ago`` for a distance, ``day`` for
    a day whose hour nobody stated, and ``lasting`` for how long it has lasted since,
    which the browser leaves.
    """
    if at is None:
        return DASH
    utc = timezone.localtime(at, timezone.get_fixed_timezone(0))
    if style == "day":
        return format_html(
            '<time datetime="{0}" data-time="day">{0}</time>', utc.date()
        )
    if style == "lasting":
        shown = _lasted_since(at)
    else:
        written = "%H:%M:%S" if style == "clock" else "%Y-%m-%d %H:%M"
        shown = f"{utc:{written}} UTC"
    return format_html(
        '<time datetime="{}" data-time="{}" title="{} UTC">{}</time>',
        utc.isoformat(timespec="milliseconds"),
        style or "full",
        f"{utc:%Y-%m-%d %H:%M:%S}",
        shown,
    )


def _lasted_since(at: datetime) -> str:
    """``21 s``, ``3 h 5 min``."""
    return quantities.lasting(max(0, (timezone.now() - at).total_seconds()))
