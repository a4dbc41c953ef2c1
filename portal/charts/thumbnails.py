"""Thumbnails: the bars of a picture as the geometry of one small SVG."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from benchruns.reports.shelf.picture import Picture, Place
from benchruns.sentences.doubts import first_doubt
from benchruns.vocabulary import Variant
from benchruns.workloads.labels import workload_label
from portal.formats.figures import figure

WIDTH = 280
HEIGHT = 84
WIDEST = 22
WIDEST_ALONE = 30
SHARE = 0.78
ROUND = 1.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    x: float
    y: float
    width: float
    height: float
    style: str
    is_doubted: bool


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

    @property
    def paths(self) -> Mapping[str, str]:
        """The bars of each look, as classes of CSS, in one path: a page has pictures of
        dozens of versions."""
        found: dict[str, list[str]] = defaultdict(list)
        for bar in self.bars:
            look = f"bar-{bar.style}{' bar-open' if bar.is_doubted else ''}"
            found[look].append(_outline(bar))
        return {look: "".join(outlines) for look, outlines in found.items()}


def thumbnail(picture: Picture) -> Thumbnail:
    highest, sure, doubt = picture.highest, picture.sure, first_doubt(picture.doubts)
    is_above = bool(doubt) and sure is not None
    return Thumbnail(
        bars=tuple(_bars(picture.places, highest)) if highest else (),
        caption=_("%(load)s, %(unit)s up to %(highest)s")
        % {
            "load": _load(picture),
            "unit": picture.unit,
            "highest": figure(sure if is_above and sure is not None else highest or 0),
        },
        doubt=doubt,
        above=figure(highest) if is_above else "",
    )


def _bars(places: Sequence[Place], highest: float) -> list[Bar]:
    slot = WIDTH / len(places)
    most = max(len(place) for place in places)
    widest = WIDEST_ALONE if most == 1 else WIDEST
    width = min(widest, slot * SHARE / most)
    bars = []
    for index, place in enumerate(places):
        left = slot * (index + 0.5) - width * len(place) / 2
        for number, drawn in enumerate(place):
            height = max(1.5, (HEIGHT - 4) * drawn.value / highest)
            bars.append(
                Bar(
                    x=round(left + number * width + 0.6, 2),
                    y=round(HEIGHT - 1 - height, 2),
                    width=round(max(width - 1.2, 0.8), 2),
                    height=round(height, 2),
                    style=drawn.style,
                    is_doubted=drawn.is_doubted,
                )
            )
    return bars


def _outline(bar: Bar) -> str:
    """Round at its upper corners, where it is wide enough to show them."""
    r = ROUND if bar.width > 4 * ROUND < bar.height else 0
    if not r:
        return f"M{bar.x} {bar.y}h{bar.width}v{bar.height}h-{bar.width}z"
    return (
        f"M{bar.x} {round(bar.y + r, 2)}a{r} {r} 0 0 1 {r}-{r}h{round(bar.width - 2 * r, 2)}"
        f"a{r} {r} 0 0 1 {r} {r}v{round(bar.height - r, 2)}h-{bar.width}z"
    )


def _load(picture: Picture) -> str:
    if picture.is_by_regime:
        return _("Cached and disk I/O")
    workload = workload_label(picture.workload)
    if picture.variant:
        return f"{workload} {Variant(picture.variant).label}"
    if picture.is_by_hot_records:
        return _("%(workload)s by hot records") % {"workload": workload}
    return workload
