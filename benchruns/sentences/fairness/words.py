"""How sentences of a comparison write loads and amounts."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from benchruns.vocabulary import Variant


def count(value: float) -> str:
    """With thousands separators, three digits after the point at most."""
    return f"{value:,.3f}".rstrip("0").rstrip(".")


def mix(reads: float, writes: float) -> str:
    """``14 reads and 4 writes``; statements are sent whole."""
    reads, writes = round(reads), round(writes)
    return _("%(reads)s and %(writes)s") % {
        "reads": ngettext("%d read", "%d reads", reads) % reads,
        "writes": ngettext("%d write", "%d writes", writes) % writes,
    }


def variant(name: str | None, rate: float | None) -> str:
    """How a load was offered, other than by its workload alone."""
    parts = []
    if name and name != Variant.RATE_LIMITED:
        parts.append(str(Variant(name).label))
    if rate is not None:
        parts.append(_("limited to %(rate)s TPS") % {"rate": count(rate)})
    elif name == Variant.RATE_LIMITED:
        parts.append(str(Variant.RATE_LIMITED.label))
    return ", ".join(parts) or _("as the workload is")
