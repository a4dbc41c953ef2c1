"""Where to go on from a need of which no class says anything."""

from collections.abc import Iterator, Mapping
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from benchruns.catalogue.needs.report import NeedReport
from benchruns.engines import version_slug
from benchruns.workloads import WORKLOADS
from benchruns.workloads.labels import workload_label
from portal.pages.classes.columns import COLUMNS
from portal.wording.needs import load_name, no_class_load


def instead(report: NeedReport, given: Mapping[str, str]) -> list[tuple[str, str]]:
    """What each link says, and where it leads; ``given`` is the question."""
    return [*_results(report), *_loads(report, given), *_kinds(report)]


def _results(report: NeedReport) -> Iterator[tuple[str, str]]:
    told = report.beside.of_no_class
    if told is None:
        return
    row = told.fastest
    asked = {
        "engine": row.engine,
        "version": version_slug(row.engine_version),
        "workload": row.workload,
        "regime": row.regime or "",
        "sort": "-tps",
    }
    query = urlencode({name: word for name, word in asked.items() if word})
    yield (
        _("See results of %(load)s") % {"load": no_class_load(told)},
        f"{reverse('portal:results')}?{query}",
    )


def _loads(report: NeedReport, given: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for workload, regime in report.beside.other_loads:
        query = urlencode({**given, "workload": workload, "regime": regime})
        name = load_name(workload, regime)
        yield _("Ask for %(name)s") % {"name": name}, f"?{query}"


def _kinds(report: NeedReport) -> Iterator[tuple[str, str]]:
    """The catalogue by the figures that such loads are known by."""
    for workload in report.beside.other_kinds:
        for best in WORKLOADS[workload].best:
            asked = {"engine": report.need.engine, "sort": f"-{best.key}"}
            words = {"unit": COLUMNS[best.key].unit, "load": workload_label(workload)}
            query = urlencode({name: word for name, word in asked.items() if word})
            yield (
                _("See classes by their %(unit)s of %(load)s") % words,
                f"{reverse('portal:classes')}?{query}",
            )
