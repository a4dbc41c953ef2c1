"""What is stated of a campaign beside the rows of its report: a rule for each value."""

import re
from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.catalogue.entry import rules
from benchruns.catalogue.entry.columns import Column, Kind
from benchruns.catalogue.pricing import rules as price_rules
from benchruns.names import rules as names

LONGEST_SLUG, LONGEST_SOURCE = 100, 80
_LANGUAGE = re.compile(r"[a-z]{2}(-[A-Z]{2})?", re.ASCII)


def clean_language(text: str) -> str:
    if not _LANGUAGE.fullmatch(text):
        raise ValueError(_("Write the code of a language, as en or zh-CN."))
    return text


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
        read=clean_language,
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
