"""The page of an engine version: sections, switches, beside, CSV, visibility."""

import csv
import io
import json
import re

import pytest

from benchruns.models import InstanceClass, Result
from benchruns.reports.shelf.refresh import refresh
from portal.wording.formulas import formula_text
from tests.factories import InstanceClassFactory, ResultFactory, UserFactory
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


def charts_of(response):
    """The chart specifications of a page, by their ids."""
    pattern = r'<script id="(chart-[^"]+)" type="application/json">(.*?)</script>'
    found = re.findall(pattern, response.content.decode(), flags=re.S)
    return {name: json.loads(spec) for name, spec in found}


def csv_of(response):
    return list(csv.DictReader(io.StringIO(response.content.decode())))


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


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("metric=foo", "Unknown metric “foo”; showing TPS."),
        ("scale=foo", "Unknown scale “foo”; showing a linear scale."),
        ("provider=foo", "Unknown provider “foo”; showing all providers."),
        ("campaign=foo", "Unknown campaign “foo”; showing all campaigns."),
        ("regime=foo", "Unknown regime “foo”; showing all regimes."),
        ("show=foo", "Unknown provenance “foo”; it is left out."),
        ("beside=foo", "Unknown version “foo”; nothing is put beside."),
    ],
)
def test_a_word_that_is_unknown_is_never_silently_replaced(
    client, published, query, sentence
):
    response = client.get(f"/engines/mysql/8.0/?{query}")

    assert response.status_code == 200
    assert sentence in text_of(response)


def test_the_api_s_word_for_the_kinds_of_rows_is_taken_too(client, published):
    measured(tps=4321.5)

    response = client.get("/engines/mysql/8.0/?provenance=published")

    assert response.context["report"].view.show == {"published"}
    assert "?show=published%2Csubmitted" not in response.content.decode()
    assert "show=published" in response.context["switches"].csv
    unknown = client.get("/engines/mysql/8.0/?provenance=foo")
    assert "Unknown provenance “foo”" in text_of(unknown)


def test_an_engine_alone_is_its_part_of_the_list(client, published):
    assert client.get("/engines/mysql/")["Location"] == "/engines/#mysql"
    assert client.get("/engines/nosuch/").status_code == 404
    assert 'id="mysql"' in client.get("/engines/").content.decode()
    assert "/engines/#mysql" in client.get("/engines/mysql/8.0/").content.decode()


def test_a_measured_fact_says_of_which_load_it_is(client, db):
    measured(engine="mariadb", engine_version="10.11", threads=4)

    page = client.get("/engines/mariadb/10.11/?beside=none")

    fact = page.context["report"].facts[0]
    assert fact.context == "4 vCPU, 16 GB, 4 threads, 3.2 M rows"


def test_without_scripts_the_server_draws_the_charts(client, published):
    html = client.get("/engines/mysql/8.0/").content.decode()

    assert "css/noscript.css" in html
    assert 'src="/engines/mysql/8.0/?format=svg&amp;chart=chart-' in html


def test_switches_narrow_the_rows_and_keep_the_rest_of_the_address(client, published):
    response = client.get(
        "/engines/mysql/8.0/?metric=qps&provider=alibaba-cloud&regime=cached"
    )

    assert list(charts_of(response)) == ["chart-alibaba-mysql-8.0-60s"]
    html = response.content.decode().replace("&amp;", "&")
    assert (
        'href="/engines/mysql/8.0/?metric=qps&scale=log&provider=alibaba-cloud' in html
    )
    assert charts_of(client.get("/engines/mysql/8.0/?scale=log"))[
        "chart-huawei-mysql-8.0"
    ]["is_log"]


def test_htmx_gets_the_part_and_a_browser_the_page(client, published):
    page = client.get("/engines/mysql/8.0/")
    part = client.get("/engines/mysql/8.0/", headers={"HX-Request": "true"})

    assert page["Vary"].count("HX-Request") == 1
    assert b"<html" in page.content
    assert part.content.strip().startswith(b'<div id="report"')


