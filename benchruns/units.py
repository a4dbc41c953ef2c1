"""Sizes and times as Benchbook says them: 1 GB is 2^30 bytes, of data as of memory.

Classes are sold with memory in that unit, so that data over memory compares like
with like.
"""

from django.utils.translation import gettext as _

GB = 2**30


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


def percent_text(share: float, *, digits: int = 0) -> str:
    """``42 %`` of a share of 0.42: the one way in which Benchbook writes percent."""
    return f"{100 * share:.{digits}f} %"


def duration_text(seconds: int) -> str:
    """``60 s``, ``20 min``: as papers state it."""
    if seconds >= 600 and seconds % 60 == 0:
        return _("%(minutes)s min") % {"minutes": seconds // 60}
    return _("%(seconds)s s") % {"seconds": seconds}
