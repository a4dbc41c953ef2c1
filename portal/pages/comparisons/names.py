"""What a comparison and its columns are called in short."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from benchruns.comparison import Comparison
from benchruns.comparison.across import loads_with_regimes
from benchruns.comparison.entries import Entry
from benchruns.comparison.fairness.names import numbered
from benchruns.engines import ENGINES, engine_title
from benchruns.results.labels import load_text, short_code, titles_of
from benchruns.units import duration_text, size_text
from benchruns.vocabulary import Provenance, Regime
from benchruns.workloads import WORKLOADS
from benchruns.workloads.labels import as_begun, workload_label

MOST_NAMED = 4  # columns in a title; the others are counted


def names_of(entries: Sequence[Entry]) -> list[str]:
    """A short name for each column that no other has.

    Columns of one name are told apart by what differs between them: what they share, or
    what tells them from columns of other names, is in none of them.
    """
    names = _short_names(entries)
    for fact in (
        *(_memory, _version, _provider, _load),
        *(_duration, _users, _threads, _moment),
    ):
        facts: dict[str, set[str]] = {}
        told = [fact(entry) for entry in entries]
        for name, word in zip(names, told, strict=True):
            facts.setdefault(name, set()).add(word)
        link = " " if fact is _memory else ", "
        names = [
            f"{name}{link}{word}" if word and len(facts[name]) > 1 else name
            for name, word in zip(names, told, strict=True)
        ]
    return numbered(names)


def _short_names(entries: Sequence[Entry]) -> list[str]:
    """Its run's name, else its size; one of the size of a named run by what is its own."""
    sizes = _without_shared([size_name(entry) for entry in entries])
    named = {size for entry, size in zip(entries, sizes, strict=True) if entry.own_name}
    return [
        entry.own_name or (_own_fact(entry, entries) if size in named else size)
        for entry, size in zip(entries, sizes, strict=True)
    ]


def _without_shared(names: Sequence[str]) -> list[str]:
    """``1 thread`` and ``2 threads`` of two servers without a class on the same data."""
    parts = [name.split(", ") for name in names]
    shared = set(parts[0]).intersection(*parts) if len(parts) > 1 else set()
    left = [", ".join(p for p in each if p not in shared) for each in parts]
    return left if all(left) else list(names)


def _own_fact(entry: Entry, entries: Sequence[Entry]) -> str:
    """``8 threads`` that no other column has; else its load, class and day."""
    for fact in (_version, _load, _users, _threads):
        told = fact(entry)
        if told and [fact(other) for other in entries].count(told) == 1:
            return told
    row = next(iter(entry.rows.values()), None)
    if row is None:
        return size_name(entry)
    unnamed = [each for each in entries if not each.own_name]
    return titles_of(r for each in unnamed for r in each.rows.values())[row.id]


def size_name(entry: Entry) -> str:
    """Of a code that only spells out its size the family and the vCPUs."""
    row = next(iter(entry.rows.values()), None)
    family = row.family if row else ""
    if family and f"{entry.vcpus}vcpu" in entry.title:
        return _("%(family)s %(vcpus)s vCPU") % {
            "family": family,
            "vcpus": entry.vcpus,
        }
    return short_code(entry.title)


def _memory(entry: Entry) -> str:
    return f"{entry.memory_gb:g} GB" if entry.memory_gb else ""


def _version(entry: Entry) -> str:
    return engine_title(entry.engine, entry.engine_version)


def _provider(entry: Entry) -> str:
    row = next(iter(entry.rows.values()), None)
    return row.provider_name if row else entry.provider


def _load(entry: Entry) -> str:
    loads = list(entry.rows)
    return loads[0].label if len(loads) == 1 else ""


def _users(entry: Entry) -> str:
    """``8 threads`` without its data."""
    row = next(iter(entry.rows.values()), None)
    workload = WORKLOADS.get(row.workload) if row else None
    if row is None or workload is None or not row.threads:
        return ""
    return str(workload.words.counted(row.threads))


def _threads(entry: Entry) -> str:
    row = next(iter(entry.rows.values()), None)
    return load_text(row) if row else ""


