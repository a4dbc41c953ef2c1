"""What staff state of a provider, a class and a campaign: a rule for each value.

One list each for pages, API and CSV files; what a campaign says of its rows stands in
the report that comes with it.
"""

from collections.abc import Mapping, Sequence
from functools import partial

from django.utils.translation import gettext_lazy

from benchruns.catalogue.entry import rules
from benchruns.catalogue.entry.column import Column, Kind
from benchruns.catalogue.pricing import rules as price_rules
from benchruns.engines import ENGINES
from benchruns.names import rules as names
from benchruns.vocabulary import CatalogueKind

LONGEST_SLUG, LONGEST_SOURCE = 100, 80

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
CAMPAIGN: Sequence[Column] = (
    Column(
        name="slug",
        label=gettext_lazy("Short name"),
        read=partial(names.slug, longest=LONGEST_SLUG),
        help=gettext_lazy("Letters, digits and hyphens: aws-2026-60s."),
        is_required=True,
    ),
    Column(
        name="title",
        label=gettext_lazy("Title"),
        read=rules.line(200),
        help=gettext_lazy("What was tested, in a line."),
        is_required=True,
    ),
    Column(
        name="source_title",
        label=gettext_lazy("Title of the paper"),
        read=rules.line(200),
        is_required=True,
    ),
    Column(
        name="source_slug",
        label=gettext_lazy("Short name of the paper"),
        read=partial(names.slug, longest=LONGEST_SOURCE),
        help=gettext_lazy("The same for each campaign of one paper."),
        is_required=True,
    ),
    Column(
        name="source_text",
        label=gettext_lazy("Address of the paper"),
        read=price_rules.clean_source,
        help=gettext_lazy("Where others can read it: of its page or file."),
        is_required=True,
    ),
    Column(
        name="source_section",
        label=gettext_lazy("Section"),
        read=rules.line(120),
        help=gettext_lazy("Where in the paper the figures stand: table 3."),
        is_required=True,
    ),
    Column(
        name="language",
        label=gettext_lazy("Language"),
        read=rules.clean_language,
        help=gettext_lazy("Of the paper: en, zh-CN."),
        is_required=True,
    ),
    Column(
        name="published_on",
        label=gettext_lazy("Published on"),
        read=price_rules.clean_day,
        kind=Kind.DAY,
        help=gettext_lazy("Empty where the paper prints no day."),
    ),
    Column(
        name="stated_on",
        label=gettext_lazy("Looked up on"),
        read=price_rules.clean_day,
        kind=Kind.DAY,
        help=gettext_lazy("The day on which you read it there."),
        is_required=True,
    ),
    Column(
        name="notes",
        label=gettext_lazy("Notes"),
        read=rules.line(2000),
        help=gettext_lazy("What a reader of the figures must know."),
    ),
)
CLASS_KEY = ("provider", "engine", "code")
OF_KIND: Mapping[CatalogueKind, Sequence[Column]] = {
    CatalogueKind.PROVIDER: PROVIDER,
    CatalogueKind.INSTANCE_CLASS: CLASS,
}
