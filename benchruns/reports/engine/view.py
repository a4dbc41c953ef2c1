"""What a reader chose to see of an engine version: the state in the page's address."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from benchruns.results.row import REPORT_METRICS, Row
from benchruns.vocabulary import Provenance, Regime

SCALES = ("linear", "log")
ORDERS = ("size", "ratio")
NEWEST, ALL = "newest", "all"
NOTHING = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Empty means not chosen: everything, or each section's own metric."""

    metric: str = ""
    scale: str = "linear"
    provider: str = ""
    campaign: str = ""
    regime: str = ""
    show: frozenset[str] = frozenset(Provenance.values)
    order: str = "size"
    rows: str = NEWEST  # of each place, in the tables alone
    beside: str = ""

    def keeps(self, row: Row) -> bool:
        return (
            row.provenance in self.show
            and self.provider in ("", row.provider)
            and self.regime in ("", row.regime)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What a version has to choose from."""

    metrics: Sequence[str]
    providers: Mapping[str, str]
    campaigns: Mapping[str, str]
    regimes: Sequence[str]
    provenances: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknown:
    """A word of the query that is none of ``known``; a page does ``instead``."""

    name: str
    word: str
    known: Sequence[str]
    instead: str
    label: str = ""  # what sentences call it, where that is not its name

    @property
    def message(self) -> str:
        text = _("Unknown %(name)s “%(word)s”; %(instead)s.")
        name = self.label or self.name
        return text % {"name": name, "word": self.word[:60], "instead": self.instead}


def read_view(
    query: Mapping[str, str], choices: Choices, *, beside: str
) -> tuple[View, list[Unknown]]:
    """The view that a query asks for, and each word of it that it cannot have."""
    problems: list[Unknown] = []

    def pick(name: str, allowed: Sequence[str], default: str, shown: str) -> str:
        word = query.get(name, "")
        if word in ("", *allowed):
            return word or default
        instead = _("showing %(shown)s") % {"shown": shown}
        problems.append(Unknown(name=name, word=word, known=allowed, instead=instead))
        return default

    first = choices.metrics[0] if choices.metrics else ""
    unit = REPORT_METRICS[first].unit if first else "TPS"
    view = View(
        metric=pick("metric", choices.metrics, "", unit),
        scale=pick("scale", SCALES, "linear", _("a linear scale")),
        provider=pick("provider", list(choices.providers), "", _("all providers")),
        campaign=pick("campaign", list(choices.campaigns), "", _("all campaigns")),
        regime=pick("regime", choices.regimes, "", _("all regimes")),
        order=pick("order", ORDERS, "size", _("rows by size")),
        rows=pick("rows", (NEWEST, ALL), NEWEST, _("the newest rows")),
        beside=beside,
    )
    return replace(view, show=_provenances(query, problems)), problems


def shown_words(query: Mapping[str, str]) -> str | None:
    """The kinds of rows asked for; ``provenance`` is what the API calls them."""
    return query.get("show", query.get("provenance"))


def _provenances(query: Mapping[str, str], problems: list[Unknown]) -> frozenset[str]:
    told = shown_words(query)
    if told is None:
        return frozenset(Provenance.values)
    words = [word for word in told.split(",") if word not in ("", NOTHING)]
    problems += [
        Unknown(
            name="show" if "show" in query else "provenance",
            word=word,
            known=Provenance.values,
            instead=_("it is left out"),
            label=_("provenance"),
        )
        for word in words
        if word not in Provenance.values
    ]
    return frozenset(words) & frozenset(Provenance.values)


REGIME_ORDER = (Regime.CACHED, Regime.DISK_IO, Regime.MIXED, Regime.OS_CACHE)


def choices_of(
    rows: Sequence[Row], campaigns: Mapping[str, str], metrics: Sequence[str]
) -> Choices:
    return Choices(
        metrics=metrics,
        providers={r.provider: r.provider_name for r in rows if r.provider},
        campaigns=campaigns,
        regimes=[r for r in REGIME_ORDER if any(row.regime == r for row in rows)],
        provenances=[
            p for p in Provenance.values if any(row.provenance == p for row in rows)
        ],
    )
