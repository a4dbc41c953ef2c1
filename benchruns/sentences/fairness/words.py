"""How sentences of a comparison write names, values and amounts."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from benchruns.comparison.fairness.context import Context
from benchruns.engines.setting_values import size_rounded
from benchruns.vocabulary import LIMITED, WITHOUT_TRANSACTIONS, Variant, variant_of

MOST_NAMES = 3  # named in a sentence; the others are counted
MOST_VALUES = 4


def listed(names: Sequence[str]) -> str:
    """``A, B, C and 4 more``."""
    shown = list(names[:MOST_NAMES])
    if len(names) > MOST_NAMES:
        more = _("%(count)d more") % {"count": len(names) - MOST_NAMES}
        return _("%(names)s and %(last)s") % {"names": ", ".join(shown), "last": more}
    if len(shown) > 1:
        return _("%(names)s and %(last)s") % {
            "names": ", ".join(shown[:-1]),
            "last": shown[-1],
        }
    return "".join(shown)


def values_text(told: Mapping[str, str], names: Mapping[str, str]) -> str:
    """``8 vCPU (A) against 16 vCPU (B and C)``; what is told of each, by its id."""
    holders: dict[str, list[str]] = {}
    for key, value in told.items():
        holders.setdefault(value, []).append(names[key])
    parts = [
        _("%(value)s (%(names)s)") % {"value": value, "names": listed(named)}
        for value, named in holders.items()
    ]
    if len(parts) > MOST_VALUES:
        more = len(parts) - MOST_VALUES + 1
        others = ngettext("%d other value", "%d other values", more) % more
        parts = [*parts[: MOST_VALUES - 1], others]
    return _(" against ").join(parts)


def count(value: float) -> str:
    """With thousands separators, three digits after the point at most."""
    return f"{value:,.3f}".rstrip("0").rstrip(".")


def threads(context: Context) -> str:
    number = context.threads or 0
    text = ngettext("%(count)s thread", "%(count)s threads", number)
    return text % {"count": f"{number:,}"}


def warehouses(context: Context) -> str:
    number = context.scale or 0
    text = ngettext("%(count)s warehouse", "%(count)s warehouses", number)
    return text % {"count": f"{number:,}"}


def seconds(value: float) -> str:
    return _("%(count)s s") % {"count": count(value)}


def mix(reads: float, writes: float) -> str:
    """``14 reads and 4 writes``; statements are sent whole."""
    reads, writes = round(reads), round(writes)
    return _("%(reads)s and %(writes)s") % {
        "reads": ngettext("%d read", "%d reads", reads) % reads,
        "writes": ngettext("%d write", "%d writes", writes) % writes,
    }


def variant(name: str | None, rate: float | None, mix: str | None = None) -> str:
    """How a load was offered, other than by its workload alone."""
    parts = []
    if rate is not None and name in LIMITED:  # its number says more
        name = variant_of(
            skips_transactions=name in WITHOUT_TRANSACTIONS, is_limited=False
        )
    if name:
        label = str(Variant(name).label)
        parts.append(f"{label} ({mix})" if mix else label)
    if rate is not None:
        parts.append(_("limited to %(rate)s TPS") % {"rate": count(rate)})
    return ", ".join(parts) or _("as the workload is")


def data_size(context: Context) -> str:
    """``about 23 GB, 0.72 × memory``; by the buffer where that is known."""
    size = size_rounded(context.data_bytes or 0)
    if context.data_is_estimated:
        size = _("about %(size)s") % {"size": size}
    if context.data_over_buffer is not None:
        share = f"{context.data_over_buffer:.2f}"
        return _("%(size)s, %(share)s × the buffer") % {"size": size, "share": share}
    if context.data_over_memory is not None:
        share = f"{context.data_over_memory:.2f}"
        return _("%(size)s, %(share)s × memory") % {"size": size, "share": share}
    return size
