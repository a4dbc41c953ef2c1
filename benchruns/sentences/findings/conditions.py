"""What is said of conditions that are stated in two ways, or cannot be used."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.sentences.sentence import Sentences, Text, Values
from benchruns.submissions.statement import clean
from benchruns.submissions.statement.conditions import Origin
from benchruns.submissions.statement.fields import FIELDS

_ORIGINS = {origin.value: origin.label for origin in Origin}  # most reliable first


def _in_two_ways(name: str) -> Text:
    """What counts comes first, then the others from the most reliable to the least."""

    def message(values: Values) -> str:
        first = values["taken"]
        others = (each for each in _ORIGINS if each in values and each != first)
        told = "; ".join(
            _("%(origin)s: %(value)s")
            % {"origin": _ORIGINS[each], "value": _shown(name, values[each])}
            for each in (first, *others)
        )
        return _("%(condition)s is stated in two ways: %(told)s.") % {
            "condition": FIELDS[name].label,
            "told": told,
        }

    return message


def _shown(name: str, value: Any) -> str:
    field = FIELDS[name]
    if field.choices and value in field.choices:
        return str(field.choices[value])
    number = (
        f"{value:,}"
        if isinstance(value, int | float) and not isinstance(value, bool)
        else str(value)
    )
    return f"{number} {field.unit}".strip()


def _which_counts(values: Values) -> str:
    if values["taken"] == Origin.OUTPUT:
        return _("What the tool itself printed is taken; the other was not used.")
    return _("The one that stands first is taken; the others were not used.")


def _not_used(values: Values) -> str:
    return _("%(field)s, as %(origin)s tells it, is not used.") % {
        "field": FIELDS[values["field"]].label,
        "origin": _ORIGINS[values["origin"]],
    }


SENTENCES: Mapping[str, Sentences] = {
    # the code of a contradiction is the name of its condition
    **{
        name: Sentences(
            message=_in_two_ways(name),
            why=_which_counts,
            remedy=gettext_lazy(
                "Ask which one is true before a comparison rests on it."
            ),
        )
        for name in FIELDS
    },
    "not_used": Sentences(
        message=_not_used,
        why=gettext_lazy(
            "It cannot be what the field is for, and counts as not stated."
        ),
        remedy=lambda values: clean.asked(values["rule"], values),
    ),
}
