"""The page of an engine version: the sections of what vendors published."""

import re

import pytest

from benchruns.models import Result
from portal.wording.formulas import formula_text
from tests.portal.engines.engine_pages.shown import charts_of, csv_of, measured
from tests.portal.web.test_overview import text_of
from tests.submission_factories import SubmittedResultFactory

PAGES = [
    "mysql/8.0",
    "mysql/5.7",
    "mysql/5.6",
    "postgresql/unstated",
    "postgresql/12",
    "sqlserver/2008-r2",
    "sqlserver/2012-ee",
]


@pytest.mark.parametrize("page", PAGES)
def test_every_published_version_has_a_page_with_chart_and_table(
    client, published, page
):
    response = client.get(f"/engines/{page}/")
    html = response.content.decode()

    charts = charts_of(response)
    assert charts
    for name in charts:
        assert f'data-chart="{name}"' in html
    for table in re.findall(r'aria-describedby="(table-[^"]+)"', html):
        assert f'id="{table}"' in html
    assert "Method" in html


@pytest.mark.parametrize(
    "page", ["mysql/9.9", "nosuch/1", "mysql/8.0%20"], ids=["version", "engine", "text"]
)
def test_an_unknown_version_is_not_found(client, published, page):
    assert client.get(f"/engines/{page}/").status_code == 404


def test_cached_stands_beside_disk_io_with_the_ratio(client, published):
    response = client.get("/engines/mysql/8.0/")

    chart = charts_of(response)["chart-alibaba-mysql-8.0-60s"]
    assert [series["style"] for series in chart["series"]] == ["cached", "disk_io"]
    assert chart["series"][0]["values"][-1] == pytest.approx(6739.6)
    assert chart["series"][0]["texts"][-1] == "6,740"
    assert chart["labels"][-1] == ["c2.xlarge", "16 vCPU · 64 GB"]
    html = response.content.decode()
    assert 'title="6,739.6 = reads ÷ 14 ÷ 60 s"' in html
    assert "1.23" in text_of(response)


def test_how_a_figure_was_computed_is_told_in_words(client, published):
    """It was told by names of columns: "TPS = writes / 4 / duration_s"."""
    assert formula_text("writes / 4 / duration_s") == "writes ÷ 4 ÷ seconds"
    assert formula_text("tps × 20") == "TPS × 20"
    text = text_of(client.get("/engines/mysql/8.0/"))
    assert "TPS is reads ÷ 14 ÷ 60 s; the ratio is cached ÷ disk I/O." in text
    of_class = text_of(client.get("/engines/mysql/8.0/?metric=tps_per_vcpu"))
    assert "TPS / vCPU is TPS ÷ vCPUs of the class;" in of_class


def test_campaigns_that_differ_are_apart_and_say_why(client, published):
    text = text_of(client.get("/engines/mysql/5.6/"))

    assert "Not in one chart with the rows above: 1,200 s against 60 s" in text
    assert "local disk against local SSD" in text


def test_huawei_stands_by_size_or_by_memory_a_vcpu(client, published):
    by_size = charts_of(client.get("/engines/mysql/8.0/"))["chart-huawei-mysql-8.0"]
    by_ratio = charts_of(client.get("/engines/mysql/8.0/?order=ratio"))[
        "chart-huawei-mysql-8.0"
    ]

    assert by_size["labels"][:2] == [["2 · 4", "G"], ["2 · 8", "D"]]
    assert by_ratio["labels"][:3] == [
        ["2 · 4", "G", "1:2"],
        ["4 · 8", "G"],
        ["8 · 16", "G"],
    ]


def test_sizes_under_bars_are_explained(client, published):
    text = text_of(client.get("/engines/mysql/8.0/"))

    assert "memory in GB; D dedicated, G general-purpose." in text


def test_connections_of_a_stress_test_stand_in_a_column_of_their_own(client, published):
    html = client.get("/engines/mysql/8.0/?provider=huawei-cloud").content.decode()

    assert "Connections in the stress test: what it came to, not a limit" in html
    assert 'title="Maximum connections"' not in html
    [row] = csv_of(
        client.get("/classes/?provider=huawei-cloud&vcpu=64&memory=512&format=csv")
    )[:1]
    assert row["max_connections"] == ""


def test_hot_records_make_a_line_a_class_in_two_charts_of_one_scale(client, published):
    charts = charts_of(client.get("/engines/postgresql/unstated/"))

    assert [chart["kind"] for chart in charts.values()] == ["lines", "lines"]
    assert {chart["limit"] for chart in charts.values()} == {573651}
    read_only = charts["chart-alibaba-postgresql-pgbench-pgbench_read_only"]
    assert len(read_only["series"]) == 6
    # A figure that is not published is no zero.
    assert read_only["series"][0]["values"] == [37245, 35321, None, None, None]


def test_the_hot_row_is_by_edition(client, published):
    chart = charts_of(client.get("/engines/mysql/5.7/"))[
        "chart-alibaba-mysql-5.7-hot-row"
    ]

    editions = [label[1] for label in chart["labels"]]
    assert editions.count("Enterprise Edition") == 2
    assert chart["series"][0]["values"] == pytest.approx([30822.67, 31000, 12000])