def _duration(entry: Entry) -> str:
    row = next(iter(entry.rows.values()), None)
    seconds = row.figures.get("duration_s") if row else None
    return duration_text(round(seconds)) if seconds else ""


def _moment(entry: Entry) -> str:
    row = next(iter(entry.rows.values()), None)
    if row is None or row.measured_at is None:
        return ""
    return f"{row.measured_at:%Y-%m-%d %H:%M} UTC"


def shortened(names: Sequence[str]) -> str:
    """The first of them, and how many more there are."""
    more = _("%(count)d more") % {"count": len(names) - MOST_NAMED}
    return listed([*names[:MOST_NAMED], *([more] if len(names) > MOST_NAMED else [])])


def title_of(comparison: Comparison) -> str:
    """``MySQL 8.0: m1.medium, c1.xlarge``; what all share comes first."""
    shown = shortened(names_of(comparison.entries))
    shared = _shared(comparison)
    return f"{shared}: {shown}" if shared else shown


def listed(names: Sequence[str]) -> str:
    """With commas, or with dots between names that have commas of their own."""
    return (" · " if any("," in name for name in names) else ", ").join(names)


def caption_of(comparison: Comparison, title: str) -> str:
    """Over a picture that leaves its page: ``MySQL 8.0, OLTP read/write, cached``."""
    return ", ".join(filter(None, [_shared(comparison), title]))


def public_title_of(comparison: Comparison) -> str:
    """Without the names of runs, for who may not know them."""
    entries = tuple(replace(each, own_name="") for each in comparison.entries)
    return title_of(replace(comparison, entries=entries))


def _shared(comparison: Comparison) -> str:
    """The size, version or class that all columns have."""
    entries = comparison.entries
    if comparison.asked.size:
        engine = ENGINES[comparison.asked.engine].label
        return f"{engine}, {size_text(*comparison.asked.size)}"
    titles = {_version(entry) for entry in entries if entry.rows}
    if len(titles) == 1:
        return titles.pop()
    classes = {entry.class_key for entry in entries}
    if len(classes) == 1 and None not in classes and comparison.asked.versions:
        return entries[0].class_key.code  # type: ignore[union-attr]  # None is not in it
    return ""


def sentence_of(comparison: Comparison) -> str:
    """Loads, providers, duration and how many results of which provenance."""
    rows = [row for entry in comparison.entries for row in entry.rows.values()]
    providers = dict.fromkeys(row.provider_name for row in rows if row.provider_name)
    seconds = {round(s) for row in rows if (s := row.figures.get("duration_s"))}
    parts = [
        as_begun(_loads((row.workload, row.regime) for row in rows)),
        _(" and ").join(providers),
        duration_text(seconds.pop()) if len(seconds) == 1 else "",
        _counts(comparison),
    ]
    return "; ".join(filter(None, parts))


def _loads(loads: Iterable[tuple[str, str | None]]) -> str:
    """The regimes that all have at the end, otherwise each workload with its own."""
    every = list(dict.fromkeys(loads))
    workloads = dict.fromkeys(workload for workload, _regime in every)
    regimes = dict.fromkeys(regime for _workload, regime in every)
    of_each = [
        {regime for name, regime in every if name == workload} for workload in workloads
    ]
    if None in regimes or any(found != set(regimes) for found in of_each):
        return _some(loads_with_regimes(every))
    labels = _some([workload_label(workload) for workload in workloads])
    words = [str(Regime(regime).label) for regime in regimes if regime]
    return ", ".join([labels, _(" and ").join(words)]).strip(", ")


def _some(words: Sequence[str]) -> str:
    if len(words) <= MOST_NAMED:
        return ", ".join(words)
    more = _("%(count)d more workloads") % {"count": len(words) - MOST_NAMED}
    return ", ".join([*words[:MOST_NAMED], more])


def _counts(comparison: Comparison) -> str:
    times = Counter(result.provenance for result in comparison.results)
    told = [
        f"{times[word]} {Provenance(word).label} {_noun(times[word])}"
        for word in Provenance.values
        if times[word]
    ]
    return ", ".join(told)


def _noun(count: int) -> str:
    return ngettext("result", "results", count)
