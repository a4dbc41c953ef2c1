"""IOPS and connections in a comparison: whose figures they are."""

import pytest

from benchruns.parsers.stored import report as stored_report
from benchruns.submissions.template import read_csv
from tests.factories import InstanceClassFactory, ResultFactory
from tests.looks import sheets
from tests.portal.engines.engine_pages.shown import csv_of
from tests.portal.web.test_overview import text_of
from tests.submission_factories import SubmittedResultFactory

pytestmark = pytest.mark.django_db
TITLE = "by the catalogue; the result does not state it"
LIMITS = {"iops": 7000, "max_connections": 4000}


@pytest.fixture
def sold():
    return InstanceClassFactory(vcpus=4, memory_gb=16.0, **LIMITS)


def of_class(sold, **facts):
    """As a report gets it: its class's limits where it states none."""
    return SubmittedResultFactory(
        instance_class=sold,
        provider=sold.provider,
        vcpus=4,
        memory_gb=16.0,
        **LIMITS | facts,
    )


def compared(client, *results, **words):
    return client.get("/compare/", {"result": [str(r.pk) for r in results], **words})


def marked(page):
    """By limit, whether each column's figure carries the mark."""
    lines = {
        line.label: [bool(cell.note) for cell in line.cells]
        for section in page.context["sections"]
        for line in section.lines
    }
    return lines["IOPS"], lines["Max connections"]


def test_a_limit_that_a_report_does_not_state_is_said_to_be_of_its_class(client, sold):
    printed = ResultFactory(instance_class=sold, **LIMITS)
    reported = of_class(sold)

    page = compared(client, printed, reported)
    (told,) = [
        row
        for row in csv_of(compared(client, printed, reported, format="csv"))
        if row["figure"] == "of_its_class"
    ]
    paper = compared(client, printed, reported, format="pdf")

    assert marked(page) == ([False, True], [False, True])
    assert TITLE in page.text
    assert text_of(page).count("of its class") == 2
    assert (told["column_1"], told["column_2"]) == ("", "iops, max_connections")
    text = "".join(sheet.extract_text() for sheet in sheets.sheets_of(paper.content))
    assert text.count("of its class") == 2


@pytest.mark.parametrize("place", ["submission", "file", "settings"])
def test_what_a_report_states_is_its_own_wherever_it_says_it(client, sold, place):
    result = of_class(sold)
    if place == "submission":
        result.submission.statement = {"max_connections": 4000}
    elif place == "file":
        result.submitted_file.statement = {"max_connections": 4000}
    else:
        result.submission.parameter_settings = {"max_connections": "4000"}
    result.submission.save()
    result.submitted_file.save()

    assert marked(compared(client, result)) == ([True], [False])


def test_a_row_of_a_filled_in_table_states_its_own(client, sold):
    text = "workload,tps,max_connections\noltp_read_write,100,4000\n"
    report = read_csv(text)
    (row,) = report.rows
    result = of_class(sold, submitted_row=row.number)
    result.submitted_file.report = stored_report.as_json(report)
    result.submitted_file.save()

    assert marked(compared(client, result)) == ([True], [False])


def test_a_run_states_its_connections_and_not_its_iops(client, sold):
    run = ResultFactory(
        measured=True, visibility="public", instance_class=sold, **LIMITS
    )

    assert marked(compared(client, run)) == ([True], [False])


def test_a_limit_of_another_size_is_the_result_s_own(client, sold):
    assert marked(compared(client, of_class(sold, iops=9000)))[0] == [False]
