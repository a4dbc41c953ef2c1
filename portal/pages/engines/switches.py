"""The switches of a version's page: links that change one word of its address."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from benchruns.figures.metrics import TOTALS
from benchruns.reports.engine import EngineReport
from benchruns.reports.engine.view import ALL, NOTHING, shown_words
from benchruns.results.row import REPORT_METRICS
from benchruns.vocabulary import Provenance, Regime

NAMES = (
    "metric",
    "scale",
    "provider",
    "campaign",
    "regime",
    "order",
    "rows",
    "show",
    "beside",
    "draft",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A link of a switch; ``id`` lets focus find it again after the swap."""

    id: str
    label: str
    href: str
    is_current: bool
    sign: str = ""


# Switches whose label is a word of the glossary, with its anchor there.
WORDS = {"regime": "regime", "campaign": "campaign", "show": "provenance"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    name: str
    label: str
    options: Sequence[Option]

    @property
    def word(self) -> str:
        """The anchor of its label in the glossary; empty where it needs none."""
        return WORDS.get(self.name, "")

    @property
    def current(self) -> Option | None:
        return next((option for option in self.options if option.is_current), None)

    @property
    def is_choice(self) -> bool:
        """Whether there is anything to choose: "All" and one more is not."""
        has_all = self.options[0].id.endswith("-all") if self.options else False
        return len(self.options) > (2 if has_all else 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Switches:
    """``csv`` is the file of the view, ``all`` the page with nothing chosen.

    ``more`` and ``fewer`` are the page with all rows of its tables, and with the newest.
    """

    groups: Sequence[Switch]
    campaigns: Switch | None
    toggles: Switch
    beside: Switch
    order: Switch
    csv: str
    all: str
    more: str
    fewer: str


def metric_word(name: str) -> str:
    """A rate is known by its unit, a latency by its percentile, a total by its name."""
    metric = REPORT_METRICS[name]
    if name in TOTALS:
        return str(metric.label)
    if metric.unit == "ms":
        return {"latency_avg_ms": _("mean ms"), "latency_p95_ms": _("p95 ms")}[name]
    return metric.unit


def switches_of(
    report: EngineReport, query: Mapping[str, str], *, path: str
) -> Switches:
    """All switches of a report; a switch that would leave no choice is left out."""
    words = {**query, "show": shown_words(query) or ""}
    draft = {"draft": words["draft"]} if words.get("draft") else {}
    builder = _Builder({n: words[n] for n in NAMES if words.get(n)}, path)
    view, choices = report.view, report.choices
    chosen_metric = view.metric or (choices.metrics[0] if choices.metrics else "")
    groups = [
        builder.switch(
            "metric",
            _("Metric"),
            {name: metric_word(name) for name in choices.metrics},
            chosen_metric,
        ),
        builder.switch(
            "scale",
            _("Scale"),
            {"linear": _("Linear"), "log": _("Log")},
            view.scale,
            default="linear",
        ),
        builder.switch(
            "provider",
            _("Provider"),
            {"": _("All"), **choices.providers},
            view.provider,
        ),
        builder.switch(
            "regime",
            _("Regime"),
            {"": _("All"), **{r: str(Regime(r).label) for r in choices.regimes}},
            view.regime,
        ),
    ]
    campaigns = builder.switch(
        "campaign", _("Campaign"), {"": _("All"), **choices.campaigns}, view.campaign
    )
    return Switches(
        groups=[group for group in groups if group.is_choice],
        campaigns=campaigns if campaigns.is_choice else None,
        order=builder.switch(
            "order",
            _("Sort by"),
            {"size": _("vCPU"), "ratio": _("memory a vCPU")},
            view.order,
            default="size",
        ),
        toggles=_toggles(builder, report),
        beside=_beside(builder, report),
        csv=builder.href(format="csv"),
        more=builder.href(rows=ALL),
        fewer=builder.href(rows=""),
        all=_Builder(draft, path).href(),
    )


class _Builder:
    def __init__(self, query: Mapping[str, str], path: str) -> None:
        self.query = query
        self.path = path

    def href(self, **changes: str) -> str:
        """The address with these words changed; an empty word is taken out."""
        words = {**self.query, **changes}
        ordered = {name: words[name] for name in (*NAMES, "format") if words.get(name)}
        return f"{self.path}?{urlencode(ordered, safe=',')}" if ordered else self.path

    def switch(
        self,
        name: str,
        label: str,
        words: Mapping[str, str],
        current: str,
        *,
        default: str = "",
    ) -> Switch:
        return Switch(
            name=name,
            label=label,
            options=[
                Option(
                    id=f"{name}-{word or 'all'}",
                    label=text,
                    href=self.href(**{name: "" if word == default else word}),
                    is_current=word == current,
                )
                for word, text in words.items()
            ],
        )


def _toggles(builder: _Builder, report: EngineReport) -> Switch:
    shown = report.view.show
    options = []
    for word in Provenance.values:
        flipped = shown ^ {word}
        words = [other for other in Provenance.values if other in flipped]
        everything = len(words) == len(Provenance.values)
        options.append(
            Option(
                id=f"show-{word}",
                label=str(Provenance(word).label),
                href=builder.href(
                    show="" if everything else ",".join(words) or NOTHING
                ),
                is_current=word in shown,
                sign=f"bb-prov-{word}",
            )
        )
    return Switch(name="show", label=_("Show"), options=options)


def _beside(builder: _Builder, report: EngineReport) -> Switch:
    """Versions to put beside; "none" stands in the address where one is the default."""
    nothing = "" if report.version.is_published else NOTHING
    current = report.beside.key if report.beside else NOTHING
    options = [
        Option(
            id="beside-none",
            label=_("Nothing"),
            href=builder.href(beside=nothing),
            is_current=current == NOTHING,
        )
    ]
    options += [
        Option(
            id=f"beside-{version.key}",
            label=version.title,
            href=builder.href(beside=version.key),
            is_current=current == version.key,
        )
        for version in report.versions
        if version.key != report.version.key
    ]
    return Switch(
        name="beside", label=_("Compare with another version"), options=options
    )
