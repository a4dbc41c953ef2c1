"""What the results of a comparison are called, so that each is told from the others."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import count

from django.utils.translation import ngettext

from benchruns.comparison.fairness.context import Context
from benchruns.engines import ENGINES, engine_title
from benchruns.units import duration_text
from benchruns.vocabulary import Provenance, Regime
from benchruns.workloads.labels import workload_label


def names_of(contexts: Sequence[Context]) -> dict[str, str]:
    """A name for each by its id: its label, and what tells it from the others."""
    names = {context.id: context.label or context.id for context in contexts}
    for addition in (
        *(_engine, _workload, regime_name),
        *(_hot_records, _duration, _threads, _provenance),
    ):
        names = _told_apart(contexts, names, addition)
    ids = list(names)
    return dict(zip(ids, numbered([names[id_] for id_ in ids]), strict=True))


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


def numbered(names: Sequence[str], *, taken: Sequence[str] = ()) -> list[str]:
    """Each name once, and none of ``taken``: equal ones get a number that is free."""
    times = Counter([*names, *taken])
    used, found = set(times), []
    for name in names:
        if times[name] > 1:
            free = (f"{name} #{number}" for number in count(1))
            name = next(each for each in free if each not in used)
        used.add(name)
        found.append(name)
    return found


def _duration(context: Context) -> str:
    return duration_text(round(context.duration_s)) if context.duration_s else ""


def _provenance(context: Context) -> str:
    return str(Provenance(context.provenance).label) if context.provenance else ""


def _engine(context: Context) -> str:
    if context.engine is None or context.engine not in ENGINES:
        return ""
    return engine_title(context.engine, context.engine_version or "")


def _workload(context: Context) -> str:
    return workload_label(context.workload) if context.workload else ""


def regime_name(context: Context) -> str:
    return str(Regime(context.regime).label) if context.regime else ""


def _hot_records(context: Context) -> str:
    if context.hot_records is None:
        return ""
    count = context.hot_records
    text = ngettext("%(count)s hot record", "%(count)s hot records", count)
    return text % {"count": f"{count:,}"}


def _threads(context: Context) -> str:
    if context.threads is None:
        return ""
    text = ngettext("%(count)s thread", "%(count)s threads", context.threads)
    return text % {"count": f"{context.threads:,}"}