def test_metrics_are_those_that_the_version_has(client, published):
    text = text_of(client.get("/engines/sqlserver/2012-ee/"))

    assert "Metric TPM TPS batches/s TPM / vCPU Scale" in text
    chart = charts_of(
        client.get("/engines/sqlserver/2012-ee/?metric=batch_requests_per_s")
    )
    assert chart["chart-alibaba-sqlserver-2012ee-tpcc"]["unit"] == "batches/s"


def test_a_measured_fact_says_of_which_load_it_is(client, db):
    measured(engine="mariadb", engine_version="10.11", threads=4)

    page = client.get("/engines/mariadb/10.11/?beside=none")

    fact = page.context["report"].facts[0]
    assert fact.context == "4 vCPU, 16 GB, 4 threads, 3.2 M rows"


def test_without_scripts_the_server_draws_the_charts(client, published):
    html = client.get("/engines/mysql/8.0/").content.decode()

    assert "css/noscript.css" in html
    assert 'src="/engines/mysql/8.0/?format=svg&amp;chart=chart-' in html


def test_findings_are_numbered_and_listed_once_for_a_pair(client, published):
    html = client.get("/engines/sqlserver/2012-ee/").content.decode()
    of_five, of_a_pair = (html.count(f'href="#finding-{n}"') for n in (1, 2))

    assert (of_five, of_a_pair) == (5, 2)
    assert html.count('id="finding-1"') == html.count('id="finding-2"') == 1


def test_notes_on_the_campaign_stand_on_the_page(client, published):
    text = text_of(client.get("/engines/mysql/8.0/"))

    assert "Some data called disk I/O may fit in memory" in text
    assert "differences between editions" in text


def test_a_finding_on_an_engine_stands_on_the_pages_of_that_engine_alone(
    client, published
):
    of_mysql = "MySQL hardly gains from 32 to 64 vCPUs"
    measured(engine="postgresql", engine_version="15")
    measured(engine="mariadb", engine_version="10.11")

    def findings(page):
        return text_of(client.get(f"/engines/{page}/"))

    assert of_mysql in findings("mysql/8.0")
    assert "Some steps are more than proportional" in findings("postgresql/12")
    for page in ("postgresql/12", "postgresql/15", "mariadb/10.11"):
        assert of_mysql not in findings(page)
    # the paper's rows stand there beside, of the same engine with what is known of them
    assert "Some steps are more than proportional" in findings("postgresql/15")
    beside = findings("mariadb/10.11")
    assert "Beside MySQL 8.0" in beside
    assert "Some data called disk I/O may fit in memory" not in beside


def test_an_estimated_size_is_not_called_a_vendors(client, db):
    SubmittedResultFactory(
        engine="postgresql",
        engine_version="15",
        workload="pgbench_read_only",
        scale=100,
        total_records=10_000_000,
        instance_class=None,
        vcpus=4,
        memory_gb=16,
    )

    shown = text_of(client.get("/engines/postgresql/15/"))

    assert (
        "Where the size of the data was not measured, ≈ GB is an estimate at 157 bytes a "
        "row; × mem. is that over the memory of the class"
    ) in shown
    assert "vendor rows" not in shown


def test_the_statements_of_a_load_are_folded_into_the_method(client, published):
    text = text_of(client.get("/engines/mysql/8.0/"))

    assert "9 statements of OLTP read/write" in text
    assert "SELECT c FROM sbtest100 WHERE id BETWEEN ? AND ?" in text


def test_data_and_memory_are_compared_in_one_unit(client, published):
    rows = client.get("/engines/mysql/8.0/").context["report"].own
    row = next(r for r in rows if r.rows == 128 * 800_000 and r.memory_gb == 16)

    assert row.data_gb == 128 * 800_000 * 240 / 2**30
    assert row.over_memory == row.data_gb / 16


def test_the_list_of_engines_has_every_version(client, published):
    text = text_of(client.get("/engines/"))

    for title in ("MySQL 8.0", "PostgreSQL, version unstated", "SQL Server 2008 R2"):
        assert title in text


@pytest.mark.parametrize("page", PAGES)
def test_every_published_row_leads_to_its_reproduction(client, published, page):
    engine, slug = page.split("/")
    html = client.get(f"/engines/{page}/").content.decode()

    rows = [
        row for row in Result.objects.filter(engine=engine) if row.version_slug == slug
    ]
    links = re.findall(
        r'href="/runs/new/\?reproduce=([0-9a-f-]+)" aria-label="([^"]+)"', html
    )
    assert {found for found, _ in links} == {str(row.pk) for row in rows}
    names = [name for _, name in links]
    assert len(set(names)) == len(rows)


def test_the_link_names_its_row(client, published):
    html = client.get("/engines/mysql/8.0/").content.decode()

    assert (
        "Reproduce on my endpoint: MySQL 8.0, rds.mysql.c2.xlarge, OLTP read/write, "
        "disk I/O, 60 s"
    ) in html
