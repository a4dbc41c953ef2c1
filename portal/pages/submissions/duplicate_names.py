"""What other reports and results are called, which hold the same text or figures."""

from collections import Counter
from collections.abc import Iterator, Mapping

from benchruns.findings import Finding
from benchruns.models import Result, Submission
from benchruns.results.labels import SHORT_ID, title_text, titles_of
from benchruns.results.readable import only_readable
from benchruns.results.repeats import SHOWN
from benchruns.results.row import read_row
from benchruns.submissions.checks.duplicates import FIGURES, TEXT
from benchruns.submissions.report_parts import SubmissionReport
from benchruns.submissions.review.result_names import for_titles, title_of
from portal.web.permissions import Viewer


def names_of(report: SubmissionReport, *, viewer: Viewer) -> dict[str, str]:
    """By id, of all that its findings lead to; no query where there are none.

    Of its own results the file.
    """
    found = list(_findings(report))
    submissions = {id for each in found for id in each.values.get("submissions", ())}
    results = {id for each in found if each.code == FIGURES for id in each.results}
    places = report.places
    own = {
        str(each.result.pk): places.get(each.result.pk) or title_text(each.row)
        for each in report.results
    }
    others = results - own.keys()
    return {**own, **_reports(submissions, viewer), **_results(others, viewer)}


def _findings(report: SubmissionReport) -> Iterator[Finding]:
    for file in report.files:
        yield from (each for each in file.findings if each.code == TEXT)
    for result in report.results:
        yield from (each for each in result.findings if each.code == FIGURES)


def _reports(ids: set[str], viewer: Viewer) -> Mapping[str, str]:
    if not ids:
        return {}
    seen = Submission.objects.visible_to(viewer).filter(pk__in=ids)
    titles = {
        str(each.pk): _of_its_day(each) for each in seen.prefetch_related(*for_titles())
    }
    times = Counter(titles.values())
    return {
        id: f"{title}, {id[:SHORT_ID]}" if times[title] > 1 else title
        for id, title in titles.items()
    }


def _of_its_day(submission: Submission) -> str:
    title, day = title_of(submission), f"{submission.created_at:%Y-%m-%d}"
    return title if day in title else f"{title}, {day}"


def _results(ids: set[str], viewer: Viewer) -> Mapping[str, str]:
    if not ids:
        return {}
    seen = Result.objects.at_address(viewer).filter(pk__in=ids)
    rows = only_readable(seen.select_related(*SHOWN)).rows
    return titles_of(read_row(each, run_is_visible=False) for each in rows)
