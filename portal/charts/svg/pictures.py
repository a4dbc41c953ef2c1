"""Charts as images that a document holds itself: it is drawn without a second request."""

import re
from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from django.utils.safestring import SafeString, mark_safe

from portal.charts.specs import Chart
from portal.charts.svg import svg_of

# ElementTree leaves no < or > in a text or a value, and no " in a value.
_TAG = re.compile(r"<[^>]*>")
_ATTRIBUTE = re.compile(r'(?<= )([\w:-]+)="([^"]*)"')


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """``note`` and ``source`` are printed under it."""

    svg: str
    name: str
    note: str = ""
    source: str = ""

    @property
    def address(self) -> str:
        """For an image of a PDF, whose fonts the document's own are."""
        return f"data:image/svg+xml;base64,{b64encode(self.svg.encode()).decode()}"

    @property
    def inline(self) -> SafeString:
        """For a page, whose fonts no image may use.

        Ids are the picture's own: a page has many, and matplotlib names what is alike
        alike.
        """
        own = f"p{sha256(self.svg.encode()).hexdigest()[:8]}-"
        text = _TAG.sub(lambda tag: _with_own_ids(tag[0], own), self.svg)
        return mark_safe(text)  # noqa: S308 (just drawn: its texts are escaped)


def _with_own_ids(tag: str, own: str) -> str:
    def renamed(attribute: re.Match[str]) -> str:
        name, value = attribute.groups()
        if name == "id":
            value = f"{own}{value}"
        elif name.endswith("href") or value.startswith("url(#"):
            value = value.replace("#", f"#{own}", 1)
        return f'{name}="{value}"'

    return _ATTRIBUTE.sub(renamed, tag)


def pictures_of(charts: Iterable[Chart]) -> list[Picture]:
    """Of those that have something to show."""
    return [
        Picture(
            svg=svg_of(chart),
            name=chart.heading,
            note=chart.note,
            source=chart.source,
        )
        for chart in charts
        if not chart.is_empty
    ]
