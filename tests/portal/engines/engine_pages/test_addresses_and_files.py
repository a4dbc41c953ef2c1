"""The page of an engine version: words of its address, switches and files."""

import pytest

from benchruns.models import Result
from tests.portal.engines.engine_pages.shown import charts_of, csv_of, measured
from tests.portal.web.test_overview import text_of


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
    assert best["reads"] == "5661264"
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


@pytest.mark.parametrize("format", ["csv", "svg"])
def test_a_file_of_a_word_that_is_unknown_is_refused(client, published, format):
    answer = client.get(f"/engines/mysql/8.0/?regime=zzz&format={format}")

    assert answer.status_code == 400
    assert "There is no regime “zzz”. Known: cached, disk_io." in answer.text


def test_of_json_such_a_word_is_named_as_the_api_does(client, published):
    answer = client.get("/engines/mysql/8.0/?regime=zzz&format=json")

    assert answer.status_code == 400
    assert [each["field"] for each in answer.json()["errors"]] == ["regime"]


def test_every_word_of_the_page_is_known_to_it(client, published):
    words = "metric=tps&provenance=measured&order=size&rows=all&beside=none&scale=log"
    page = text_of(client.get(f"/engines/mysql/5.7/?{words}"))

    assert "is no word" not in page
