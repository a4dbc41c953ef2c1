"""A chart drawn by matplotlib and made fit to stand alone."""

from collections.abc import Callable, Mapping
from io import StringIO
from threading import Lock
from warnings import catch_warnings, filterwarnings

from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from portal.chart_svg.bars import draw_bars
from portal.chart_svg.boxes import draw_boxes
from portal.chart_svg.lines import draw_lines, draw_plane
from portal.chart_svg.tidying import tidied
from portal.charts.specs import Chart, Kind

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


def draw(chart: Chart) -> str:
    with _one_at_a_time, catch_warnings():
        # Letters of other scripts: the reader's fonts have them, matplotlib's has not.
        filterwarnings("ignore", "Glyph", UserWarning)
        figure = DRAWERS[chart.kind](chart)
        text = StringIO()
        canvas = FigureCanvasSVG(figure)
        canvas.print_svg(text, metadata={"Date": None})  # type: ignore[no-untyped-call]  # matplotlib's
    return tidied(text.getvalue(), chart)
