"""What there is instead, where no class says anything of a need."""

from collections.abc import Iterator

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from benchruns.catalogue.needs.beside import OfNoClass
from benchruns.catalogue.needs.need import ANY_REGIME
from benchruns.catalogue.needs.report import NeedReport
from benchruns.engines import engine_title
from benchruns.findings import marked
from benchruns.sentences.doubts import doubt_of_result
from benchruns.workloads.labels import workload_label
from portal.formats.figures import figure
from portal.wording.needs.asked import engine_text, load_name


def beside_texts(report: NeedReport) -> list[str]:
    return [*_of_no_class(report), *_other_loads(report), *_other_kinds(report)]


def no_class_load(told: OfNoClass) -> str:
    """``MariaDB 10.11, OLTP read/write, cached``."""
    row = told.fastest
    load = load_name(row.workload, row.regime or ANY_REGIME)
    return f"{engine_title(row.engine, row.engine_version)}, {load}"


def _of_no_class(report: NeedReport) -> Iterator[str]:
    """Nothing where the page names it already: one that reached the need."""
    told = report.beside.of_no_class
    if told is None or report.elsewhere:
        return
    doubt = doubt_of_result(told.fastest)
    words = {
        "tps": marked(figure(told.fastest.tps), doubt),
        "load": no_class_load(told),
        "count": told.count,
    }
    text = (
        ngettext(
            "%(tps)s TPS were measured on %(load)s, on a server that is no class of the "
            "catalogue.",
            "%(tps)s TPS were measured on %(load)s: the best of %(count)d results on servers "
            "that are no class of the catalogue.",
            told.count,
        )
        % words
    )
    yield (
        _("%(text)s In doubt: %(doubt)s") % {"text": text, "doubt": doubt}
        if doubt
        else text
    )


def _other_loads(report: NeedReport) -> Iterator[str]:
    loads = [load_name(*each) for each in report.beside.other_loads]
    if loads:
        yield _results_of(report, loads)


def _other_kinds(report: NeedReport) -> Iterator[str]:
    loads = [workload_label(each) for each in report.beside.other_kinds]
    if loads:
        yield (
            _results_of(report, loads)
            + " "
            + _(
                "Its transactions are of five kinds: it is known by NOPM or TPM, and a need is "
                "of TPS."
            )
        )


def _results_of(report: NeedReport, loads: list[str]) -> str:
    words = {"what": engine_text(report.need), "loads": get_text_list(loads, _("and"))}
    if words["what"]:
        return _("Results of %(what)s are of %(loads)s.") % words
    return _("There are results of %(loads)s.") % words
