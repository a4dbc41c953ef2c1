"""What is known of the class, and of larger and smaller ones."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from benchruns.sentences.catalogue import worded
from benchruns.sentences.fairness.table import CONDITIONS, condition_label
from benchruns.sentences.sentence import Sentences, Values, rounded
from benchruns.submissions.checks.instance_class import (
    HIGHEST,
    LARGER,
    LOWEST,
    NEXT,
    SAME_SIZE,
    UNUSUAL,
)
from benchruns.submissions.checks.outcome import Outcome
from benchruns.units import size_text


def _of_class(values: Values) -> str:
    """Of several rows their median; older findings do not say whether they are alike."""
    count = values["rows"]
    told = {
        True: ngettext(
            "%(figure)s is %(ratio)s times that of the row of the same class, version, "
            "load and duration.",
            "%(figure)s is %(ratio)s times the median of the %(count)d rows of the same "
            "class, version, load and duration.",
            count,
        ),
        False: ngettext(
            "%(figure)s is %(ratio)s times that of the row of the same class and load, "
            "of another version or duration.",
            "%(figure)s is %(ratio)s times the median of the %(count)d rows of the same "
            "class and load, all of another version or duration.",
            count,
        ),
        None: ngettext(
            "%(figure)s is %(ratio)s times that of the row of the same class and load.",
            "%(figure)s is %(ratio)s times the median of the %(count)d rows of the same "
            "class and load.",
            count,
        ),
    }
    return told[values.get("is_alike")] % {
        "figure": _figure(values),
        "ratio": rounded(values["ratio"], digits=3),
        "count": count,
    }


def _figure(values: Values) -> str:
    """``TPS``; of repeats that differ with the one that has it."""
    name = values["figure"].upper()
    if "repeat" not in values:  # nor has it one that an older release stored
        return str(name)
    told = {
        LOWEST: _("%(figure)s of the lowest of %(count)d repeats"),
        HIGHEST: _("%(figure)s of the highest of %(count)d repeats"),
    }.get(values["repeat"], _("%(figure)s of one of %(count)d repeats"))
    return told % {"figure": name, "count": values["repeats"]}


def _unlike_class_or_vendor(values: Values) -> str:
    """Of several that are far above the vendor's own, the first."""
    if "finding" in values:
        return worded(values["finding"]).message
    return _of_class(values)


def _like_its_class(values: Values) -> str:
    """What passed is the size of the figure: another check may doubt what it rests on."""
    return _("%(told)s Up to %(most)s times is plausible.") % {
        "told": _of_class(values),
        "most": f"{UNUSUAL:.0f}",
    }


def _out_of_order(values: Values) -> str:
    told = {
        LARGER: _("%(ratio)s times a vendor's best larger class (%(row)s)."),
        SAME_SIZE: _("%(ratio)s times a vendor's class of this size (%(row)s)."),
        NEXT: _("%(ratio)s times a vendor's next larger class (%(row)s)."),
    }.get(
        values["beside"], _("1/%(ratio)s of a vendor's worst smaller class (%(row)s).")
    )
    name = values["instance_class"]
    row = name or size_text(values["vcpus"], values["memory_gb"])
    return told % {"ratio": rounded(values["ratio"], digits=3), "row": row}


def _unlike_its_class(values: Values) -> str:
    """What only a finding tells has that as its value."""
    if "finding" in values:
        return worded(values["finding"]).message
    codes = ", ".join(map(_label, values["codes"]))
    return _("Beside the closest row of its class it differs in: %(codes)s.") % {
        "codes": codes
    }


def _label(code: str) -> str:
    """A row of another release may name a condition that this one has no rule for."""
    known = code in CONDITIONS
    return condition_label(code) if known else code.replace("_", " ")


def _comparison_says(values: Values) -> str:
    if "finding" in values:
        return ""
    return _("A comparison will say so; nothing has to be changed.")


_CHECK_CLASS = gettext_lazy("Check the class and its size, and the unit of the figure.")
_CHECK_LOAD = gettext_lazy("Check class, load, data size and the unit of the figure.")

SENTENCES: Mapping[tuple[str, str], Sentences] = {
    ("plausible", Outcome.OK): Sentences(message=_like_its_class),
    ("plausible", Outcome.NOTE): Sentences(message=_of_class, remedy=_CHECK_LOAD),
    ("plausible", Outcome.CAUTION): Sentences(
        message=_unlike_class_or_vendor, remedy=_CHECK_LOAD
    ),
    ("class_order", Outcome.OK): Sentences(
        message=gettext_lazy(
            "It is not far above a vendor's larger classes, nor far below the smaller ones."
        ),
    ),
    ("class_order", Outcome.NOTE): Sentences(
        message=_out_of_order, remedy=_CHECK_CLASS
    ),
    ("class_order", Outcome.CAUTION): Sentences(
        message=_out_of_order, remedy=_CHECK_CLASS
    ),
    ("fairness", Outcome.OK): Sentences(
        message=gettext_lazy("It was tested as the rows of its class were."),
    ),
    ("fairness", Outcome.NOTE): Sentences(
        message=_unlike_its_class, remedy=_comparison_says
    ),
}
