"""What pages conclude: the words over a comparison, of repeats, and of a need."""

from django.utils.translation import gettext_lazy as _

from benchruns.glossary.measures import Texts

WHAT_PAGES_CONCLUDE: Texts = {
    "comparable": (
        _("Comparable"),
        _(
            "Nothing that is known stands against holding the results against each "
            "other: same kind of test, and no caution."
        ),
    ),
    "caution": (
        _("Caution"),
        _(
            "A difference beside the one you look for, such as another client or older "
            "settings. Ratios are shown; the caution says what may explain them."
        ),
    ),
    "different-tests": (
        _("Different tests"),
        _(
            "The results come from other workloads, durations or sizes of data. Each "
            "figure is right, but a gap between them says nothing of the servers."
        ),
    ),
    "refusal": (
        _("Not comparable"),
        _(
            "Two figures under one name that count different things, as QPS with and "
            "without BEGIN and COMMIT: no ratio is computed of them."
        ),
    ),
    "one-measure": (
        _("One measure"),
        _(
            "Figures that count the same thing although they come from different "
            "tests: they may share an axis, but not decide which server is faster."
        ),
    ),
    "in-doubt": (
        _("In doubt"),
        _(
            "A finding leaves open whether the regime or the figure itself is right. "
            "The figure has a dagger (†), proves no need, and says why on its page."
        ),
    ),
    "better": (
        _("Better"),
        _("The repeats show it: the whole interval of the ratio is on the good side."),
    ),
    "worse": (
        _("Worse"),
        _("The repeats show it: the whole interval of the ratio is on the bad side."),
    ),
    "not-distinguishable": (
        _("Not distinguishable"),
        _("The repeats scatter more than the two sides differ: it may be chance."),
    ),
    "too-few-repeats": (
        _("Too few repeats"),
        _("Fewer than five on a side: chance may explain any difference."),
    ),
    "reached": (
        _("Reached"),
        _(
            "A result that is not in doubt shows that the class did what is needed; where "
            "it was repeated, so does the median of its repeats."
        ),
    ),
    "not-proven": (
        _("Not proven"),
        _(
            "The class may do what is needed, but no result shows it for sure: its "
            "figure is in doubt, its p95, regime or price is not known, or its best "
            "repeat alone reached it."
        ),
    ),
    "not-by-its-median": (
        _("Not by its median"),
        _(
            "The best of several repeats did what is needed, but their median does not: "
            "who runs the load once gets less than the best."
        ),
    ),
    "p95-not-known": (
        _("p95 not known"),
        _("Fast enough, but its 95th percentile of latency was not recorded."),
    ),
    "regime-not-known": (
        _("Regime not known"),
        _("Fast enough, but nobody can tell whether it read from memory or disk."),
    ),
    "price-not-known": (
        _("Price not known"),
        _("Fast enough, but no price of it is on record in the currency asked for."),
    ),
    "over-budget": (
        _("Over budget"),
        _("Fast enough, and dearer than what you want to spend."),
    ),
    "p95-too-high": (
        _("p95 too high"),
        _("Enough transactions, but more than 5 % of them took longer than asked."),
    ),
    "too-slow": (
        _("Too slow"),
        _(
            "The best that the class showed under this load is less than what is needed."
        ),
    ),
    "near-miss": (
        _("Near miss"),
        _(
            "A smaller class that reached at least 80 % of what is needed: worth a look "
            "before you pay for the next size."
        ),
    ),
}
