"""Sizes, times and changes as Benchbook says them: 1 GB is 2^30 bytes, of data as of memory.

Classes are sold with memory in that unit, so that data over memory compares like
with like.
"""

from decimal import Decimal

from django.utils.translation import gettext as _

GB = 2**30
_SMALLER = (("MB", 2**20), ("kB", 2**10))
_LEAST_IN_GB = 0.1
MINUS = "−"
TIMES = 3  # so many times as much reads better thus than in percent


def size_text(vcpus: int | None, memory_gb: float | None) -> str:
    """``4 vCPU, 16 GB``, as far as it is known."""
    parts = []
    if vcpus:
        parts.append(_("%(count)d vCPU") % {"count": vcpus})
    if memory_gb:
        parts.append(memory_text(memory_gb))
    return ", ".join(parts)


def memory_text(memory_gb: float) -> str:
    return _("%(memory)s GB") % {"memory": f"{memory_gb:g}"}


def data_text(size: float, *, digits: int | None = None) -> str:
    """``1,234 GB``, ``0.46 GB``; less than a tenth of that in MB or kB: ``24.5 MB``.

    ``digits`` are how many of them count; three and all whole ones unless given.
    """
    unit, one = "GB", GB
    for smaller in _SMALLER:
        if size >= _LEAST_IN_GB * one:
            break
        unit, one = smaller
    amount = size / one
    if digits is None and amount >= 1000:
        return f"{amount:,.0f} {unit}"
    return f"{Decimal(f'{amount:.{digits or 3}g}'):,f} {unit}"


def percent_text(share: float, *, digits: int = 0) -> str:
    """``42 %`` of a share of 0.42: the one way in which Benchbook writes percent."""
    return f"{100 * share:.{digits}f} %"


def change_text(percent: float, *, is_doubted: bool = False) -> str:
    """``+86.5 %``, ``−33.4 %`` with a true minus sign, ``0.0 %``; ``13.3 times``."""
    size = change_size(percent, is_doubted=is_doubted)
    if is_in_times(percent) or not is_change(percent, is_doubted=is_doubted):
        return size
    return f"{'+' if percent > 0 else MINUS}{size}"


def change_size(percent: float, *, is_doubted: bool = False) -> str:
    """``86.5 %``, ``13.3 times``: the change from one figure to another without its sign.

    What is in doubt, of either of them, is told in whole percent; times are coarser as
    they are.
    """
    if is_in_times(percent):
        times = round(1 + percent / 100, 6)
        digits = 0 if times >= 100 or times == int(times) else 1
        return _("%(times)s times") % {"times": f"{times:,.{digits}f}"}
    return f"{abs(percent):,.{_digits(is_doubted=is_doubted)}f} %"


def is_in_times(percent: float) -> bool:
    return round(percent, 1) >= 100 * (TIMES - 1)


def is_change(percent: float, *, is_doubted: bool = False) -> bool:
    """Whether it is told as one, or is rounded to none."""
    return round(percent, _digits(is_doubted=is_doubted)) != 0


def _digits(*, is_doubted: bool) -> int:
    return 0 if is_doubted else 1


def duration_text(seconds: int) -> str:
    """``60 s``, ``20 min``: as papers state it."""
    if seconds >= 600 and seconds % 60 == 0:
        return _("%(minutes)s min") % {"minutes": seconds // 60}
    return _("%(seconds)s s") % {"seconds": seconds}