def test_the_csv_has_exactly_the_rows_of_the_view(client, published):
    everything = csv_of(client.get("/engines/mysql/8.0/?format=csv"))
    cached = csv_of(client.get("/engines/mysql/8.0/?regime=cached&format=csv"))

    assert len(everything) == 26
    assert len(cached) == 5
    best = next(row for row in cached if row["instance_class"] == "rds.mysql.c2.xlarge")
    assert best["tps"] == "6739.6"
    assert best["reads"] == "5661264.0"
    assert best["latency_p95_ms"] == ""


def test_columns_of_the_csv_are_named_as_the_fields_of_the_api(client, published):
    row = csv_of(client.get("/engines/mysql/8.0/?format=csv"))[0]
    shown = client.get(f"/api/v1/results/{row['id']}/").json()
    of_the_page = {"iops", "max_connections", "edition", "total_records", "note"}

    assert row.keys() - shown.keys() - shown["figures"].keys() == {
        *of_the_page,
        "exclusion_reason",
    }
    for name in ("engine", "engine_version", "instance_class", "published_on"):
        assert row[name] == shown[name]


@pytest.mark.parametrize("workload", ["oltp_read_write", "pgbench_read_only"])
def test_a_size_is_the_same_estimate_in_the_csv_and_the_api(
    client, published, workload
):
    of = Result.objects.filter(workload=workload).order_by("published_key").first()
    address = f"/engines/{of.engine}/{of.version_slug}/?format=csv"
    row = next(each for each in csv_of(client.get(address)) if each["id"] == str(of.pk))
    shown = client.get(f"/api/v1/results/{of.pk}/").json()

    assert float(row["data_bytes"]) == shown["data_bytes"] > 1e8
    assert shown["data_bytes_is_estimate"] is True
    assert row["data_bytes_is_estimate"].lower() == "true"


def test_findings_are_numbered_and_listed_once_for_a_pair(client, published):
    html = client.get("/engines/sqlserver/2012-ee/").content.decode()
    of_five, of_a_pair = (html.count(f'href="#finding-{n}"') for n in (1, 2))

    assert (of_five, of_a_pair) == (5, 2)
    assert html.count('id="finding-1"') == html.count('id="finding-2"') == 1


def test_notes_on_the_campaign_stand_on_the_page(client, published):
    text = text_of(client.get("/engines/mysql/8.0/"))

    assert "Some data called disk I/O may fit in memory" in text
    assert "differences between editions" in text


def measured(**columns):
    return ResultFactory(
        measured=True,
        visibility="public",
        **{"vcpus": 4, "memory_gb": 16, **columns},
    )


def test_a_measured_row_is_a_point_over_the_published_bar(client, published):
    size = InstanceClass.objects.get(code="rds.mysql.c2.xlarge")
    measured(instance_class=size, vcpus=16, memory_gb=64, regime="cached", tps=6712)

    response = client.get("/engines/mysql/8.0/")

    chart = charts_of(response)["chart-alibaba-mysql-8.0-60s"]
    assert [(p["place"], p["series"], p["value"]) for p in chart["points"]] == [
        (4, 0, 6712)
    ]
    assert "measured here" in text_of(response)


def test_a_version_without_published_rows_starts_beside_the_nearest(client, published):
    measured(engine="mariadb", engine_version="10.11")
    measured(engine="postgresql", engine_version="15")

    mariadb = client.get("/engines/mariadb/10.11/")
    assert "Beside MySQL 8.0" in text_of(mariadb)
    assert "4 vCPU, 16 GB" in text_of(mariadb)
    chart = charts_of(mariadb)["chart-alibaba-mysql-8.0-60s"]
    assert all(series["is_beside"] for series in chart["series"])
    assert "Beside PostgreSQL 12" in text_of(client.get("/engines/postgresql/15/"))
    alone = client.get("/engines/mariadb/10.11/?beside=none")
    assert list(charts_of(alone)) == ["chart-measured-oltp_read_write"]


