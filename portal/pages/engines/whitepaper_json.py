"""The white paper for programs: the same chapters, texts and tables."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from benchruns.reports.engine.method import MethodFact
from benchruns.reports.whitepaper import Meaning, WhitePaper
from benchruns.sentences.doubts import doubt_of_cases
from portal.pages.engines.whitepaper_tables import Printed
from portal.wording.marks import worded_mark

if TYPE_CHECKING:
    from portal.pages.engines.whitepaper import ChapterPage, Report


def paper_json(
    paper: WhitePaper,
    chapters: "Sequence[ChapterPage]",
    meanings: Sequence[Meaning],
    reports: "Sequence[Report]",
    address: str,
) -> dict[str, Any]:
    """Tables hold texts as they are printed; exact figures are in the API and the CSV.

    ``is_cut`` tells that there are older measured results, which the API has;
    ``left_out`` counts those that cannot be shown.
    """
    version = paper.report.version
    return {
        "engine": version.engine,
        "engine_version": version.version,
        "written_on": paper.written_on.isoformat(),
        "address": address,
        "results": paper.basis,
        "facts": [
            {
                "label": fact.label,
                "value": fact.value,
                "unit": fact.unit,
                "context": fact.context,
                "doubt": doubt_of_cases(fact.cases) or None,
                "in_doubt": fact.doubted_value,
            }
            for fact in paper.report.facts
        ],
        "is_cut": paper.report.is_cut,
        "left_out": paper.report.left_out,
        "chapters": [_chapter(each) for each in chapters],
        "metrics": [
            {
                "name": meaning.metric.name,
                "unit": meaning.metric.unit,
                "higher_is_better": meaning.metric.higher_is_better,
                "meaning": meaning.text,
            }
            for meaning in meanings
        ],
        "fairness": [each.rule for each in paper.fairness],
        "sources": [
            {
                "title": line.title,
                "sections": line.sections,
                "date": line.date or None,
                "rows": line.rows,
            }
            for line in paper.sources
        ],
        "reports": [
            {"places": each.places, "address": each.address, "rows": each.rows}
            for each in reports
        ],
        "measured_rows": paper.measured_rows,
    }


def _chapter(each: "ChapterPage") -> dict[str, Any]:
    conditions, page = each.chapter.conditions, each.page
    return {
        "title": each.heading,
        "load": page.load,
        "conditions": page.conditions,
        "address": each.live,
        "environment": _facts(conditions.environment),
        "scenario": _facts(conditions.scenario),
        "method": _facts(conditions.method),
        "published": _table(each.published),
        "measured": _table(each.measured) if each.measured else None,
        "rows_left_out": each.chapter.rows_left,
        "findings": [
            *({"number": m.number, "text": worded_mark(m).message} for m in page.marks),
            *({"number": n.number, "text": n.text} for n in page.notes),
        ],
    }


def _facts(facts: Sequence[MethodFact]) -> dict[str, str]:
    return {fact.label: fact.text for fact in facts}


def _table(table: Printed) -> dict[str, Any]:
    heads = [f"{column.head} {column.unit}".strip() for column in table.columns]
    return {
        "columns": heads,
        "rows": [[cell.marked for cell in row] for row in table.rows],
    }
