"""The white paper: what it says of published rows, their sources and figures."""

import csv
import io
import re

import pytest

from benchruns.models import Result
from benchruns.reports.whitepaper import paper
from benchruns.units import GB
from tests.factories import (
    CampaignFactory,
    InstanceClassFactory,
    ResultFactory,
    SourceFactory,
    UserFactory,
)
from tests.portal.engines.whitepaper.printed import PAGE, repeats, words_of
from tests.submission_factories import SubmittedResultFactory


def test_the_paper_says_all_that_a_white_paper_says(client, published):
    text = words_of(client.get(PAGE))

    for heading in (
        "What this paper rests on",
        "Metrics",
        "Environment",
        "Scenario",
        "Method",
        "Commands",
        "Findings",
        "Before you compare",
        "Sources",
    ):
        assert heading in text
    assert "26 results, as vendors printed them" in text
    assert "ecs.g6.8xlarge" in text  # the client
    assert "VPC, China (Hangzhou)" in text
    assert "innodb_flush_log_at_trx_commit 1" in text
    assert "sysbench 1.0.20" in text
    assert "as the source labels them" in text
    assert "one of its transactions has 14 reads" in text  # TPS as this paper has them
    assert "--table_size=25000" in text
    assert "Alibaba Cloud ApsaraDB RDS performance white paper" in text
    assert "http://testserver/engines/mysql/8.0/?campaign=alibaba-mysql-8.0-60s" in text


def test_every_row_has_its_source(client, published):
    """A report was among the results, and not among the sources."""
    row = Result.objects.filter(engine_version="8.0", regime="disk_io").first()
    submitted = SubmittedResultFactory(
        instance_class=row.instance_class, provider=row.provider
    )
    repeats(UserFactory(), [100.0, 104.0], visibility="public")

    told = client.get(PAGE, {"format": "json"}).json()
    text = words_of(client.get(PAGE))
    lines = client.get(PAGE, {"format": "csv"}).content.decode().splitlines()

    (report,) = told["reports"]
    address = f"http://testserver/submissions/{submitted.submission_id}/"
    assert report == {
        "places": row.instance_class.code,
        "address": address,
        "rows": 1,
    }
    assert f"Submitted report, {row.instance_class.code}: {address} · 1 row" in text
    assert "keeps its command, output and counters · 2 rows" in text
    counted = [each["rows"] for each in (*told["sources"], *told["reports"])]
    assert sum(counted) + told["measured_rows"] == len(lines) - 1


def test_a_version_without_support_is_called_so_at_the_head(client, published):
    words = words_of(client.get("/whitepaper/mysql/5.7/"))

    head = words.split("What this paper rests on")[0]
    assert "MySQL 5.7 has had no support since 2023-10-31." in head


def test_what_sources_mean_by_a_figure_stands_in_a_line_each_with_their_name(
    client, published
):
    """TPS of MySQL 8.0 are counted in another way by each of its papers."""
    page = words_of(client.get(PAGE))
    metrics = client.get(PAGE, {"format": "json"}).json()["metrics"]

    [tps] = [each["meaning"] for each in metrics if each["name"] == "tps"]
    lines = tps.splitlines()
    assert len(lines) > 1
    for line in lines:
        whose, text = line.split(": ", 1)
        assert re.match(r"(Alibaba|Huawei) Cloud, ", whose)
        assert f"{whose}: {text}" in page


def test_a_figure_that_has_one_meaning_names_nobody(client, published):
    metrics = client.get(PAGE, {"format": "json"}).json()["metrics"]

    alone = [each["meaning"] for each in metrics if "\n" not in each["meaning"]]
    assert alone
    assert not any("Cloud, " in each for each in alone)


@pytest.mark.parametrize("version", ["mysql/8.0", "mysql/5.7", "sqlserver/2012-ee"])
def test_only_what_a_table_shows_is_explained(client, published, version):
    """Rows have more than their tables print; a reader looked for it in vain."""
    told = client.get(f"/whitepaper/{version}/", {"format": "json"}).json()

    heads = [
        head
        for chapter in told["chapters"]
        for table in (chapter["published"], chapter["measured"])
        if table
        for head in table["columns"]
    ]
    at_head = {fact["unit"] for fact in told["facts"]}
    assert told["metrics"]
    for metric in told["metrics"]:
        unit = metric["unit"]
        assert unit in at_head or any(each.endswith(f" {unit}") for each in heads)