def test_a_measured_result_stands_with_the_published_rows_of_the_same_mix(
    client, published
):
    measured(
        engine="postgresql",
        engine_version="15",
        threads=100,
        tables=64,
        table_size=10_000_000,
        duration_s=1200.02,
        tps=1283.4,
        regime="cached",
    )

    response = client.get("/engines/postgresql/15/")

    (section,) = response.context["sections"]
    (chart,) = charts_of(response).values()
    assert [s["is_beside"] for s in chart["series"]] == [True]
    assert sum(value is not None for value in chart["series"][0]["values"]) > 5
    assert [(p["value"], p["series"]) for p in chart["points"]] == [(1283.4, None)]
    assert [line.row.workload for line in section.table.lines].count(
        "oltp_read_write"
    ) == 1
    text = text_of(response)
    assert "Not to be read as equal." in text
    assert "OLTP read/write against Legacy OLTP" in text
    assert "sysbench 1.0.20 against sysbench" in text
    assert "100 threads against" in text


def test_a_submitted_size_reads_as_the_sizes_beside_it(client, published):
    for workload, threads, seconds in (
        ("oltp_read_write", 8, 60),
        ("oltp_legacy", 200, 3600),
    ):
        SubmittedResultFactory(
            engine="mysql",
            engine_version="8.0",
            workload=workload,
            threads=threads,
            duration_s=seconds,
            instance_class=None,
            vcpus=4,
            memory_gb=16,
            tps=900,
        )

    charts = charts_of(client.get("/engines/mysql/8.0/")).values()

    labels = [label for chart in charts for label in chart["labels"]]
    assert ["4 vCPU · 16 GB", "8 threads"] in labels
    assert ["4 · 16", "200", "–"] in labels


def test_a_submitted_class_has_its_size_under_its_name_as_a_vendors_has(
    client, published
):
    """Else nobody sees that the places are in the order of their sizes."""
    of_plant = InstanceClassFactory(code="plant.u2", vcpus=2, memory_gb=4)
    SubmittedResultFactory(
        instance_class=of_plant,
        provider=of_plant.provider,
        vcpus=2,
        memory_gb=4,
        threads=16,
        tables=64,
        table_size=1_600_000,
    )

    chart = charts_of(client.get("/engines/mysql/8.0/"))["chart-alibaba-mysql-8.0-60s"]

    assert ["m1.medium", "4 vCPU · 16 GB"] in chart["labels"]
    own = ["plant.u2", "2 vCPU · 4 GB", "16 threads", "102.4 M rows"]
    assert own in chart["labels"]


def test_loads_on_one_server_have_places_of_their_own(client, published):
    for threads in (4, 64):
        measured(engine="mariadb", engine_version="10.11", threads=threads, tps=500.0)
    for number in range(6):
        measured(engine="mariadb", engine_version="10.11", threads=16, tps=600 + number)

    response = client.get("/engines/mariadb/10.11/")

    chart = charts_of(response)["chart-alibaba-mysql-8.0-60s"]
    own = [label for label in chart["labels"] if "threads" in label[1]]
    assert own == [
        ["4 vCPU · 16 GB", "4 threads", "3.2 M rows"],
        ["4 vCPU · 16 GB", "16 threads", "3.2 M rows"],
        ["4 vCPU · 16 GB", "64 threads", "3.2 M rows"],
    ]
    places = [point["place"] for point in chart["points"]]
    assert sorted(places.count(place) for place in set(places)) == [1, 1, 5]
    text = text_of(response)
    assert "16 threads, 3.2 M rows: newest 5 of 6 drawn" in text
    assert "64 threads, 3.2 M rows," in text


