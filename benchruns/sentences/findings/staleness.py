"""What is said of results that are stale, at length and in a word or two."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.engines import engine_title
from benchruns.findings import Finding
from benchruns.sentences.sentence import Sentences, Values, filled


def _title(values: Values) -> str:
    return engine_title(values["engine"], values["engine_version"])


def _support_ended(values: Values) -> str:
    return _("%(engine)s has had no support since %(day)s.") % {
        "engine": _title(values),
        "day": values["ended_on"],
    }


def _sale_ended_why(values: Values) -> str:
    if not values["source"]:
        return _("Who reads it now cannot buy it anew.")
    source = str(values["source"])
    return _("Who reads it now cannot buy it anew. Source: %s") % source


SENTENCES: Mapping[str, Sentences] = {
    "support_ended": Sentences(
        message=_support_ended,
        why=filled(gettext_lazy("Its vendor fixes no bugs in it: %(source)s")),
        remedy=gettext_lazy("Measure a release that is supported."),
    ),
    "sale_ended": Sentences(
        message=filled(
            gettext_lazy("%(instance_class)s has not been sold since %(ended_on)s.")
        ),
        why=_sale_ended_why,
        remedy=gettext_lazy("Look at the class that its provider sells in its place."),
    ),
    "old_result": Sentences(
        message=filled(
            gettext_lazy("This is of %(day)s: more than %(years)d years ago.")
        ),
        why=gettext_lazy("Hardware and releases of a class change under its name."),
        remedy=gettext_lazy("Repeat it on the class as it is sold today."),
    ),
}
_SHORT = {
    "support_ended": gettext_lazy("no support since %(ended_on)s"),
    "sale_ended": gettext_lazy("not sold since %(ended_on)s"),
    "old_result": gettext_lazy("of %(day)s"),
}


def shortly(finding: Finding) -> str:
    """In a row of a table."""
    return str(_SHORT[finding.code]) % finding.values
