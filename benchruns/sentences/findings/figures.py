"""What is said of figures that are at odds with themselves or with their neighbours."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.figures.metrics import METRICS
from benchruns.results.datachecks.between import PAIR_RULES
from benchruns.results.datachecks.comparison import PairRule
from benchruns.sentences.sentence import Sentences, Values
from benchruns.units import GB, data_text
from benchruns.vocabulary import Regime

_THREADS_OF = "threads_"  # and the regime

_REPEAT = gettext_lazy(
    "Both rows are single runs as far as the source tells: repeat both, and compare "
    "medians."
)


def number(value: float) -> str:
    """With thousands separators, two decimals at most, none where they are zero."""
    text = f"{value:,.2f}"
    return text.rstrip("0").rstrip(".")


def _class_and_size(values: Values, role: str = "") -> str:
    """``rds.mysql.c1.xlarge (8 vCPU, 32 GB)``, as far as it is known."""
    suffix = f"_{role}" if role else ""
    code, vcpus = values[f"class{suffix}"], values[f"vcpus{suffix}"]
    memory_gb = values[f"memory_gb{suffix}"]
    if vcpus is None or memory_gb is None:
        return str(code)
    return f"{code} ({vcpus} vCPU, {memory_gb:g} GB)"


# One row ------------------------------------------------------------------------------


def _reads_writes_ratio(values: Values) -> str:
    return _(
        "The reads make %(by_reads)s transactions and the writes %(by_writes)s: "
        "%(reads)s / %(each_reads)s against %(writes)s / %(each_writes)s."
    ) % {
        "by_reads": number(values["transactions_by_reads"]),
        "by_writes": number(values["transactions_by_writes"]),
        "reads": number(values["reads"]),
        "each_reads": values["reads_per_transaction"],
        "writes": number(values["writes"]),
        "each_writes": values["writes_per_transaction"],
    }


def _qps_tps_ratio(values: Values) -> str:
    return _(
        "%(qps)s QPS / %(each)s is %(by_qps)s transactions/s, and the stated TPS is "
        "%(tps)s."
    ) % {
        "qps": number(values["qps"]),
        "each": values["statements_per_transaction"],
        "by_qps": number(values["tps_by_qps"]),
        "tps": number(values["tps"]),
    }


def _qps_tps_ratios(rows: Sequence[Values]) -> str:
    """Two marks of one test may say so, of rows far apart and of others nearly alike."""
    most = max(abs(each["tps_by_qps"] / each["tps"] - 1) for each in rows)
    return _(
        "QPS and TPS do not fit together on %(count)s rows of this test, by %(most)s at "
        "most."
    ) % {"count": len(rows), "most": f"{100 * most:.2g} %"}


def _tps_and_tpm(values: Values) -> str:
    apart = _(
        "TPS × 60 is %(least)s to %(most)s times the printed TPM, on %(rows)s rows of "
        "this test: the two count different transactions."
    ) % {
        "least": f"{values['least_over_tpm']:.3f}",
        "most": f"{values['most_over_tpm']:.3f}",
        "rows": number(values["rows"]),
    }
    if "least_over_batches" not in values:
        return apart
    batches = _("TPM / 60 is %(least)s to %(most)s times the batch requests.") % {
        "least": f"{values['least_over_batches']:.3f}",
        "most": f"{values['most_over_batches']:.3f}",
    }
    return f"{apart} {batches}"


def _records_of_scale(values: Values) -> str:
    return _(
        "Scale %(scale)s makes %(expected)s records, and %(records)s are stated."
    ) % {
        "scale": number(values["scale"]),
        "expected": number(values["records_by_scale"]),
        "records": number(values["total_records"]),
    }


def _regime_label(values: Values) -> str:
    data = values.get("data_bytes") or values["estimated_data_bytes"]
    room = values.get("buffer_bytes") or values["memory_gb"] * GB
    words = {
        "data": _data_text(values),
        "room": _room_text(values),
    }
    if data < room:
        return _("Labelled disk I/O, but the data (%(data)s) fits in %(room)s.") % words
    return _("Labelled cached, but the data (%(data)s) exceeds %(room)s.") % words


def _regime_labels(rows: Sequence[Values]) -> str:
    """Of one label: a mark has the rows of one regime."""
    words = {"count": len(rows)}
    if rows[0]["data_over_memory"] < 1:
        return (
            _(
                "Labelled disk I/O, but the data fits in memory on %(count)s rows of this test."
            )
            % words
        )
    return (
        _(
            "Labelled cached, but the data exceeds memory on %(count)s rows of this test."
        )
        % words
    )


def _data_text(values: Values) -> str:
    if "data_bytes" in values:
        return data_text(values["data_bytes"], digits=2)
    text = data_text(values["estimated_data_bytes"], digits=2)
    return _("about %(size)s") % {"size": text}


def _room_text(values: Values) -> str:
    if "buffer_bytes" in values:
        room = values["buffer_bytes"]
        is_small = room < GB  # half of one has decimals that say nothing
        size = data_text(room) if is_small else f"{number(room / GB)} GB"
        return _("the buffer (%(size)s)") % {"size": size}
    return _("memory (%(size)s GB)") % {"size": number(values["memory_gb"])}


def _why_label(values: Values) -> str:
    shown = _("Nothing else in the source shows where the data was read from.")
    if "data_bytes" in values:
        return shown
    estimate = _(
        "The size is an estimate: 240 bytes a row, as sysbench's tables take with "
        "their index."
    )
    return f"{estimate} {shown}"


# Rows of one table --------------------------------------------------------------------


def _threads_differ(values: Values) -> str:
    first, second = sorted(
        name.removeprefix(_THREADS_OF)
        for name in values
        if name.startswith(_THREADS_OF)
    )
    return _(
        "%(class)s was tested with %(first_threads)s threads (%(first)s) and with "
        "%(second_threads)s (%(second)s); %(even)s other classes of this test kept one "
        "count."
    ) % {
        "class": _class_and_size(values),
        "first": Regime(first).label,
        "first_threads": number(values[_THREADS_OF + first]),
        "second": Regime(second).label,
        "second_threads": number(values[_THREADS_OF + second]),
        "even": values["other_classes_with_one_count"],
    }


def _classes(values: Values, rule: PairRule) -> dict[str, Any]:
    first, second = rule.roles
    return {
        "first": _class_and_size(values, first),
        "second": _class_and_size(values, second),
    }


def _one_class(values: Values, rule: PairRule) -> dict[str, Any]:
    return {"class": _class_and_size(values, rule.roles[0])}


def _hot_records(values: Values, rule: PairRule) -> dict[str, Any]:
    first, second = rule.roles
    return {
        "class": values[f"class_{first}"],
        "first": number(values[f"hot_records_{first}"]),
        "second": number(values[f"hot_records_{second}"]),
    }


def _figures(values: Values, rule: PairRule) -> str:
    first, second = rule.roles
    return ", ".join(
        _("%(first)s against %(second)s")
        % {
            "first": _with_unit(name, values[f"{name}_{first}"]),
            "second": _with_unit(name, values[f"{name}_{second}"]),
        }
        for name in rule.figures
        if f"{name}_{first}" in values
    )


def _with_unit(figure: str, value: float) -> str:
    return f"{number(value)} {METRICS[figure].unit}"


def _of_pair(
    code: str, message: Any, facts: Callable[[Values, PairRule], dict[str, Any]]
) -> Callable[[Values], str]:
    rule = PAIR_RULES[code]
    return lambda values: (
        str(message) % {**facts(values, rule), "figures": _figures(values, rule)}
    )


SENTENCES: Mapping[str, Sentences] = {
    "reads_writes_ratio": Sentences(
        message=_reads_writes_ratio,
        why=gettext_lazy(
            "Every transaction of this workload sends a fixed number of reads and of "
            "writes, so one of the two totals is not what was measured."
        ),
        remedy=gettext_lazy(
            "Take figures that were derived from these totals as good to this "
            "difference only, or reproduce the row."
        ),
    ),
    "qps_tps_ratio": Sentences(
        message=_qps_tps_ratio,
        together=_qps_tps_ratios,
        why=gettext_lazy(
            "Every transaction of this workload sends the same number of statements, "
            "so TPS and QPS are one figure in two units; here they differ by more "
            "than rounding, and one of them is wrong."
        ),
        remedy=gettext_lazy(
            "Compare this row by the figure that fits its neighbours, or reproduce it."
        ),
    ),
    "tps_and_tpm": Sentences(
        message=_tps_and_tpm,
        why=gettext_lazy(
            "By the paper's words TPM would be TPS × 60, and by ours the TPM of SQL "
            "Server are batch requests a minute; here neither holds, so none of the "
            "three follows from another."
        ),
        remedy=gettext_lazy(
            "Compare each figure with the same figure of the same version alone."
        ),
    ),
    "records_of_scale": Sentences(
        message=_records_of_scale,
        why=gettext_lazy("The size of the data decides how much of it memory holds."),
        remedy=gettext_lazy(
            "Find out which data set was tested before comparing this row."
        ),
    ),
    "regime_label": Sentences(
        message=_regime_label,
        together=_regime_labels,
        why=_why_label,
        remedy=gettext_lazy(
            "Reproduce the row: a run measures the physical reads of each transaction."
        ),
    ),
    "threads_differ": Sentences(
        message=_threads_differ,
        why=gettext_lazy(
            "Throughput depends on the number of threads, so the ratio between the two "
            "regimes of this class holds both effects."
        ),
        remedy=gettext_lazy("Run both regimes with the same number of threads."),
    ),
    "larger_class_slower": Sentences(
        message=_of_pair(
            "larger_class_slower",
            gettext_lazy("%(first)s stays below the smaller %(second)s: %(figures)s."),
            _classes,
        ),
        why=gettext_lazy(
            "In one table all classes are tested in one way, so more vCPUs or memory "
            "should not cost speed."
        ),
        remedy=_REPEAT,
    ),
    "more_memory_slower": Sentences(
        message=_of_pair(
            "more_memory_slower",
            gettext_lazy(
                "%(first)s stays below %(second)s, which has less memory: %(figures)s."
            ),
            _classes,
        ),
        why=gettext_lazy(
            "At equal vCPUs more memory holds more of the data and should not cost "
            "speed."
        ),
        remedy=_REPEAT,
    ),
    "more_hot_records_faster": Sentences(
        message=_of_pair(
            "more_hot_records_faster",
            gettext_lazy(
                "%(class)s is slower with %(first)s hot records than with %(second)s: "
                "%(figures)s."
            ),
            _hot_records,
        ),
        why=gettext_lazy(
            "More hot records need more memory, so they should not make a class faster."
        ),
        remedy=_REPEAT,
    ),
    "dedicated_slower": Sentences(
        message=_of_pair(
            "dedicated_slower",
            gettext_lazy(
                "The dedicated class %(first)s stays below %(second)s, the "
                "general-purpose one of the same size: %(figures)s."
            ),
            _classes,
        ),
        why=gettext_lazy(
            "A dedicated class shares its vCPUs with nobody, so at equal size it should "
            "not be the slower one."
        ),
        remedy=_REPEAT,
    ),
    "disk_faster_than_cached": Sentences(
        message=_of_pair(
            "disk_faster_than_cached",
            gettext_lazy(
                "%(class)s is slower with cached data than with data read from disk: "
                "%(figures)s."
            ),
            _one_class,
        ),
        why=gettext_lazy(
            "Reading from memory costs less than reading from disk, so the regimes of "
            "these rows may be mislabelled."
        ),
        remedy=gettext_lazy(
            "Check the data size of both rows against the memory, and repeat both."
        ),
    ),
    "read_write_faster_than_read_only": Sentences(
        message=_of_pair(
            "read_write_faster_than_read_only",
            gettext_lazy("%(class)s is slower read-only than read/write: %(figures)s."),
            _one_class,
        ),
        why=gettext_lazy("Writes cost log and disk on top of what reads cost."),
        remedy=_REPEAT,
    ),
}
