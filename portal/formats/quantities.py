"""Ratios, sizes, times and durations as people read them."""

from decimal import Decimal

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from portal.formats.figures import DASH

UNITS = ("B", "kB", "MB", "GB", "TB", "PB")


def fixed(value: float | None, digits: int = 2) -> str:
    """A ratio or a short time with a fixed number of digits."""
    return DASH if value is None else _number(value, digits)


def share_of(ratio: float | None, whole: str) -> str:
    """``1.24 × the buffer``; a small share in percent: ``0.2 % of the buffer``."""
    if ratio is None:
        return DASH
    if ratio >= 0.1:
        words = {"ratio": _number(ratio, 2), "whole": whole}
        return _("%(ratio)s × %(whole)s") % words
    share = f"{ratio * 100:.2g}" if ratio >= 0.0001 else "< 0.01"
    return _("%(share)s %% of %(whole)s") % {"share": share, "whole": whole}


def size(value: float | None) -> str:
    """Bytes in the unit that reads best: ``128 MB`` (binary thousands)."""
    if value is None:
        return DASH
    step = 0
    while value >= 1024 and step < len(UNITS) - 1:
        value, step = value / 1024, step + 1
    digits = 0 if value >= 10 or value == int(value) else 1
    return f"{_number(value, digits)} {UNITS[step]}"


def unlocalized(value: float | None) -> str:
    """A number as attributes take it: no separators, a dot."""
    return "" if value is None else f"{value:.3f}"


def clock(seconds: float | None) -> str:
    """``0:41``, ``12:05``, ``3:20:00``."""
    if seconds is None:
        return DASH
    if 0 < seconds < 0.5:
        return _("under 1 s")
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}:{minutes:02}:{rest:02}"
    return f"{minutes}:{rest:02}"


def lasting(seconds: float | None) -> str:
    """A duration in words: ``2 min 49 s``, ``3 d 1 h``."""
    if seconds is None:
        return DASH
    if 0 < seconds < 0.5:
        return _("under 1 s")
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    parts = [
        (days, _("%(number)d d")),
        (hours, _("%(number)d h")),
        (minutes, _("%(number)d min")),
        (rest, _("%(number)d s")),
    ]
    told = [text % {"number": number} for number, text in parts if number]
    return " ".join(told[:2]) or _("0 s")


def signed_second(second: int | None) -> str:
    """A second of the run's own time, with a true minus sign: ``−30 s``."""
    if second is None:
        return ""
    return f"{'−' if second < 0 else ''}{_number(abs(second), 0)} s"


def _number(value: float, digits: int) -> str:
    """Rounded before Django formats it: that cuts digits off."""
    rounded = Decimal(f"{value:.{digits}f}")
    return number_format(
        rounded, decimal_pos=digits, use_l10n=True, force_grouping=True
    )
