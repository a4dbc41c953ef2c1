"""The sections of the papers in their order, with titles of our own."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from benchruns.results.published.cells import DATA, read
from benchruns.sources.facts import anchor


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """``name`` is as its paper numbers it, several of them where one remark holds of all
    (``1.4;1.5;1.6``), and ``title`` empty where the name says it; ``tables`` are the result tables that stand in it."""

    source: str
    name: str
    title: str
    tables: tuple[str, ...]

    @property
    def anchor(self) -> str:
        return anchor("section", self.name)

    @property
    def number(self) -> str:
        """Without what only names it, ``4`` of ``4 Use case``; else its name."""
        return self.name.split(" ")[0] if self.name[0].isdigit() else self.name


@cache
def all_sections() -> Sequence[Section]:
    return tuple(
        Section(
            source=line.required("source"),
            name=line.required("section"),
            title=line.text("title"),
            tables=tuple(line.items("tables")),
        )
        for line in read(DATA, "sections.csv")
    )


def sections_of(source: str) -> Sequence[Section]:
    return [section for section in all_sections() if section.source == source]


def section_named(source: str, name: str) -> Section | None:
    """By its own name or by that of a table in it; the first of several (``1.3;1.4``)."""
    known = sections_of(source)
    for wanted in (name, *name.split(";")):
        for section in known:
            if wanted == section.name or wanted in section.tables:
                return section
    return _nearest(name, known)


def _nearest(name: str, known: Iterable[Section]) -> Section | None:
    """The first section within a wider one: 1.3.1 of 1.3."""
    first = name.split(";")[0]
    return next((each for each in known if each.name.startswith(f"{first}.")), None)
