"""The words that pages use, each in a sentence or two, by their anchors.

The papers' own terms are ``benchruns.sources.terms``.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from benchruns.glossary.measures import HOW_FIGURES_ARE_JUDGED, MEASURES, Texts
from benchruns.glossary.verdicts import WHAT_PAGES_CONCLUDE

WHAT_IS_TESTED: Texts = {
    "instance-class": (
        _("Instance class"),
        _(
            "A size that a provider sells for an engine: vCPUs, memory, storage, "
            "connections. A class of MySQL and one of PostgreSQL are two, even under "
            "one code."
        ),
    ),
    "engine-version": (
        _("Engine and version"),
        _(
            "What the server runs: MySQL 8.0, PostgreSQL 12. A measured version is cut "
            "to its release line; “unstated” where a paper names none."
        ),
    ),
    "endpoint": (
        _("Endpoint"),
        _(
            "A database server as you registered it: host, port, account. Its host and "
            "account are shown to nobody else."
        ),
    ),
    "check": (
        _("Check"),
        _(
            "A look at an endpoint before any load: which server answers, and what a "
            "run would lack."
        ),
    ),
    "workload": (
        _("Workload"),
        _(
            "What the tool sends: which statements make a transaction, on which tables. "
            "Figures of two workloads are not the same measure."
        ),
    ),
    "variant": (
        _("Variant"),
        _(
            "A workload sent in another way, as without BEGIN and COMMIT or at a fixed "
            "rate. Its rows stand apart and count in no best figure."
        ),
    ),
    "data-set": (
        _("Data set"),
        _(
            "The tables that a run prepares. They lie in a database or schema of "
            "Benchbook's own and are dropped afterwards, or kept for the next run if you "
            "ask for it."
        ),
    ),
    "hot-records": (
        _("Hot records"),
        _(
            "The part of the records that a pgbench load touches at all. The fewer they "
            "are, the more of the load stays in memory."
        ),
    ),
}
WHERE_FIGURES_COME_FROM: Texts = {
    "provenance": (
        _("Provenance"),
        _(
            "Where a result comes from: vendor (printed in a vendor's paper), measured "
            "(by a run here) or submitted (a report of somebody's own test). The API "
            "calls vendor `published`."
        ),
    ),
    "campaign": (
        _("Campaign"),
        _(
            "Results that were obtained in one way: same workload, tool, duration, "
            "client, network and settings. Only such rows share a chart."
        ),
    ),
    "source": (
        _("Source"),
        _("A vendor's paper or page, with all that the portal holds of it."),
    ),
    "derived": (
        _("Derived"),
        _(
            "A figure that was not printed but computed from printed ones; its formula "
            "stands beside it."
        ),
    ),
    "run": (
        _("Run"),
        _(
            "One execution of a workload on an endpoint: prepare, warm up, measure, "
            "clean up."
        ),
    ),
    "sweep": (
        _("Sweep"),
        _("Runs with more and more threads on one data set, to find the peak."),
    ),
    "repeats": (
        _("Repeats"),
        _(
            "Results under the same conditions that should agree. With five of them a "
            "difference can be more than chance; pages show their median. Each repeat is "
            "a result of its own where results are counted or listed."
        ),
    ),
    "excluded": (
        _("Excluded"),
        _(
            "A result that its owner left out as an outlier, with a reason. It counts "
            "in no median and no best figure."
        ),
    ),
    "reproduction": (
        _("Reproduction"),
        _(
            "A run that repeats a vendor's test on your own server, with a list of all "
            "that differs."
        ),
    ),
    "submission": (
        _("Submission"),
        _("An uploaded test report on its way through checks and review."),
    ),
    "finding": (
        _("Finding"),
        _(
            "A numbered remark beside a figure: what does not add up, why it matters "
            "and what would settle it."
        ),
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    anchor: str
    name: str
    text: str

    @property
    def searched(self) -> str:
        return f"{self.name} {self.text}".casefold()


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    anchor: str
    title: str
    words: Sequence[Word]


CHAPTERS: Sequence[tuple[str, str | Promise, Texts]] = (
    ("tested", _("What is tested"), WHAT_IS_TESTED),
    ("origins", _("Where figures come from"), WHERE_FIGURES_COME_FROM),
    ("judged", _("How figures are judged"), HOW_FIGURES_ARE_JUDGED),
    ("verdicts", _("What pages conclude"), WHAT_PAGES_CONCLUDE),
    ("measures", _("What is measured"), MEASURES),
)

_TEXTS: Texts = {
    key: pair for _anchor, _title, texts in CHAPTERS for key, pair in texts.items()
}


def _word(anchor: str, pair: tuple[str | Promise, str | Promise]) -> Word:
    name, text = pair
    return Word(anchor=anchor, name=str(name), text=str(text))


def chapters() -> Sequence[Chapter]:
    """In the reader's language."""
    return [
        Chapter(
            anchor=anchor,
            title=str(title),
            words=[_word(key, pair) for key, pair in texts.items()],
        )
        for anchor, title, texts in CHAPTERS
    ]


def word_at(anchor: str) -> Word:
    """One of them alone: pages explain a few of a hundred. Raises KeyError for none."""
    return _word(anchor, _TEXTS[anchor])


def all_words() -> Sequence[Word]:
    return [word for chapter in chapters() for word in chapter.words]
