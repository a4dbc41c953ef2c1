"""What is said of figures that rest on the word of who uploaded them."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.figures.metrics import METRICS
from benchruns.sentences.findings.figures import number
from benchruns.sentences.sentence import Sentences, Values, rounded
from benchruns.units import data_text, size_text
from benchruns.vocabulary import Provenance, Regime

WHOLE = 100  # of a figure, from which on pages print no decimals


def _regime_not_shown(values: Values) -> str:
    return _("Labelled %(regime)s, but no size of the data shows it.") % {
        "regime": Regime(values["regime"]).label
    }


def _size_belied(values: Values) -> str:
    return _(
        "%(stated)s of data are stated, and %(tables)s tables of %(rows)s rows make about "
        "%(made)s."
    ) % {
        "stated": data_text(values["data_bytes"], digits=2),
        "made": data_text(values["estimated_data_bytes"], digits=2),
        "tables": number(values["tables"]),
        "rows": number(values["table_size"]),
    }


def _above_best_of_class(values: Values) -> str:
    words = {
        "tps": _printed(values["tps"]),
        "regime": Regime(values["regime"]).label,
    }
    if values["provenance"] == Provenance.PUBLISHED:
        return (
            _(
                "Above the vendor's own %(tps)s TPS of this class; %(regime)s is as the "
                "submitter claims."
            )
            % words
        )
    return (
        _(
            "Above the %(tps)s TPS measured of this class; %(regime)s is as the "
            "submitter claims."
        )
        % words
    )


def _printed(value: float) -> str:
    return number(round(value) if value >= WHOLE else value)


def _far_above_vendor(values: Values) -> str:
    words = {
        "here": _printed(values["here"]),
        "best": _printed(values["best"]),
        "unit": METRICS[values["figure"]].unit,
        "ratio": rounded(values["here"] / values["best"], digits=2),
        "row": values["instance_class"]
        or size_text(values["vcpus"], values["memory_gb"]),
    }
    if values["is_of_class"]:
        return (
            _(
                "%(here)s %(unit)s, %(ratio)s times the %(best)s that the vendor itself "
                "reached with this class under this load."
            )
            % words
        )
    return (
        _(
            "%(here)s %(unit)s, %(ratio)s times the %(best)s that the vendor itself reached "
            "with the larger %(row)s under this load."
        )
        % words
    )


def _why_above_best(values: Values) -> str:
    if values["regime"] == Regime.CACHED:
        return _(
            "An upload has no counters of the server: only data well within the buffer is "
            "sure to be read from it, and another class makes such a difference as well."
        )
    return _(
        "An upload has no counters of the server: data that was read from memory, not "
        "from the disk, makes such a difference, and so does another class."
    )


def _remedy_not_shown(values: Values) -> str:
    return _missing(values) or _("State the size of the data and the memory or buffer.")


def _remedy_above_best(values: Values) -> str:
    return _missing(values) or _(
        "Have the load run here: a run measures the physical reads of each transaction."
    )


def _missing(values: Values) -> str:
    """By the sizes that would show it, as the finding names them; an older one does not."""
    words = {
        ("data",): _("State the size of the data."),
        ("buffer",): _("State the server's buffer, or paste its settings."),
        ("data", "buffer"): _("State the size of the data and the memory or buffer."),
    }
    return words.get(tuple(values.get("lacks", ())), "")


SENTENCES: Mapping[str, Sentences] = {
    "regime_not_shown": Sentences(
        message=_regime_not_shown,
        why=gettext_lazy(
            "An upload has no counters of the server, so that nothing but the size of data "
            "and memory can show where the data was read from."
        ),
        remedy=_remedy_not_shown,
    ),
    "size_belied": Sentences(
        message=_size_belied,
        why=gettext_lazy(
            "What fits in memory and what does not is told by the size, and the rows are "
            "what the tool loaded."
        ),
        remedy=gettext_lazy(
            "Correct the size of the data, or the number of tables and rows."
        ),
    ),
    "above_best_of_class": Sentences(
        message=_above_best_of_class,
        why=_why_above_best,
        remedy=_remedy_above_best,
    ),
    "far_above_vendor": Sentences(
        message=_far_above_vendor,
        why=gettext_lazy(
            "Versions and durations make up to 1.6 times: this is another class, another "
            "load, or another unit."
        ),
        remedy=gettext_lazy(
            "Check class, load, data size and unit, or have the load run here."
        ),
    ),
    "time_not_stated": Sentences(
        message=gettext_lazy("It is not stated how long it was measured."),
        why=gettext_lazy(
            "A figure of a few seconds shows caches that are still filling, and no "
            "checkpoint; nobody can tell this one from such a figure."
        ),
        remedy=gettext_lazy("State the duration, or upload the tool's whole output."),
    ),
}
