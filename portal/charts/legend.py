"""What the signs of a chart mean: one list for pages, frames, pictures and paper."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _

from portal.charts.specs import Chart, Kind


class Sign(StrEnum):
    """What is drawn; ``static/css/chart_keys.css`` has a class for each."""

    SWATCH = "swatch"
    MEASURED = "measured"
    SUBMITTED = "submitted"
    DRAFT = "draft"
    REPEAT = "repeat"
    BOX = "box"
    WHISKER = "whisker"
    EXCLUDED = "excluded"
    DASHED = "dashed"
    DAGGER = "dagger"
    HOLLOW = "hollow"


@dataclass(frozen=True, slots=True)
class LegendItem:
    """A sign and its word; ``style`` and ``is_beside`` are those of a swatch."""

    sign: Sign
    label: str
    style: str = ""
    is_beside: bool = False

    @property
    def css(self) -> str:
        """Class names of the style sheet."""
        if self.sign == Sign.HOLLOW:
            return "bb-swatch bb-swatch-open"
        if self.sign != Sign.SWATCH:
            return f"bb-key-{self.sign}"
        beside = " bb-swatch-beside" if self.is_beside else ""
        return f"bb-swatch bb-swatch-{self.style}{beside}"


def legend_of(chart: Chart) -> list[LegendItem]:
    """Every sign that the chart has, each with its word."""
    return [*_bars(chart), *_points(chart), *_boxes(chart), *_lines(chart)]


def legend_of_all(charts: Iterable[Chart]) -> list[LegendItem]:
    """Of charts that stand together: each sign once."""
    return list(dict.fromkeys(item for chart in charts for item in legend_of(chart)))


def _bars(chart: Chart) -> Iterator[LegendItem]:
    if chart.kind not in (Kind.BARS, Kind.LYING):
        return
    if len(chart.series) > 1 or chart.tells_regimes:
        for series in chart.series:
            if series.label:
                yield LegendItem(
                    Sign.SWATCH, series.label, series.style, series.is_beside
                )


def _points(chart: Chart) -> Iterator[LegendItem]:
    provenances = {p.provenance for p in chart.points if not p.is_draft}
    if "measured" in provenances:
        yield LegendItem(Sign.MEASURED, _("measured here"))
    if "submitted" in provenances:
        claims = any(point.is_claimed and not point.is_draft for point in chart.points)
        label = _("submitted, regime as claimed") if claims else _("submitted")
        yield LegendItem(Sign.SUBMITTED, label)
    for word in sorted({p.word for p in chart.points if p.is_draft}):
        yield LegendItem(Sign.DRAFT, word)
    if chart.slots > max(len(chart.series), 1) and _is_beside_bars(chart):
        label = _("points beside the bars: regime not determined")
        yield LegendItem(Sign.REPEAT, label)


def _is_beside_bars(chart: Chart) -> bool:
    """Whether a point without a bar of its own has one beside it, not an empty place."""
    return any(
        point.series is None
        and any(series.values[point.place] is not None for series in chart.series)
        for point in chart.points
    )


def _boxes(chart: Chart) -> Iterator[LegendItem]:
    if any(box.values for box in chart.boxes):
        yield LegendItem(Sign.REPEAT, _("one repeat"))
    if any(box.quartiles for box in chart.boxes):
        yield LegendItem(Sign.BOX, _("the middle half, with the median"))
        yield LegendItem(Sign.WHISKER, _("lowest to highest"))
    if any(box.excluded for box in chart.boxes):
        yield LegendItem(Sign.EXCLUDED, _("left out by its owner"))


def _lines(chart: Chart) -> Iterator[LegendItem]:
    if chart.baseline is not None:
        yield LegendItem(Sign.DASHED, _("dashed: the baseline"))
    if any(series.is_ideal for series in chart.series):
        label = _("dashed: perfect scaling from the smallest class")
        yield LegendItem(Sign.DASHED, label)
    if chart.kind == Kind.LINES and any(s.is_beside for s in chart.series):
        yield LegendItem(Sign.DASHED, _("dashed: the version put beside"))
    if chart.has_hollows:
        label = _("hollow, †: regime or method in doubt")
        yield LegendItem(Sign.HOLLOW, label)
    elif chart.doubts:
        yield LegendItem(Sign.DAGGER, _("regime or method in doubt"))
