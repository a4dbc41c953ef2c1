"""Charts as plain data: what is drawn, in words, numbers and texts.

``static/js/charts.js`` draws them in the browser, ``portal.charts.svg`` on the server.
"""

from portal.charts.legend import LegendItem, legend_of, legend_of_all
from portal.charts.sections import drawn_note, label_note, section_charts
from portal.charts.specs import Box, Chart, Kind, Point, Quartiles, Series

__all__ = [
    "Box",
    "Chart",
    "Kind",
    "LegendItem",
    "Point",
    "Quartiles",
    "Series",
    "drawn_note",
    "label_note",
    "legend_of",
    "legend_of_all",
    "section_charts",
]
