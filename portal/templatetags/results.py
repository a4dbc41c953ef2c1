"""What results, classes and workloads are called and where their pages are."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Protocol

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from benchruns.engines import ENGINES, labels_of
from benchruns.figures.metrics import Metric
from benchruns.names.class_words import ClassKey, class_word
from benchruns.reports.engine.report import section_name
from benchruns.reports.shelf.picture import Picture
from benchruns.results.labels import load_text, title_text
from benchruns.results.labels import short_code as shorten
from benchruns.results.readable import left_out_text
from benchruns.results.row import Row
from benchruns.sources.papers import paper_title
from benchruns.vocabulary import Phase, Provenance, Regime, ResultStatus
from benchruns.workloads import WORKLOADS
from benchruns.workloads.labels import (
    has_kinds,
    is_one_row,
    words_of,
    workload_label,
)
from portal.charts.thumbnails import Thumbnail
from portal.charts.thumbnails import thumbnail as make_thumbnail
from portal.links import sources as source_links
from portal.links.submissions import submission_url, submitted_file_url
from portal.ticks import result_item
from portal.wording import row_parts, sources
from portal.wording.checks import durability
from portal.wording.formulas import formula_text
from portal.wording.runs import load

register = template.Library()

register.filter("left_out_text", left_out_text)
register.filter("formula_text", formula_text)
register.filter("workload", workload_label)
register.filter("has_kinds", lambda name: has_kinds([name]))
register.filter("is_one_row", lambda name: is_one_row([name]))
register.filter("class_word", class_word)
register.filter("provenance_word", lambda word: str(Provenance(word).label))
register.filter("short_code", shorten)
register.filter("load_text", load_text)
register.filter("title_text", title_text)
register.filter("section_name", section_name)
register.filter("load", load)
register.filter("result_item", result_item)
register.filter("submission_url", submission_url)
register.simple_tag(submitted_file_url)
register.filter("paper_title", paper_title)
register.filter("fact_url", source_links.fact_url)
register.filter("source_url", source_links.source_url)
register.filter("fact_places", sources.fact_places)
register.filter("figure_label", sources.figure_label)
register.filter("figure_unit", sources.figure_unit)
register.filter(row_parts.row_title)
register.filter(row_parts.listed)
register.filter(row_parts.result_url)
for drawn in (
    row_parts.figure_link,
    row_parts.excluded_word,
    row_parts.row_regime,
    row_parts.regime_mark,
    row_parts.load_facts,
    row_parts.stale_mark,
    row_parts.evidence_link,
    row_parts.reproduce_link,
):
    register.simple_tag(drawn)
register.inclusion_tag("sources/_facts_here.html")(sources.paper_facts)


@register.simple_tag(takes_context=True)
def tick(context: Context, item: str, label: str) -> SafeString:
    return row_parts.tick(item, label, context.get("ticked") or ())


class RowColumn(Protocol):
    """A column of a table whose lines are rows of results."""

    @property
    def text(self) -> Callable[[Row], str]: ...

    @property
    def title(self) -> Callable[[Row], str] | None: ...


@register.filter
def cell_text(column: RowColumn, row: Row) -> str:
    return column.text(row)


@register.filter
def cell_title(column: RowColumn, row: Row) -> str:
    """What a cell says behind its text; empty where nothing is."""
    return column.title(row) if column.title else ""


@register.filter
def family_engines(engine: str) -> str:
    """All engines that the same tools speak to in the same way: "MySQL and MariaDB"."""
    return get_text_list(labels_of(ENGINES[engine].family), _("and"))


@register.filter
def durability_settings(server: Mapping[str, Any]) -> Collection[tuple[str, str]]:
    """Name and value of each that a probe found; "no binary log" where sync_binlog
    means nothing."""
    return durability(server).items()


@register.filter
def derivation(row: Row, metric: Metric) -> str:
    """How the row's value of a metric was derived (" = TPM ÷ 2.3"), "" where it was printed."""
    formula = row.formulas.get(metric.name)
    return f" = {formula_text(formula)}" if formula else ""


@register.filter
def load_word(workload: str) -> str:
    """``read-only``: one of the two pgbench loads that stand beside each other."""
    known = WORKLOADS.get(workload)
    short = "" if known is None else str(known.short_label)
    return short or workload_label(workload)


@register.filter
def loaded_by(workload: str, connections: int) -> str:
    """ "16 clients", in the word of the workload for them."""
    return words_of([workload]).counted(connections)


@register.filter
def code_prefix(code: str) -> str:
    """The part of a class's code that a narrow column leaves out."""
    return code.removesuffix(shorten(code))


@register.filter
def engine_label(engine: str) -> str:
    return ENGINES[engine].label


@register.filter
def regime_word(regime: str) -> str:
    return str(Regime(regime).label)


@register.filter
def phase_word(phase: str) -> str:
    return str(Phase(phase).label) if phase else ""


@register.filter
def class_url(key: ClassKey | None) -> str:
    """The address of a class's page; empty for a row that has no class."""
    if key is None:
        return ""
    return reverse("portal:class-detail", args=[key.provider, key.engine, key.code])


@register.filter
def run_url(run_id: str) -> str:
    """The address of a run's page; empty without a run."""
    return reverse("portal:run-detail", args=[run_id]) if run_id else ""


@register.filter
def origin_url(row: Row) -> str:
    """Where a row comes from: its run or its report; empty where there is no page."""
    if row.submission:
        return submission_url(row.submission)
    return run_url(row.run_id)


@register.filter
def status_word(row: Row) -> str:
    """What is to be said of a row beside its provenance; empty of a current one."""
    if row.status == ResultStatus.CURRENT:
        return ""
    return _("draft") if row.is_draft else str(ResultStatus(row.status).label)


@register.filter
def thumbnail(picture: Picture) -> Thumbnail:
    return make_thumbnail(picture)


@register.filter
def percent(share: float | None) -> int:
    return round((share or 0) * 100)


@register.filter
def options(command: str) -> list[str]:
    """A printed command in the pieces that lines may break between: its options."""
    pieces: list[str] = []
    for word in command.split():
        starts = word.startswith("-") or not pieces
        belongs = not starts and pieces[-1].startswith("-") and "=" not in pieces[-1]
        if belongs and " " not in pieces[-1]:
            pieces[-1] = f"{pieces[-1]} {word}"
        else:
            pieces.append(word)
    return pieces


@register.filter
def steps(commands: str) -> list[str]:
    """Each title with its commands: between them a sheet may end."""
    return commands.split("\n\n")


@register.filter
def short_storage(text: str) -> str:
    """``EVS disk`` for ``Elastic Volume Service (EVS) disk``: as a column has room."""
    _, opening, rest = text.partition("(")
    return rest.replace(")", "", 1) if opening else text
