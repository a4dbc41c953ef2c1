"""A chart drawn by matplotlib and made fit to stand alone."""

from collections.abc import Callable, Mapping
from hashlib import sha256
from io import StringIO
from threading import Lock
from warnings import catch_warnings, filterwarnings

from django.core.cache.backends.locmem import LocMemCache
from django.utils.translation import get_language
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from portal.charts.specs import Chart, Kind
from portal.charts.svg.bars import draw_bars
from portal.charts.svg.boxes import draw_boxes
from portal.charts.svg.lines import draw_lines, draw_plane
from portal.charts.svg.tidy import tidied

DRAWERS: Mapping[str, Callable[[Chart], Figure]] = {
    Kind.BARS: draw_bars,
    Kind.LYING: draw_bars,
    Kind.LINES: draw_lines,
    Kind.BOXES: draw_boxes,
    Kind.SCATTER: draw_plane,
    Kind.TIMELINE: draw_plane,
}
# Figures share matplotlib's caches of fonts and texts, which are not made for threads.
_one_at_a_time = Lock()
# A chart takes a tenth of a second of a CPU, and a white paper has many: the same one is
# drawn once. A picture is some ten kilobytes.
_kept = LocMemCache("charts", {"timeout": 3600, "max_entries": 200})


def draw(chart: Chart) -> str:
    key = sha256(f"{get_language()} {chart!r}".encode()).hexdigest()
    svg: str | None = _kept.get(key)
    if svg is not None:
        return svg
    with _one_at_a_time:
        # who had the turn before may have drawn the same
        svg = _kept.get(key)
        if svg is None:
            svg = _drawn(chart)
            _kept.set(key, svg)
        return svg


def _drawn(chart: Chart) -> str:
    with catch_warnings():
        # Letters of other scripts: the reader's fonts have them, matplotlib's has not.
        filterwarnings("ignore", "Glyph", UserWarning)
        figure = DRAWERS[chart.kind](chart)
        text = StringIO()
        canvas = FigureCanvasSVG(figure)
        canvas.print_svg(text, metadata={"Date": None})  # type: ignore[no-untyped-call]  # matplotlib's
    return tidied(text.getvalue(), chart)
