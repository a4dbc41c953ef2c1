"""Charts as images that a document holds itself: it is drawn without a second request."""

from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass

from portal.charts.specs import Chart
from portal.charts.svg import svg_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """``note`` and ``source`` are printed under it."""

    address: str
    name: str
    note: str = ""
    source: str = ""


def pictures_of(charts: Iterable[Chart]) -> list[Picture]:
    """Of those that have something to show."""
    return [
        Picture(
            address=_data_address(svg_of(chart)),
            name=chart.heading,
            note=chart.note,
            source=chart.source,
        )
        for chart in charts
        if not chart.is_empty
    ]


def _data_address(svg: str) -> str:
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"
