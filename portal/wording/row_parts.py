"""Parts of lines that a page shows fifty of: what a template takes ten times as long to draw."""

from collections.abc import Collection
from functools import cache

from django.urls import get_script_prefix, reverse
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from benchruns.catalogue.needs.report import Candidate
from benchruns.findings import DAGGER
from benchruns.results.row import Row, count_text
from benchruns.sentences.doubts import doubt_text, regime_doubt
from benchruns.units import duration_text
from benchruns.vocabulary import Doubt, Regime
from benchruns.workloads.labels import is_one_row, workload_label
from portal.formats.figures import millions
from portal.wording.staleness import stale_words

NOTHING = mark_safe("")
# Taken out of an address that is made once.
NO_ID = "00000000-0000-0000-0000-000000000000"


def listed(text: str) -> str:
    """``1.4, 1.5`` for ``1.4;1.5``: parts of a paper as they are stored."""
    return text.replace(";", ", ")


def row_title(row: Row) -> str:
    """What tells a published row from all others: version, class, load, conditions."""
    parts = [row.engine_title, row.place, workload_label(row.workload)]
    if row.regime:
        parts.append(str(Regime(row.regime).label))
    if row.scale and row.hot_records:
        parts.append(_("%(count)s hot") % {"count": count_text(row.hot_records)})
    if is_one_row([row.workload]):
        parts.append(listed(row.source_section))
    if seconds := row.figures.get("duration_s"):
        parts.append(duration_text(round(seconds)))
    return ", ".join(filter(None, parts))


def dagger(doubt: str) -> SafeString:
    """The sign right behind a figure in doubt; nothing where it is in none.

    ``doubt`` is a ``Doubt``, or the sentence that the sign says when it is pointed at.
    """
    if not doubt:
        return NOTHING
    is_code = doubt in Doubt.values
    return format_html(
        '<span class="bb-dagger" title="{}" aria-hidden="true">{}</span>'
        '<span class="visually-hidden"> {}</span>',
        _("in doubt: its page says why") if is_code else doubt,
        DAGGER,
        _("in doubt"),
    )


def tick(item: str, label: str, ticked: Collection[str]) -> SafeString:
    """A box that ticks something to compare, class:.. or result:.., among those ``ticked``."""
    is_ticked = item in ticked
    return format_html(
        '<button class="bb-tick" form="{}" name="item" value="{}" data-tick '
        'aria-pressed="{}" aria-label="{}" title="{}">\n</button>',
        "tick-off" if is_ticked else "tick-on",
        item,
        "true" if is_ticked else "false",
        _("Compare %(label)s") % {"label": label},
        _("Compare"),
    )


def figure_link(row: Row, text: str) -> SafeString:
    """A figure as printed that leads to its own page."""
    doubt = doubt_text(row)
    shown = conditional_escape(text)
    if row.is_excluded:
        shown = format_html(
            '<s>{}</s><span class="visually-hidden"> {}</span>', text, _("excluded")
        )
    return format_html(
        '<a class="bb-quiet" href="{}"{}>{}{}</a>',
        result_url(row.id),
        format_html(' title="{} {}"', DAGGER, doubt) if doubt else "",
        shown,
        dagger(doubt),
    )


def excluded_word(row: Row) -> SafeString:
    """Says that a row counts in nothing, with the reason."""
    if not row.is_excluded:
        return NOTHING
    return format_html(
        '<br><span class="bb-unit-head" title="{0}">{1}'
        '<span class="visually-hidden">: {0}</span></span>',
        row.exclusion_reason,
        _("excluded"),
    )


def row_regime(row: Row) -> SafeString:
    return regime_mark(
        row.regime,
        is_published=row.is_published,
        is_claimed=row.is_submitted,
        doubt=regime_doubt(row),
    )


def regime_mark(
    regime: str | None,
    *,
    is_published: bool = False,
    is_claimed: bool = False,
    doubt: str = "",
) -> SafeString:
    """Its word with its colour. A paper says it or does not, a submitter claims it; ``doubt``
    is the sentence of what doubts it."""
    if not regime:
        is_of_others = is_published or is_claimed
        word = _("not stated") if is_of_others else _("not determined")
        return format_html('<span class="z">{}</span>', word)
    title, claim = NOTHING, NOTHING
    if is_claimed:
        why = _("as its submitter states; not measured by counters")
        title = format_html(' title="{}"', why)
        claim = format_html('<span class="bb-unit-head">{}</span>', _("as claimed"))
    return format_html(
        '<span class="bb-regime"{}><i class="bb-swatch bb-swatch-{}"></i>'
        "<span>{}{}</span>{}</span>",
        title, regime, Regime(regime).label, dagger(doubt), claim,
    )  # fmt: skip


def load_facts(row: Row) -> SafeString:
    """What tells rows of one load and class apart: hot records, sections, tables."""
    if row.hot_records and row.hot_records > 1:
        text = f"{millions(row.hot_records)} {_('hot')}"
    elif row.source_section and is_one_row([row.workload]):
        text = listed(row.source_section)
    elif row.tables and row.table_size:
        text = f"{row.tables} × {millions(row.table_size)} {_('rows')}"
    else:
        return NOTHING
    return format_html('<br><span class="bb-unit-head">{}</span>', text)


def stale_mark(row: Row, known: str = "") -> SafeString:
    """Says why a row is stale; ``known`` is the engine that the page is of, or empty."""
    return format_html_join(
        "",
        '<br><span class="bb-unit-head bb-stale" title="{1}">{0}</span>',
        ((_with_whole_day(short), told) for short, told in stale_words(row, known)),
    )


def _with_whole_day(text: str) -> SafeString:
    """A day at its end is not broken at its hyphens."""
    before, _blank, day = text.rpartition(" ")
    if not before or not day[:1].isdigit():
        return conditional_escape(text)
    return format_html('{} <span class="bb-whole">{}</span>', before, day)


def evidence_link(candidate: Candidate) -> SafeString:
    """The way to the result that tells of a class."""
    url = result_url(str(candidate.result.pk))
    kind = candidate.result.get_provenance_display()
    link = format_html(
        '<span class="bb-prov bb-prov-{}"><a href="{}" aria-label="{}">{}</a></span>',
        candidate.result.provenance,
        url,
        _("The %(kind)s result of %(code)s")
        % {"kind": kind, "code": candidate.instance_class.code},
        kind,
    )
    if not (count := candidate.finding_count):
        return link
    text = ngettext("%(number)s finding", "%(number)s findings", count)
    return link + format_html(
        '<br><a class="bb-unit-head" href="{}#findings">{}</a>',
        url,
        text % {"number": count},
    )


def reproduce_link(row: Row, label: str) -> SafeString:
    """The way to a run of one's own that repeats a published row."""
    if row.refusal:
        return format_html(
            '<span class="z" title="{0}">{1}<span class="visually-hidden">: {0}</span></span>',
            row.refusal,
            _("not yet"),
        )
    return format_html(
        '<a class="bb-btn bb-btn-small" href="{}?reproduce={}" aria-label="{}">{}</a>',
        reverse("portal:run-new"),
        row.id,
        _("Reproduce on my endpoint: %(title)s") % {"title": row_title(row)},
        label,
    )


def result_url(id: str) -> str:
    return _address_of_a_result(get_script_prefix()).replace(NO_ID, id)


@cache
def _address_of_a_result(_prefix: str) -> str:
    return reverse("portal:result-detail", args=[NO_ID])
