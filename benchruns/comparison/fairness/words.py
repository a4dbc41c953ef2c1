"""How sentences call contexts and their values."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from benchruns.comparison.fairness.context import Context, Statements
from benchruns.engines import ENGINES, engine_title
from benchruns.engines.setting_values import size_rounded
from benchruns.vocabulary import Regime
from benchruns.workloads.labels import workload_label

MOST_NAMES = 3  # named in a sentence; the others are counted
MOST_VALUES = 4


def names_of(contexts: Sequence[Context]) -> dict[str, str]:
    """A name for each by its id: its label, and what tells it from the others."""
    names = {context.id: context.label or context.id for context in contexts}
    for addition in (_engine, _workload, regime_told, _hot_records, _threads):
        names = _told_apart(contexts, names, addition)
    return _numbered(contexts, names)


def _told_apart(
    contexts: Sequence[Context],
    names: Mapping[str, str],
    addition: Callable[[Context], str],
) -> dict[str, str]:
    """With the addition where contexts of one name differ in it."""
    additions: dict[str, set[str]] = {}
    for context in contexts:
        additions.setdefault(names[context.id], set()).add(addition(context))
    told = {}
    for context in contexts:
        name, extra = names[context.id], addition(context)
        is_needed = extra and len(additions[name]) > 1
        told[context.id] = f"{name}, {extra}" if is_needed else name
    return told


def _numbered(contexts: Sequence[Context], names: Mapping[str, str]) -> dict[str, str]:
    times = Counter(names[context.id] for context in contexts)
    seen: Counter[str] = Counter()
    numbered = {}
    for context in contexts:
        name = names[context.id]
        seen[name] += 1
        numbered[context.id] = f"{name} #{seen[name]}" if times[name] > 1 else name
    return numbered


def _engine(context: Context) -> str:
    if context.engine is None or context.engine not in ENGINES:
        return ""
    return engine_title(context.engine, context.engine_version or "")


def _workload(context: Context) -> str:
    return workload_label(context.workload) if context.workload else ""


def regime_told(context: Context) -> str:
    return str(Regime(context.regime).label) if context.regime else ""


def _hot_records(context: Context) -> str:
    if context.hot_records is None:
        return ""
    return _("%(count)s hot records") % {"count": f"{context.hot_records:,}"}


def _threads(context: Context) -> str:
    if context.threads is None:
        return ""
    return _("%(count)s threads") % {"count": f"{context.threads:,}"}


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


def values_told(
    contexts: Sequence[Context], names: Mapping[str, str], told: Mapping[str, str]
) -> str:
    """``8 vCPU (A) against 16 vCPU (B and C)``, in the order of the contexts."""
    holders: dict[str, list[str]] = {}
    for context in contexts:
        holders.setdefault(told[context.id], []).append(names[context.id])
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


def seconds(value: float) -> str:
    return _("%(count)s s") % {"count": count(value)}


def mix(statements: Statements) -> str:
    """``14 reads and 4 writes``; statements are sent whole."""
    reads, writes = round(statements.reads), round(statements.writes)
    return _("%(reads)s and %(writes)s") % {
        "reads": ngettext("%d read", "%d reads", reads) % reads,
        "writes": ngettext("%d write", "%d writes", writes) % writes,
    }


def data_size(context: Context) -> str:
    """``about 24 GB, 0.75 × memory``; by the buffer where that is known."""
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
