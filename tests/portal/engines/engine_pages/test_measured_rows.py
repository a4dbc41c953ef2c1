"""The page of an engine version: where measured rows stand, and who sees them."""

import pytest

from benchruns.models import InstanceClass, Result
from benchruns.reports.shelf.refresh import refresh
from tests.factories import InstanceClassFactory, ResultFactory, UserFactory
from tests.portal.engines.engine_pages.shown import charts_of, csv_of, measured
from tests.portal.web.test_overview import text_of
from tests.submission_factories import SubmittedResultFactory


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
