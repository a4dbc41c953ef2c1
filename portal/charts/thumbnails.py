"""Thumbnails: a section's bars as the geometry of one small SVG."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from benchruns.reports.engine.facts import own_bars
from benchruns.reports.engine.section import Section
from benchruns.results.row import Row
from benchruns.sentences.doubts import doubt_text
from benchruns.vocabulary import Regime, Variant
from benchruns.workloads.labels import workload_label
from portal.formats.figures import figure

WIDTH = 280
HEIGHT = 84
WIDEST = 22
WIDEST_ALONE = 30
SHARE = 0.78
MOST_BARS = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    x: float
    y: float
    width: float
    height: float
    style: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Thumbnail:
    """Bars from left to right; ``caption`` says what they are and where those end that are
    not in doubt, ``doubt`` what is in doubt of the highest. ``above`` is the highest figure
    where others are sure: it stands with its doubt, apart from theirs.
    """

    bars: tuple[Bar, ...]
    caption: str
    doubt: str
    above: str
    width: int = WIDTH
    height: int = HEIGHT


def thumbnail(section: Section) -> Thumbnail:
    groups = _groups(section)
    values = [value for group in groups for value, _style in group]
    highest = max(values, default=0)
    doubt, sure = _doubt(section, highest), _highest_that_is_sure(section)
    is_above = bool(doubt) and sure is not None
    return Thumbnail(
        bars=tuple(_bars(groups, highest)) if highest else (),
        caption=_("%(load)s, %(unit)s up to %(highest)s")
        % {
            "load": _load(section),
            "unit": section.metric.unit,
            "highest": figure(sure if is_above and sure is not None else highest),
        },
        doubt=doubt,
        above=figure(highest) if is_above else "",
    )


def _doubt(section: Section, highest: float) -> str:
    """That of the row that ends the bars; empty where one that is sure ends there too."""
    ends = [row for row in _rows(section) if section.value(row) == highest]
    told = [doubt_text(row) for row in ends]
    return told[0] if all(told) and told else ""


def _highest_that_is_sure(section: Section) -> float | None:
    known = [section.value(row) for row in _rows(section) if not doubt_text(row)]
    return max((value for value in known if value is not None), default=None)


def _rows(section: Section) -> list[Row]:
    """Those behind the bars."""
    if section.has_regimes and section.is_published:
        rows = [
            c.bar(s, is_beside=False)
            for c in section.categories
            for s in section.series
        ]
    else:
        rows = list(own_bars(section, section.series[0]))
    return [row for row in rows if row is not None]


def _groups(section: Section) -> list[list[tuple[float, str]]]:
    """The values of each place with their signs; places without a figure are left out."""
    if section.has_regimes and section.is_published:
        pairs = [
            [(section.value(c.bar(s, is_beside=False)), s) for s in section.series]
            for c in section.categories
        ]
        known = [[(v, s) for v, s in pair if v is not None] for pair in pairs]
        return [group for group in known if group]
    found: dict[object, tuple[float, str]] = {}
    for row in own_bars(section, section.series[0]):
        value = section.value(row)
        if value is None:
            continue
        style = row.regime if row.regime in Regime.values else "none"
        # Repeats are one bar, the best of them; each published row is its own.
        same = row.id if row.is_published else (row.place, row.threads, row.rows)
        found[same] = max(found.get(same, (value, style)), (value, style))
    return [[pair] for pair in sorted(found.values())[-MOST_BARS:]]


def _bars(groups: list[list[tuple[float, str]]], highest: float) -> list[Bar]:
    slot = WIDTH / len(groups)
    most = max(len(group) for group in groups)
    widest = WIDEST_ALONE if most == 1 else WIDEST
    width = min(widest, slot * SHARE / most)
    bars = []
    for index, group in enumerate(groups):
        left = slot * (index + 0.5) - width * len(group) / 2
        for place, (value, style) in enumerate(group):
            height = max(1.5, (HEIGHT - 4) * value / highest)
            bars.append(
                Bar(
                    x=round(left + place * width + 0.6, 2),
                    y=round(HEIGHT - 1 - height, 2),
                    width=round(width - 1.2, 2),
                    height=round(height, 2),
                    style=style,
                )
            )
    return bars


def _load(section: Section) -> str:
    if section.has_regimes and section.is_published:
        return _("Cached and disk I/O")
    workload = workload_label(section.method.workloads[0])
    if variant := section.method.variant:
        return f"{workload} {Variant(variant).label}"
    if section.varies_hot_records:
        return _("%(workload)s by hot records") % {"workload": workload}
    return workload
