"""A submitted report joins a paper's chart only where it was tested as the paper's rows."""

import pytest

from benchruns.units import GB
from tests.factories import ResultFactory
from tests.portal.engines.test_engine_pages import charts_of
from tests.portal.web.test_overview import text_of
from tests.submission_factories import SubmittedResultFactory

pytestmark = pytest.mark.django_db

ENGINE = "/engines/mysql/8.0/"


@pytest.fixture
def paper():
    """A published row of 64 threads and 4 GB of data in a campaign of a minute."""
    row = ResultFactory(threads=64, data_bytes=4 * GB, regime="cached")
    row.campaign.duration_seconds = 60
    row.campaign.save()
    return row


def submitted(paper, **columns):
    size = paper.instance_class
    alike = {"threads": 64, "data_bytes": 4 * GB, "duration_s": 60, "regime": "cached"}
    return SubmittedResultFactory(
        instance_class=size,
        provider=size.provider,
        workload=paper.workload,
        **{**alike, **columns},
    )


@pytest.mark.parametrize(
    "columns",
    [
        {},
        {"duration_s": 240},
        {"threads": None, "data_bytes": None},
        {"duration_s": None, "parameters": {"duration_seconds": 60}},
        {"threads": 16},
        {"data_bytes": 8 * GB},
    ],
    ids=[
        "alike",
        "four-times-as-long",
        "not-known",
        "asked",
        "a-quarter",
        "twice-the-data",
    ],
)
def test_a_report_of_the_paper_s_method_joins_its_chart(client, paper, columns):
    submitted(paper, **columns)

    [chart] = charts_of(client.get(ENGINE)).values()

    assert len(chart["points"]) == 1


@pytest.mark.parametrize(
    ("columns", "reason"),
    [
        ({"duration_s": 4}, "4 s against 60 s"),
        ({"duration_s": None}, "a time that is not stated against 60 s"),
        ({"duration_s": 3600}, "3,600 s against 60 s"),
        ({"threads": 8}, "8 threads against 64 threads"),
        ({"data_bytes": 40 * GB}, "40 GB of data against 4 GB of data"),
    ],
    ids=["short", "not-stated", "long", "few-threads", "much-data"],
)
def test_a_report_of_another_method_has_its_own_chart_with_the_reason(
    client, paper, columns, reason
):
    submitted(paper, **columns)

    response = client.get(ENGINE)

    joined, apart = charts_of(response).values()
    assert joined["points"] == []
    assert len(apart["points"]) == 1
    shown = text_of(response)
    assert "Submitted, tested otherwise" in shown
    assert f"Not in one chart with the vendor's rows above: {reason}." in shown


def test_reports_of_two_other_methods_are_in_no_chart_together(client, paper):
    submitted(paper, duration_s=4)
    submitted(paper, duration_s=3600)

    page = client.get(ENGINE)
    charts = charts_of(page)

    assert "Submitted, 4 s" in text_of(page)
    assert "Submitted, 60 min" in text_of(page)
    assert sorted(len(chart["points"]) for chart in charts.values()) == [0, 1, 1]


def test_the_chart_of_a_report_that_stands_apart_can_be_asked_for(client, paper):
    submitted(paper, duration_s=4)
    names = [name.removeprefix("chart-") for name in charts_of(client.get(ENGINE))]
    [apart] = [name for name in names if name.startswith("submitted")]

    charts = charts_of(client.get(ENGINE, {"campaign": apart}))

    assert list(charts) == [f"chart-{apart}"]
