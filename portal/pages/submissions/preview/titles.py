"""What the loads of one report are called: each by what tells it from the others."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from benchruns.comparison.fairness.names import numbered
from benchruns.engines import engine_title
from benchruns.results.labels import load_text, short_code
from benchruns.results.row import count_text
from benchruns.submissions.report_parts import ResultReport
from benchruns.submissions.statement.fields import FIELDS
from benchruns.units import size_text
from benchruns.vocabulary import Regime, Variant
from benchruns.workloads.labels import words_of, workload_label
from portal.templatetags.submissions import value_text

Fact = Callable[[ResultReport], str]


def titles_of(loads: Sequence[ResultReport]) -> list[str]:
    """``OLTP read/write, 8 threads``, of one result of each load.

    With whatever else differs between those of one title.
    """
    titles = [_title(each) for each in loads]
    for fact in FACTS:
        differing: dict[str, set[str]] = {}
        facts = [fact(each) for each in loads]
        for title, text in zip(titles, facts, strict=True):
            differing.setdefault(title, set()).add(text)
        titles = [
            f"{title}, {text}" if text and len(differing[title]) > 1 else title
            for title, text in zip(titles, facts, strict=True)
        ]
    return numbered(titles)


def _title(each: ResultReport) -> str:
    row = each.row
    words = words_of([row.workload])
    threads = words.counted(row.threads) if row.threads else ""
    return ", ".join(filter(None, [workload_label(row.workload), threads]))


def _place(each: ResultReport) -> str:
    return short_code(each.row.place)


def _size(each: ResultReport) -> str:
    return size_text(each.row.vcpus, each.row.memory_gb)


def _version(each: ResultReport) -> str:
    result = each.result
    return engine_title(
        result.engine, result.engine_version_full or result.engine_version
    )


def _regime(each: ResultReport) -> str:
    regime = each.row.regime
    return str(Regime(regime).label) if regime else ""


def _variant(each: ResultReport) -> str:
    variant = each.row.variant
    return str(Variant(variant).label) if variant else ""


def _data(each: ResultReport) -> str:
    """Without the connections, which stand in every title."""
    return load_text(replace(each.row, threads=None))


def _hot_records(each: ResultReport) -> str:
    count = each.row.hot_records
    return _("%(count)s hot") % {"count": count_text(count)} if count else ""


def _client(each: ResultReport) -> str:
    return str(each.result.client.get("instance", ""))


def _column(name: str) -> Fact:
    return lambda each: str(getattr(each.result, name) or "")


def _parameter(name: str) -> Fact:
    """``Warm-up 30 s``."""

    def label_and_value(each: ResultReport) -> str:
        value = each.result.parameters.get(name)
        if value is None:
            return ""
        return f"{FIELDS[name].label} {value_text(name, value)}"

    return label_and_value


FACTS: Sequence[Fact] = (
    *(_place, _size, _version, _regime, _variant, _data, _hot_records),
    *map(
        _parameter,
        ("duration_seconds", "warmup_seconds", "rampup_seconds", "rate", "profile"),
    ),
    *(lambda each: each.row.tool, _column("edition"), _column("storage")),
    *(_column("network"), _column("region"), _column("zone"), _client),
)