def test_of_measured_rows_the_figures_of_table_and_head_are_explained(client, db):
    repeats(UserFactory(), [100.0, 104.0], visibility="public", latency_p95_ms=9.0)

    told = client.get(PAGE, {"format": "json"}).json()

    assert {each["unit"] for each in told["facts"]} == {"TPS", "QPS", "ms"}
    names = [each["name"] for each in told["metrics"]]
    assert names == ["tps", "qps", "latency_p95_ms"]


def test_scripts_are_named_as_a_reader_gets_them(client, published):
    text = words_of(client.get("/whitepaper/mysql/5.7/"))

    assert "/guide/scripts/oltp_legacy.lua" in text
    assert "workers/" not in text
    assert "BENCHBOOK/" not in text


def test_the_commands_say_whose_they_are_and_what_others_take(client, published):
    text = words_of(client.get(PAGE))

    assert "These are the commands for rds.mysql." in text
    assert "For other rows change these options of “measure”" in text
    assert re.search(r"--threads=\d+( --[a-z_]+=\d+)* rds\.mysql\.c2\.xlarge", text)


@pytest.mark.django_db
def test_chapters_of_what_was_tested_otherwise_are_named_apart(client):
    row = ResultFactory(threads=64, data_bytes=4 * GB, regime="cached")
    row.campaign.duration_seconds = 60
    row.campaign.save()
    for seconds in (4, 3600):
        SubmittedResultFactory(
            instance_class=row.instance_class,
            provider=row.instance_class.provider,
            workload=row.workload,
            regime="cached",
            threads=64,
            data_bytes=4 * GB,
            duration_s=seconds,
        )

    page = client.get(PAGE)
    chapters = client.get(PAGE, {"format": "json"}).json()["chapters"]

    titles = [each["title"] for each in chapters]
    assert len(set(titles)) == len(titles) == 3
    for how in ("Submitted, 4 s", "Submitted, 60 min"):
        assert any(how in title for title in titles[1:])
    assert all(title in words_of(page) for title in titles)
    # each of the three has a single figure, which its table tells
    assert 'class="wp-figure' not in page.content.decode()


def test_the_table_is_class_by_class_with_cached_disk_and_ratio(client, published):
    chapter = client.get(PAGE, {"format": "json"}).json()["chapters"][0]

    table = chapter["published"]
    row = dict(zip(table["columns"], table["rows"][2], strict=True))
    assert row["Class"] == "rds.mysql.m1.medium"
    assert row["vCPU"] == "4"
    assert row["Cached TPS"] == "1,866"
    assert row["Disk I/O TPS"] == "1,013"
    assert row["Ratio ×"] == "1.84"
    assert float(row["Data / memory ×, disk I/O"]) > 1


@pytest.mark.parametrize(
    "page", ["mysql/5.7", "postgresql/unstated", "postgresql/12", "sqlserver/2012-ee"]
)
def test_every_version_has_its_paper(client, published, page):
    response = client.get(f"/whitepaper/{page}/")

    assert response.status_code == 200
    assert b'role="img" aria-label=' in response.content
    chapters = client.get(f"/whitepaper/{page}/", {"format": "json"}).json()["chapters"]
    assert all(chapter["published"]["rows"] for chapter in chapters)


def test_rows_beyond_the_limit_are_counted_and_in_the_csv(client, db, monkeypatch):
    monkeypatch.setattr(paper, "MOST_ROWS", 6)
    campaign = CampaignFactory()
    source = SourceFactory()
    for number in range(10):
        ResultFactory(
            campaign=campaign,
            source=source,
            instance_class=InstanceClassFactory(provider=campaign.provider),
            engine_version="8.0",
            regime=None,
            tps=1_000 + number,
        )

    printed = client.get(PAGE, {"format": "json"}).json()["chapters"][0]
    lines = list(
        csv.DictReader(
            io.StringIO(client.get(PAGE, {"format": "csv"}).content.decode())
        )
    )

    assert len(printed["published"]["rows"]) == 6
    assert printed["rows_left_out"] == 4
    assert len(lines) == 10
    assert "4 more are in the CSV" in words_of(client.get(PAGE))


def test_what_does_not_exist_is_not_found_and_wrong_formats_are_told(client, published):
    assert client.get("/whitepaper/mysql/9.9/").status_code == 404
    response = client.get(PAGE, {"format": "docx"})
    assert response.status_code == 400
    assert "docx" in response.content.decode()


def test_the_engine_page_leads_to_its_paper(client, published):
    page = client.get("/engines/mysql/8.0/").content.decode()

    assert 'href="/whitepaper/mysql/8.0/"' in page
    assert 'href="/whitepaper/mysql/8.0/?format=pdf"' in page
