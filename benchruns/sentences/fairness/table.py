"""What sets results of a comparison apart, in the words of who reads it."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.comparison.across import CLOSEST_LOADS
from benchruns.comparison.fairness import NOT_STATED, Difference
from benchruns.findings import Worded
from benchruns.sentences.fairness import data, environment, load, server, settings
from benchruns.sentences.fairness.condition import Condition
from benchruns.sentences.fairness.words import listed, values_text
from benchruns.sentences.sentence import Sentences, Values

# By the codes of the rules.
CONDITIONS: Mapping[str, Condition] = {
    **load.CONDITIONS,
    **data.CONDITIONS,
    **server.CONDITIONS,
    **settings.CONDITIONS,
    **environment.CONDITIONS,
}
_DIFFERENCES = {**CONDITIONS, CLOSEST_LOADS: load.CLOSEST_LOADS}


def condition_label(code: str) -> str:
    """``client machine`` for ``client_machine``; KeyError for a code without a rule."""
    return str(CONDITIONS[code].label)


def worded_difference(found: Difference) -> Worded:
    known = _DIFFERENCES[found.code]
    contexts = found.contexts
    told = {each.id: known.tell(each, contexts) for each in contexts}
    values = {"values": values_text(told, found.names)}
    message = known.message_for(contexts) % values
    if found.is_of_cache_cost:
        message = _("Cached over disk I/O: %(message)s") % {"message": message}
    return Worded(
        code=found.code,
        severity=found.severity,
        results=found.results,
        values=found.values or told,
        message=message,
        why=_("This is what is compared.")
        if found.is_intended
        else known.why_for(contexts),
        remedy="" if found.is_intended else known.remedy_for(contexts),
    )


def _not_stated(values: Values) -> str:
    parts = [
        _("%(conditions)s (%(names)s)")
        % {
            "conditions": ", ".join(map(condition_label, each["conditions"])),
            "names": _("all") if each["names"] is None else listed(each["names"]),
        }
        for each in values["unknown"]
    ]
    return _("Not stated, and so not compared: %(parts)s.") % {
        "parts": "; ".join(parts)
    }


SENTENCES: Mapping[str, Sentences] = {
    NOT_STATED: Sentences(
        message=_not_stated,
        why=gettext_lazy(
            "What is not known may differ, and explain a gap or hide one."
        ),
        remedy=gettext_lazy(
            "Repeat the results here: a run records client, settings, data and duration."
        ),
    ),
}
