"""A small chart of one result beside the published bars of its class."""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from benchruns.models import Result
from benchruns.reports.engine.sections import sections_of
from benchruns.results.labels import short_code
from benchruns.results.row import read_row
from benchruns.workloads.labels import workload_label
from portal.charts.sections import section_charts
from portal.charts.specs import Chart


def preview_chart(result: Result, others: Sequence[Result]) -> Chart:
    """The place of ``result`` in its engine's chart, as it will be once accepted.

    Of ``others``, its repeats and rows of its class, only those are drawn that share its
    place in that chart. All must come with what ``benchruns.results.repeats.SHOWN`` names.
    """
    everything = (result, *others)
    rows = [read_row(each, run_is_visible=False) for each in everything]
    campaigns = {
        each.campaign.slug: each.campaign for each in everything if each.campaign
    }
    own = rows[0].id
    section = next(
        section
        for section in sections_of(rows, campaigns)
        if any(row.id == own for row in section.rows)
    )
    category = next(
        each for each in section.categories if any(row.id == own for row in each.rows)
    )
    (chart,) = section_charts(replace(section, categories=(category,)), is_log=False)
    place = short_code(rows[0].place) or rows[0].engine_title
    title = f"{workload_label(result.workload)}, {place}"
    return replace(
        chart,
        id=f"chart-preview-{own}",
        name=_("%(title)s: this report beside others of its class") % {"title": title},
        caption=title,
    )
