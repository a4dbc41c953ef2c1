"""What a chart is made of, whatever draws it."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext as _

from benchruns.findings import marked
from portal.charts import places


class Kind(StrEnum):
    """How a chart is drawn; which fields each kind reads is said in ``Chart``."""

    BARS = "bars"
    LINES = "lines"
    LYING = "lying"
    BOXES = "boxes"
    SCATTER = "scatter"
    TIMELINE = "timeline"


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """One colour, line or cloud of a chart; ``None`` where there is no figure, never 0.

    ``style`` is ``cached``, ``disk_io`` or ``none``; ``is_beside`` draws its bars
    narrower. A line over seconds that is of one run has its regime, or ``unknown``.
    ``doubts`` has a sentence for each value whose regime or method is in doubt, else "",
    and is empty where none is: a bar in doubt is hollow, and any figure in doubt has a
    dagger. ``name_doubt`` is a doubt of all its values, which its name
    bears. ``is_ideal`` is a dashed line of what was not measured.
    ``xs`` (scatter, timeline) says where each value stands. There ``sign`` chooses the
    colour with its sign or dash pattern, so that an entry of a comparison looks the
    same in every chart; without one the place in the list decides.
    """

    label: str
    values: list[float | None]
    texts: list[str]
    style: str = "none"
    is_beside: bool = False
    xs: list[float] = field(default_factory=list)
    sign: int | None = None
    doubts: list[str] = field(default_factory=list)
    name_doubt: str = ""
    is_ideal: bool = False

    def doubt(self, place: int) -> str:
        return self.doubts[place] if self.doubts else ""

    def label_text(self, place: int) -> str:
        """What stands at the value: its text, with a dagger where it is in doubt."""
        return marked(self.texts[place], self.doubt(place))

    @property
    def name_text(self) -> str:
        return marked(self.label, self.name_doubt)


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A measured or submitted figure at a place; without a series it stands beside.

    ``is_draft`` marks one that is not accepted yet or, where ``is_rejected``, never will
    be, ``is_claimed`` one whose regime only its owner states; ``doubt`` is as in a series.
    """

    place: int
    series: int | None
    value: float
    text: str
    provenance: str
    is_draft: bool = False
    is_rejected: bool = False
    is_claimed: bool = False
    doubt: str = ""

    @property
    def word(self) -> str:
        """Where it comes from, as the legend says it."""
        if self.is_rejected:
            return _("rejected, not accepted")
        if self.is_draft:
            return _("draft, not accepted yet")
        return {"measured": _("measured here"), "submitted": _("submitted")}.get(
            self.provenance, self.provenance
        )

    @property
    def label_text(self) -> str:
        return marked(self.text, self.doubt)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quartiles:
    lowest: float
    q1: float
    median: float
    q3: float
    highest: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """The repeats at one place; without quartiles only its points are drawn.

    ``excluded`` are values that do not count: drawn as crosses. ``text`` is the
    median as it is printed; ``doubt`` is as in a series.
    """

    values: list[float]
    quartiles: Quartiles | None = None
    text: str = ""
    excluded: list[float] = field(default_factory=list)
    style: str = "none"
    doubt: str = ""

    @property
    def label_text(self) -> str:
        return marked(self.text, self.doubt) if self.text else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """One picture. ``limit`` is the common end of charts that share their scale, and
    ``least`` the common beginning of log scales.

    - ``bars``: ``labels`` (lines of text a place), ``series``, ``points``.
    - ``lines``: the same without points; a line a series over the places.
    - ``lying``: bars to the right with their value at the end; ``baseline`` is a
      dashed line across them.
    - ``boxes``: ``boxes``, one for each of ``labels``.
    - ``scatter``: ``series`` with ``xs`` (throughput, in ``x_unit``) against values
      (latency, in ``unit``), joined in their order where ``is_joined``.
    - ``timeline``: ``series`` with ``xs`` in seconds.

    ``title`` stands over the chart on its page, ``caption`` over a picture that leaves
    it, ``source`` under that. A log scale that a zero or a negative figure forbids is
    linear, and ``note`` says so.
    """

    id: str
    kind: str
    title: str
    name: str
    unit: str
    is_log: bool
    labels: list[list[str]] = field(default_factory=list)
    series: list[Series] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)
    limit: float | None = None
    least: float | None = None
    baseline: float | None = None
    boxes: list[Box] = field(default_factory=list)
    x_unit: str = ""
    is_joined: bool = False
    caption: str = ""
    source: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        if self.is_log and any(value <= 0 for value in self.figures):
            told = _("Linear scale: a log scale cannot show 0 or less.")
            object.__setattr__(self, "is_log", False)
            object.__setattr__(self, "note", " ".join(filter(None, [self.note, told])))

    @property
    def spec(self) -> dict[str, Any]:
        """What the browser draws from."""
        # The legend is made of a chart, and so of what stands here.
        from portal.charts.legend import legend_of

        return {
            **asdict(self),
            "heading": self.heading,
            "source_text": self.source_text,
            "file_name": self.file_name,
            "slots": self.slots,
            "stands_from": self.stands_from,
            "lying_height": self.lying_height,
            "legend": [asdict(item) for item in legend_of(self)],
            "points": [asdict(point) | {"word": point.word} for point in self.points],
        }

    @property
    def slots(self) -> int:
        """Bars that a place has room for; the last is empty for points beside them.

        Where a place has no bar at all, its points stand in its middle.
        """
        bars = len(self.series)
        loose = any(point.series is None for point in self.points)
        return bars + 1 if loose and bars and self.tells_regimes else max(bars, 1)

    @property
    def tells_regimes(self) -> bool:
        return any(series.style != "none" for series in self.series)

    @property
    def lying_height(self) -> int:
        """What its bars take where they lie, which pages reserve; 0 for other kinds."""
        if self.kind == Kind.BOXES:
            return places.boxes_height(self.labels)
        if self.kind not in (Kind.BARS, Kind.LYING):
            return 0
        return places.lying_height(self.labels, slots=self.slots)

    @property
    def least_height(self) -> int:
        """To what its lying bars may shrink in a frame; 0 where they may not."""
        if self.kind not in (Kind.BARS, Kind.LYING):
            return 0
        return places.least_height(self.labels, slots=self.slots)

    @property
    def stands_from(self) -> int:
        """The width in pixels from which its bars stand, but on a phone; else they lie."""
        if self.kind == Kind.LYING:
            return places.NEVER
        if self.kind != Kind.BARS:
            return 0
        texts = [s.label_text(n) for s in self.series for n in range(len(s.texts))]
        bars = len(self.series)
        return places.stands_from(self.labels, texts, bars=bars, slots=self.slots)

    def has_bar(self, place: int) -> bool:
        return any(series.values[place] is not None for series in self.series)

    @property
    def doubts(self) -> list[str]:
        """Each doubt of a figure that is drawn, once."""
        told = [series.name_doubt for series in self.series]
        if self.labels:
            places = range(len(self.labels))
            told += [doubt for place in places for doubt in self.doubts_of(place)]
        else:  # each series has places of its own
            told += [doubt for series in self.series for doubt in series.doubts]
        return list(dict.fromkeys(filter(None, told)))

    @property
    def has_hollows(self) -> bool:
        """Whether a bar or a box is in doubt: it is drawn hollow."""
        bars = self.series if self.kind in (Kind.BARS, Kind.LYING) else []
        return any(box.doubt and box.quartiles for box in self.boxes) or any(
            series.doubt(place) and value is not None
            for series in bars
            for place, value in enumerate(series.values)
        )

    def doubts_of(self, place: int) -> list[str]:
        told = [s.doubt(place) for s in self.series if s.values[place] is not None]
        told += [point.doubt for point in self.points if point.place == place]
        told += [box.doubt for box in self.boxes[place : place + 1] if box.values]
        return list(dict.fromkeys(filter(None, told)))

    @property
    def figures(self) -> Iterator[float]:
        """Every figure on the axis of figures, in no order that matters."""
        for series in self.series:
            yield from (value for value in series.values if value is not None)
        yield from (point.value for point in self.points)
        for box in self.boxes:
            yield from box.values
            yield from box.excluded
        if self.baseline is not None:
            yield self.baseline

    @property
    def is_empty(self) -> bool:
        return next(self.figures, None) is None

    @property
    def heading(self) -> str:
        """What names the chart where it stands alone."""
        return self.caption or self.title or self.name

    @property
    def source_text(self) -> str:
        if not self.source:
            return ""
        return _("Source: %(source)s.") % {"source": self.source.rstrip(".")}

    @property
    def file_name(self) -> str:
        """Without an ending; the part of the name that tells charts of a page apart."""
        return f"benchbook-{self.id.removeprefix('chart-')}"
