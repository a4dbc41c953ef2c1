"""Whether class and region are those of the provider that is stated."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.sentences.sentence import Sentences, Values
from benchruns.submissions.checks.outcome import Outcome
from benchruns.submissions.checks.provider import OF_CLASS, OF_REGION
from benchruns.submissions.statement.fields import FIELDS


def _of_others(values: Values) -> str:
    told = _(
        "%(instance_class)s is a class of %(provider)s; the report says %(stated)s."
    )
    return _every((told % each for each in values["names"]), more=values["more"])


def _elsewhere(values: Values) -> str:
    return _every(map(_region, values["names"]), more=values["more"])


def _region(told: Mapping[str, Any]) -> str:
    of_provider = _("%(region)s of %(provider)s")
    words = {
        "field": FIELDS[told["field"]].label,
        "regions": _(" and ").join(of_provider % each for each in told["regions"]),
        "stated": told["stated"],
    }
    if len(told["regions"]) > 1:
        return _("“%(field)s” names more than one region: %(regions)s.") % words
    return _("“%(field)s” is %(regions)s; the report says %(stated)s.") % words


def _every(sentences: Iterable[str], *, more: int) -> str:
    return " ".join([*sentences, *(["..."] if more else [])])


SENTENCES: Mapping[tuple[str, str], Sentences] = {
    (OF_CLASS, Outcome.OK): Sentences(
        message=gettext_lazy("No class code is another provider's."),
    ),
    (OF_CLASS, Outcome.CAUTION): Sentences(
        message=_of_others,
        remedy=gettext_lazy(
            "State the provider that sells the class, or its own code."
        ),
    ),
    (OF_REGION, Outcome.OK): Sentences(
        message=gettext_lazy("The region is one, and its provider's."),
    ),
    (OF_REGION, Outcome.CAUTION): Sentences(
        message=_elsewhere,
        remedy=gettext_lazy("State the one region, as the provider calls it."),
    ),
}
