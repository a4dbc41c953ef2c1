"""What staff state of a provider and of a class: one rule for pages, API and CSV files.

A rule takes a text and returns the value, or raises ValueError with a sentence that says
what to write instead.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.catalogue.entry import rules
from benchruns.catalogue.pricing import rules as price_rules
from benchruns.engines import ENGINES
from benchruns.names import rules as names
from benchruns.vocabulary import CatalogueKind

SEPARATOR = ";"  # between the regions of a cell


class Kind(StrEnum):
    TEXT = "text"
    WHOLE = "whole"
    NUMBER = "number"
    DAY = "day"
    LIST = "list"


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """``read`` is its rule. What is not ``of_paper`` can be stated of a class that a
    paper states, too."""

    name: str
    label: str | Promise
    read: Callable[[str], Any]  # what a rule makes of a text differs
    kind: Kind = Kind.TEXT
    help: str | Promise = ""
    written: str | Promise = (
        ""  # how a file writes it, where its label leaves that open
    )
    is_required: bool = False
    of_paper: bool = True

    @property
    def in_files(self) -> str:
        """How a file writes it; empty where its label says enough."""
        return "2026-01-31" if self.kind is Kind.DAY else str(self.written)

    @property
    def empty(self) -> Any:
        """What stands where nothing is stated."""
        if self.kind is Kind.LIST:
            return []
        return "" if self.kind is Kind.TEXT else None

    def value_of(self, text: str) -> Any:
        """ValueError with what to write instead."""
        text = text.strip()
        if text:
            return self.read(text)
        if self.is_required:
            raise ValueError(_("This may not be empty."))
        return self.empty


def text_of(value: object) -> str:
    """A value as people and files write it, so that its rule reads it again."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.15g}"
    if isinstance(value, list | tuple):
        return f"{SEPARATOR} ".join(map(str, value))
    return value.isoformat() if isinstance(value, date) else str(value)


_SOURCE: Sequence[Column] = (
    Column(
        name="source_text",
        label=gettext_lazy("Source"),
        read=price_rules.clean_source,
        help=gettext_lazy("Where others can read it: the address of a page."),
        is_required=True,
        of_paper=False,
    ),
    Column(
        name="stated_on",
        label=gettext_lazy("Stated on"),
        read=price_rules.clean_day,
        kind=Kind.DAY,
        help=gettext_lazy("The day on which the source said so."),
        is_required=True,
        of_paper=False,
    ),
)
PROVIDER: Sequence[Column] = (
    Column(
        name="slug",
        label=gettext_lazy("Short name"),
        read=names.slug,
        help=gettext_lazy(
            "In addresses and files: aws, alibaba-cloud. It cannot be changed later."
        ),
        is_required=True,
    ),
    Column(
        name="name",
        label=gettext_lazy("Name"),
        read=names.provider,
        is_required=True,
    ),
    *_SOURCE,
)
CLASS: Sequence[Column] = (
    Column(
        name="provider",
        label=gettext_lazy("Provider"),
        read=names.slug,
        written=gettext_lazy("its short name, as aws"),
        is_required=True,
    ),
    Column(
        name="engine",
        label=gettext_lazy("Engine"),
        read=rules.clean_engine,
        written=", ".join(ENGINES),
        is_required=True,
    ),
    Column(
        name="code",
        label=gettext_lazy("Code"),
        read=names.class_code,
        help=gettext_lazy("As the provider sells it: db.r6g.large."),
        is_required=True,
    ),
    Column(
        name="vcpus",
        label="vCPU",
        read=rules.whole(1, 4096),
        kind=Kind.WHOLE,
        is_required=True,
    ),
    Column(
        name="memory_gb",
        label=gettext_lazy("Memory, GB"),
        read=rules.number(0.1, 65_536),
        kind=Kind.NUMBER,
        is_required=True,
    ),
    Column(name="family", label=gettext_lazy("Family"), read=rules.line(60)),
    Column(name="edition", label=gettext_lazy("Edition"), read=rules.line(60)),
    Column(
        name="storage_gb",
        label=gettext_lazy("Max storage, GB"),
        read=rules.whole(1, 2_000_000_000),
        kind=Kind.WHOLE,
    ),
    Column(
        name="storage_type", label=gettext_lazy("Storage type"), read=rules.line(80)
    ),
    Column(
        name="max_connections",
        label=gettext_lazy("Max connections"),
        read=rules.whole(1, 10_000_000),
        kind=Kind.WHOLE,
    ),
    Column(
        name="iops",
        label="IOPS",
        read=rules.whole(1, 100_000_000),
        kind=Kind.WHOLE,
        help=gettext_lazy("At most, sustained."),
    ),
    Column(
        name="burst_baseline_percent",
        label=gettext_lazy("Burst baseline, %"),
        read=rules.number(0.1, 100),
        kind=Kind.NUMBER,
        help=gettext_lazy(
            "What it has of its vCPUs without credits; empty if it is never throttled."
        ),
        of_paper=False,
    ),
    Column(
        name="burst_credits_per_hour",
        label=gettext_lazy("Burst credits an hour"),
        read=rules.number(0.1, 1_000_000),
        kind=Kind.NUMBER,
        help=gettext_lazy("A credit is a minute of one vCPU at 100 %."),
        of_paper=False,
    ),
    Column(
        name="most_burst_credits",
        label=gettext_lazy("Max burst credits"),
        read=rules.number(0.1, 100_000_000),
        kind=Kind.NUMBER,
        help=gettext_lazy("As many as can be saved up."),
        of_paper=False,
    ),
    Column(
        name="regions",
        label=gettext_lazy("Regions"),
        read=rules.regions,
        kind=Kind.LIST,
        help=gettext_lazy("Where it is sold, with “;” between them."),
        of_paper=False,
    ),
    Column(
        name="sale_ends_on",
        label=gettext_lazy("End of sale"),
        read=rules.clean_end,
        kind=Kind.DAY,
        help=gettext_lazy("The last day on which it can be bought."),
        of_paper=False,
    ),
    *_SOURCE,
)
CLASS_KEY = ("provider", "engine", "code")
OF_KIND: Mapping[CatalogueKind, Sequence[Column]] = {
    CatalogueKind.PROVIDER: PROVIDER,
    CatalogueKind.INSTANCE_CLASS: CLASS,
}


def by_name(columns: Sequence[Column]) -> Mapping[str, Column]:
    return {column.name: column for column in columns}
