"""What is said of results that stand in a comparison, whatever their conditions."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.sentences.fairness.words import listed
from benchruns.sentences.sentence import Sentences, Values, filled


def _left_out(values: Values) -> str:
    reasons = {"reasons": "; ".join(values["reasons"])}
    if values["is_by_owner"]:
        return _("Left out by its owner as an outlier: %(reasons)s") % reasons
    return _("Left out by staff as an outlier: %(reasons)s") % reasons


_IN_NO_LIST = gettext_lazy("It counts in no list, no chart and no best figure.")

SENTENCES: Mapping[str, Sentences] = {
    "excluded": Sentences(
        message=_left_out,
        why=gettext_lazy("It counts in no median and no maximum elsewhere."),
        remedy=gettext_lazy("Compare one of its repeats, or undo the exclusion."),
    ),
    "claimed_regime": Sentences(
        message=gettext_lazy(
            "The regime of submitted results is as their submitters claim."
        ),
        why=gettext_lazy("No counters of the server tell how often the disk was read."),
        remedy=gettext_lazy(
            "Repeat it here: a run reads the counters while it measures."
        ),
    ),
    "regime_unknown": Sentences(
        message=lambda values: (
            _("Where the data of %(names)s was read from is not known.")
            % {"names": listed(values["names"])}
        ),
        why=gettext_lazy(
            "The others say it: data read from the disk and data held in memory are two "
            "tests of one server."
        ),
        remedy=gettext_lazy(
            "Repeat it here: a run reads the counters while it measures."
        ),
    ),
    # the code of what is not current is its status
    "draft": Sentences(
        message=gettext_lazy("A submitted result is not accepted yet."),
        why=_IN_NO_LIST,
        remedy=gettext_lazy("Compare it again once its submission was reviewed."),
    ),
    "withdrawn": Sentences(
        message=gettext_lazy("A result was withdrawn."),
        why=_IN_NO_LIST,
        remedy=gettext_lazy("Take it out of the comparison."),
    ),
    "superseded": Sentences(
        message=gettext_lazy(
            "A submitted result was superseded by a newer submission."
        ),
        why=_IN_NO_LIST,
        remedy=gettext_lazy(
            "Compare the result of the newer submission; its page links to it."
        ),
    ),
    "same_configuration": Sentences(
        message=filled(
            gettext_lazy("%(count)d of these are repeats of one configuration.")
        ),
        why=gettext_lazy(
            "What they differ by is chance, or what else went on meanwhile, and no other "
            "configuration: each is shown as a single run."
        ),
        remedy=gettext_lazy("Read their spread as the noise of this server."),
    ),
    "cache_cost_of_two_origins": Sentences(
        message=filled(
            gettext_lazy(
                "No ratio of cached to disk I/O for %(place)s: its two figures "
                "come from different campaigns or servers."
            )
        ),
        why=gettext_lazy("Their ratio would show more than what the cache is worth."),
        remedy=gettext_lazy(
            "Choose results of one campaign or server, or measure both regimes."
        ),
    ),
}
