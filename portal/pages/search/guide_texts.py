"""The texts of the guides, section by section, as their templates have them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from django.template.loader import get_template
from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.translation import gettext

GUIDES: Mapping[str, Sequence[str]] = {
    "portal:guide": (
        "guide/_workloads.html",
        "guide/_trust.html",
        "guide/_verdicts.html",
        "guide/_data.html",
        "guide/guide.html",
    ),
    "portal:guide-fairness": ("guide/fairness.html",),
    "portal:guide-submissions": ("guide/submissions.html",),
}
MOST = 20
AROUND = 80  # characters before and after the first word of a hit

_SECTION = re.compile(r'<section id="([\w-]+)">')
_HEADING = re.compile(r'<h2>\{% translate "(.*?)" %\}</h2>')
_TRANSLATED = re.compile(r"""\{% translate (["'])(.*?)\1.*?%\}""", re.DOTALL)
_OF_TEMPLATES = re.compile(r"\{[%{#].*?[%}#]\}", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A section of a guide; ``around`` is where the words stand in it."""

    title: str
    url: str
    around: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Section:
    route: str
    anchor: str
    title: str
    text: str


def passages(words: Sequence[str]) -> list[Passage]:
    """The sections in which every word occurs."""
    parts = [word.casefold() for word in words]
    found = (
        section
        for section in _sections()
        if parts and all(part in section.text.casefold() for part in parts)
    )
    return [_passage(section, parts[0]) for section in found][:MOST]


def _passage(section: _Section, part: str) -> Passage:
    text = section.text
    place = text.casefold().index(part)
    start, end = max(0, place - AROUND), min(len(text), place + len(part) + AROUND)
    # Words are whole: a passage begins after a blank and ends before one.
    if start:
        start = text.find(" ", start, place) + 1 or place
    if end < len(text):
        end = max(text.rfind(" ", place, end), place + len(part))
    around = text[start:end]
    return Passage(
        title=gettext(section.title),
        url=f"{reverse(section.route)}#{section.anchor}",
        around=f"{'… ' * (start > 0)}{around}{' …' * (end < len(text))}",
    )


@cache
def _sections() -> Sequence[_Section]:
    """Read once a process; variables are left out, as no text of the guide."""
    return tuple(
        section
        for route, names in GUIDES.items()
        for name in names
        for section in _sections_of(route, name)
    )


def _sections_of(route: str, name: str) -> Iterator[_Section]:
    source: str = get_template(name).template.source  # type: ignore[attr-defined]  # Django's
    _before, *parts = _SECTION.split(source)
    for anchor, body in zip(parts[::2], parts[1::2], strict=True):
        heading = _HEADING.search(body)
        if heading is not None:
            plain = _OF_TEMPLATES.sub(" ", _TRANSLATED.sub(r"\2", body))
            text = " ".join(strip_tags(plain).split())
            yield _Section(
                route=route, anchor=anchor, title=heading.group(1), text=text
            )
