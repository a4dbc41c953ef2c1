"""From matplotlib's SVG to one that is whole by itself, anywhere.

Style attributes become presentation attributes, which no content security policy takes
away, and the picture gets its name and its figures as text for those who do not see it.
"""

import re
from xml.etree import ElementTree as ET

from django.utils.translation import gettext as _

from benchruns.findings import DAGGER
from portal.charts.specs import Chart, Kind
from portal.web.xml_text import xml_text

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
FAMILY = "Inter, system-ui, 'Helvetica Neue', Arial, sans-serif"
TOLD = 60  # places that the description lists
LEFT_OUT = ("metadata", "style")


def tidied(svg: str, chart: Chart) -> str:
    root = ET.fromstring(xml_text(svg))  # noqa: S314 (just drawn here)
    _name_plainly(root)
    _leave_out(root)
    used = set(re.findall(r"#([\w-]+)", svg))
    for element in root.iter():
        _set_attributes(element)
        if element.get("id") not in used:
            element.attrib.pop("id", None)
    for name in ("width", "height"):
        root.set(name, root.get(name, "").removesuffix("pt"))
    root.set("role", "img")
    root.set("aria-label", chart.heading)
    root.set("font-family", FAMILY)
    root.set("stroke-linejoin", "round")
    root.insert(0, _text("desc", description(chart)))
    root.insert(0, _text("title", chart.heading))
    ET.indent(root, " ")
    return xml_text(ET.tostring(root, encoding="unicode")) + "\n"


def _text(name: str, text: str) -> ET.Element:
    element = ET.Element(name)
    element.text = text
    return element


def _name_plainly(root: ET.Element) -> None:
    """Names without their spaces, which stand at the root.

    The prefixes that ElementTree would write are settings of the whole process, and
    others change them.
    """
    for element in root.iter():
        element.tag = element.tag.removeprefix(f"{{{SVG}}}")
        if link := element.attrib.pop(f"{{{XLINK}}}href", ""):
            element.set("xlink:href", link)
    root.set("xmlns", SVG)
    root.set("xmlns:xlink", XLINK)


def _leave_out(root: ET.Element) -> None:
    for parent in root.iter():
        for child in [each for each in parent if each.tag in LEFT_OUT]:
            parent.remove(child)


def _set_attributes(element: ET.Element) -> None:
    style = element.attrib.pop("style", "")
    for rule in style.split(";"):
        name, colon, value = rule.partition(":")
        if not colon:
            continue
        if name.strip() == "font":
            _set_font(element, value.strip())
        elif name.strip() == "font-family":
            continue  # the one at the root is everybody's, on paper too
        elif value.strip():
            element.set(name.strip(), value.strip())


def _set_font(element: ET.Element, value: str) -> None:
    """``600 14px 'DejaVu Sans'``: the family stands at the root."""
    size = re.search(r"([\d.]+)px", value)
    weight = re.search(r"\b(bold|700)\b", value)
    if size:
        element.set("font-size", size.group(1))
    if weight:
        element.set("font-weight", "600")  # as the headings of pages


def description(chart: Chart) -> str:
    """Every figure of the picture in words, as far as a listener follows."""
    if chart.kind in (Kind.SCATTER, Kind.TIMELINE):
        told = [f"{each.name_text}: {_span(each.values)}" for each in chart.series]
    elif chart.kind == Kind.BOXES:
        pairs = zip(chart.labels, chart.boxes, strict=False)
        told = [f"{', '.join(label)}: {box.label_text}" for label, box in pairs]
    else:
        told = [_place_text(chart, place) for place in range(len(chart.labels))]
    parts = [chart.name, *(f"{line} {chart.unit}" for line in told[:TOLD] if line)]
    if len(told) > TOLD:
        parts.append("…")
    if chart.doubts:
        parts.append(f"{DAGGER} {_('regime or method in doubt')}")
        parts += chart.doubts[:TOLD]
    return ". ".join(part.strip().removesuffix(".") for part in parts if part)


def _span(values: list[float | None]) -> str:
    known = [value for value in values if value is not None]
    return f"{min(known):,.6g} – {max(known):,.6g}" if known else "–"


def _place_text(chart: Chart, place: int) -> str:
    figures = [
        f"{series.label} {series.label_text(place)}".strip()
        for series in chart.series
        if series.values[place] is not None
    ]
    figures += [point.label_text for point in chart.points if point.place == place]
    return f"{', '.join(chart.labels[place])}: {'; '.join(figures)}" if figures else ""
