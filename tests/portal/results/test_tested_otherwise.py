"""What was run here or submitted joins a paper's chart only where it was tested as its rows."""

import pytest

from benchruns.units import GB
from tests.factories import SHORT, ResultFactory
from tests.portal.engines.engine_pages.shown import charts_of
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


def alike(paper, **columns):
    size = paper.instance_class
    return {
        "instance_class": size,
        "provider": size.provider,
        "workload": paper.workload,
        "threads": 64,
        "data_bytes": 4 * GB,
        "duration_s": 60,
        "regime": "cached",
        **columns,
    }


def submitted(paper, **columns):
    return SubmittedResultFactory(**alike(paper, **columns))


def measured(paper, **columns):
    return ResultFactory(measured=True, visibility="public", **alike(paper, **columns))


@pytest.mark.parametrize("made", [submitted, measured])
@pytest.mark.parametrize(
    "columns",
    [
        {},
        {"duration_s": 240},
        {"threads": None, "data_bytes": None, "tables": None, "table_size": None},
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
def test_what_was_tested_as_the_paper_joins_its_chart(client, paper, columns, made):
    made(paper, **columns)

    [chart] = charts_of(client.get(ENGINE)).values()

    assert len(chart["points"]) == 1


@pytest.mark.parametrize("made", [submitted, measured])
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
def test_what_was_tested_otherwise_has_its_own_chart_with_the_reason(
    client, paper, columns, reason, made
):
    made(paper, **columns)

    response = client.get(ENGINE)

    joined, apart = charts_of(response).values()
    assert joined["points"] == []
    assert len(apart["points"]) == 1
    shown = text_of(response)
    assert "Tested otherwise" in shown
    assert f"Not in one chart with the vendor's rows: {reason}." in shown


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
    [apart] = [name for name in names if name.startswith("apart")]

    charts = charts_of(client.get(ENGINE, {"campaign": apart}))

    assert list(charts) == [f"chart-{apart}"]


def test_a_short_run_sets_no_scale_of_the_paper_s_chart(client, paper):
    """A run of 4 s was a point of 50,000 over bars of a minute that it made invisible."""
    measured(paper, duration_s=4, tps=50_000, findings=[SHORT])

    page = client.get(ENGINE)
    joined, apart = charts_of(page).values()

    assert joined["points"] == []
    assert [point["value"] for point in apart["points"]] == [50_000]
    assert "Measured here, 4 s, sysbench 1.0.20" in text_of(page)


def test_a_run_and_a_report_that_were_tested_alike_stand_in_one_chart(client, paper):
    submitted(paper, duration_s=4, tool_version="1.0.20")
    measured(paper, duration_s=4)

    page = client.get(ENGINE)
    _joined, apart = charts_of(page).values()

    assert len(apart["points"]) == 2
    assert "Measured here and submitted, 4 s" in text_of(page)


def test_a_run_that_repeats_a_row_stands_over_its_row(client, paper):
    """On a server that is no class of the catalogue, with other bytes than estimated."""
    other = ResultFactory(
        campaign=paper.campaign, threads=4, data_bytes=GB, regime="cached"
    )
    run = measured(
        paper, reproduces=paper, data_bytes=11 * GB, instance_class=None, memory_gb=8
    )

    [chart] = charts_of(client.get(ENGINE)).values()

    assert [point["value"] for point in chart["points"]] == [run.tps]
    assert other.threads * 4 < run.threads


def test_a_run_that_repeats_a_row_scaled_down_stands_apart(client, paper):
    measured(paper, reproduces=paper, table_size=250, data_bytes=GB / 25)

    joined, apart = charts_of(client.get(ENGINE)).values()

    assert joined["points"] == []
    assert len(apart["points"]) == 1


def test_a_run_without_a_paper_of_its_version_leads_with_the_reason(client, paper):
    measured(paper, engine_version="8.4", duration_s=4, instance_class=None)

    page = client.get("/engines/mysql/8.4/")

    apart, beside = charts_of(page).values()
    assert len(apart["points"]) == 1
    assert beside["points"] == []
    assert "Not in one chart with the vendor's rows: 4 s against 60 s." in text_of(page)
