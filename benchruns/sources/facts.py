"""The facts of the papers, in our words, with the places that show them.

They come with the release and are never filtered by a reader, so they are read from
their file, once a process.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from django.utils.functional import Promise
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from benchruns.results.published.cells import DATA, Line, read

# What a fact is, in the order in which a section tells it.
KINDS: Mapping[str, str | Promise] = {
    "purpose": _("Purpose"),
    "service": _("Service"),
    "environment": _("Environment"),
    "prerequisite": _("Prerequisites"),
    "installation": _("Installation"),
    "system_setting": _("System setting"),
    "setting_reason": _("Reason"),
    "table_definition": _("Table"),
    "profile": _("Profile"),
    "step": _("Step"),
    "parameter": _("Parameter"),
    "metric": _("Metric"),
    "sample_figure": _("Printed figure"),
    "caution": _("Caution"),
    "programme": _("Reports"),
    "note": _("Note"),
}
BETWEEN_LITERALS = " ; "
# What stands before a subject, and what it says of the fact.
MARKS: Mapping[str, str | Promise] = {
    "edition difference: ": _("differs from the English edition"),
    "screenshot (OCR): ": _(
        "from a stock screen by text recognition; no setting of the vendor's runs"
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """``key`` is its anchor, unique in its source. ``mark`` says where it was read, where
    that matters. ``literals`` are short texts of the paper itself, ``places`` where else
    it is shown (``workload/tpcc``, ``fairness``)."""

    key: str
    source: str
    section: str
    kind: str
    subject: str
    mark: str | Promise
    text: str
    literals: tuple[str, ...]
    places: tuple[str, ...]

    @property
    def kind_label(self) -> str:
        return str(KINDS[self.kind])

    @property
    def searched(self) -> str:
        """All that a word may occur in."""
        return " ".join((self.subject, self.text, *self.literals)).casefold()


@cache
def all_facts() -> Sequence[Fact]:
    """In the order of the file: a paper's steps stand in theirs."""
    seen: Counter[tuple[str, str]] = Counter()
    return tuple(_fact(line, seen) for line in read(DATA, "facts.csv"))


def facts_of(source: str) -> Sequence[Fact]:
    return [fact for fact in all_facts() if fact.source == source]


def facts_at(place: str) -> Sequence[Fact]:
    """Those that a page shows besides their source's own."""
    return [fact for fact in all_facts() if place in fact.places]


def anchor(*words: str) -> str:
    """``1.4;1.5`` stays two numbers: ``1-4-1-5``."""
    return slugify(re.sub(r"[^\w]+", " ", " ".join(words)))


def _fact(line: Line, seen: Counter[tuple[str, str]]) -> Fact:
    source, section = line.required("source"), line.required("section")
    subject = line.required("subject")
    key = anchor("fact", section, subject)
    seen[source, key] += 1
    literal = line.text("literal")
    prefix = next(filter(subject.startswith, MARKS), "")
    return Fact(
        key=f"{key}-{count}" if (count := seen[source, key]) > 1 else key,
        source=source,
        section=section,
        kind=line.one_of("kind", {kind: kind for kind in KINDS}),
        subject=subject.removeprefix(prefix),
        mark=MARKS.get(prefix, ""),
        text=line.required("fact"),
        literals=tuple(literal.split(BETWEEN_LITERALS)) if literal else (),
        places=tuple(line.items("shown_at")),
    )