def test_a_version_with_both_workloads_published_keeps_them_apart(client, published):
    measured(tps=5000.0)

    response = client.get("/engines/mysql/8.0/")

    legacy = charts_of(response)["chart-huawei-mysql-8.0"]
    assert legacy["points"] == []
    assert "Not to be read as equal." not in text_of(response)


def test_only_plain_rows_of_one_engine_family_join_a_workload_of_the_same_mix(
    client, published
):
    measured(engine="postgresql", engine_version="15", variant="rate_limited")
    measured(engine="postgresql", engine_version="15", workload="oltp_read_only")

    response = client.get("/engines/postgresql/15/")
    crossed = client.get("/engines/postgresql/15/?beside=mysql-8.0")

    for answer in (response, crossed):
        assert "Not to be read as equal." not in text_of(answer)


def test_another_version_stands_in_the_same_chart_and_table(client, published):
    response = client.get("/engines/mysql/8.0/?beside=mysql-5.7")

    chart = charts_of(response)["chart-alibaba-mysql-8.0-60s"]
    assert [(s["style"], s["is_beside"]) for s in chart["series"]] == [
        ("cached", False),
        ("disk_io", False),
        ("cached", True),
        ("disk_io", True),
    ]
    assert 'class="bb-under bb-beside"' in response.content.decode()


def test_tinted_lines_are_named_below_the_tables_that_have_some(client, db):
    measured(engine="mariadb", engine_version="10.11", threads=4)
    measured(engine="mariadb", engine_version="10.6", threads=4)
    measured(engine="mariadb", engine_version="10.11", workload="oltp_read_only")

    page = client.get("/engines/mariadb/10.11/?beside=mariadb-10.6")

    assert len(charts_of(page)) == 2
    assert text_of(page).count("Tinted lines are MariaDB 10.6") == 1


def test_tests_of_two_loads_are_named_by_them(client, db):
    measured(engine="mariadb", engine_version="10.11", workload="oltp_read_only")
    measured(engine="mariadb", engine_version="10.11")

    text = text_of(client.get("/engines/mariadb/10.11/?beside=none"))

    assert "of one test: Measured here, OLTP read/write." in text
    assert "Measured here, OLTP read-only:" in text


def test_rows_loaded_in_another_way_stand_apart(client, published):
    measured(tps=5000.0)
    measured(tps=99_999.0, variant="no_transactions")
    measured(tps=88_888.0, variant="rate_limited", regime="cached")

    response = client.get("/engines/mysql/8.0/")

    charts = charts_of(response)
    plain = charts["chart-alibaba-mysql-8.0-60s"]
    assert [point["value"] for point in plain["points"]] == [5000.0]
    assert set(charts) >= {
        "chart-measured-oltp_read_write-no_transactions",
        "chart-measured-oltp_read_write-rate_limited",
    }
    text = text_of(response)
    assert "Without BEGIN and COMMIT" in text
    assert "Rate-limited" in text
    assert all(fact.value < 88_888 for fact in response.context["report"].facts)
    assert {
        row["variant"] for row in csv_of(client.get("/engines/mysql/8.0/?format=csv"))
    } == {
        "",
        "no_transactions",
        "rate_limited",
    }


def test_a_version_with_nothing_but_variants_keeps_its_page_and_tile(client, db):
    measured(engine="mariadb", engine_version="10.11", variant="rate_limited")

    page = client.get("/engines/mariadb/10.11/?beside=none")

    assert page.context["report"].facts == []
    assert "OLTP read/write rate-limited" in text_of(client.get("/engines/"))


def test_measured_rows_show_the_best_p95_and_not_the_mean(client, db):
    measured(
        engine="mariadb",
        engine_version="10.11",
        latency_avg_ms=2.0,
        latency_p95_ms=3.0,
    )

    page = client.get("/engines/mariadb/10.11/?beside=none")

    labels = [fact.label for fact in page.context["report"].facts]
    assert "Best latency p95" in labels
    assert "Best mean latency" not in labels


def test_the_statements_of_a_load_are_folded_into_the_method(client, published):
    text = text_of(client.get("/engines/mysql/8.0/"))

    assert "9 statements of OLTP read/write" in text
    assert "SELECT c FROM sbtest100 WHERE id BETWEEN ? AND ?" in text


def test_data_and_memory_are_compared_in_one_unit(client, published):
    rows = client.get("/engines/mysql/8.0/").context["report"].own
    row = next(r for r in rows if r.rows == 128 * 800_000 and r.memory_gb == 16)

    assert row.data_gb == 128 * 800_000 * 240 / 2**30
    assert row.over_memory == row.data_gb / 16


def test_private_rows_are_for_their_owner(client, published):
    result = ResultFactory(measured=True, tps=4321.5)

    assert "4,322" not in text_of(client.get("/engines/mysql/8.0/"))
    client.force_login(UserFactory())
    assert "4,322" not in text_of(client.get("/engines/mysql/8.0/"))
    client.force_login(result.owner)
    assert "4,322" in text_of(client.get("/engines/mysql/8.0/"))
    client.force_login(UserFactory(staff=True))
    assert "4,322" in text_of(client.get("/engines/mysql/8.0/"))


def test_an_endpoint_is_never_named(client, published):
    result = measured()
    result.endpoint = result.run.endpoint
    result.save(update_fields=["endpoint"])
    endpoint = result.run.endpoint

    html = client.get("/engines/mysql/8.0/").content.decode()

    assert endpoint.name not in html
    assert endpoint.host not in html


def test_a_run_that_is_not_visible_is_not_linked(client, published):
    result = measured()

    assert str(result.run_id) not in client.get("/engines/mysql/8.0/").content.decode()
    result.run.visibility = "public"
    result.run.save(update_fields=["visibility"])
    assert str(result.run_id) in client.get("/engines/mysql/8.0/").content.decode()


@pytest.mark.parametrize("rows", [1, 20])
def test_the_number_of_queries_does_not_grow_with_rows(
    client, published, django_assert_num_queries, rows
):
    for _ in range(rows):
        measured()
    refresh()

    with django_assert_num_queries(9):
        client.get("/engines/mysql/8.0/")


def test_hostile_text_is_printed_as_text(client, published):
    Result.objects.filter(engine_version="8.0").update(
        findings=[
            {"code": "x", "severity": "note", "message": "<script>alert(1)</script>"}
        ]
    )

    html = client.get("/engines/mysql/8.0/?metric=<script>alert(2)</script>").content

    assert b"<script>alert" not in html


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


def test_a_word_that_is_none_is_left_out_with_a_sentence(client, published):
    page = text_of(client.get("/engines/mysql/5.7/?regim=cached&nonsense=1"))
    file = client.get("/engines/mysql/5.7/?regim=cached&format=csv")

    assert "“nonsense” is no word of this page; it is left out." in page
    assert (
        "“regim” is no word of this page; it is left out. Did you mean “regime”?"
        in page
    )
    assert file.status_code == 400
    assert file.content.decode().startswith("regim: “regim” is no word")


def test_a_format_that_is_none_is_refused(client, published):
    answer = client.get("/engines/mysql/5.7/?format=zzz")

    assert answer.status_code == 400
    assert answer.content.decode() == (
        "format: There is no format “zzz”. Ask for one of: csv, json, svg.\n"
    )


@pytest.mark.parametrize("format", ["csv", "json", "svg"])
def test_a_file_of_a_word_that_is_unknown_is_refused(client, published, format):
    answer = client.get(f"/engines/mysql/8.0/?regime=zzz&format={format}")

    assert answer.status_code == 400
    assert "There is no regime “zzz”. Known: cached, disk_io." in answer.text


def test_every_word_of_the_page_is_known_to_it(client, published):
    words = "metric=tps&provenance=measured&order=size&rows=all&beside=none&scale=log"
    page = text_of(client.get(f"/engines/mysql/5.7/?{words}"))

    assert "is no word" not in page
