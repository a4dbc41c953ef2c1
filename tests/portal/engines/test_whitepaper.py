"""The white paper: what it prints, for whom, on paper and for programs."""

import csv
import html
import io
import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from benchruns.models import InstanceClass, Result
from benchruns.reports.engine import report
from benchruns.reports.whitepaper import paper
from benchruns.runs.series import series_of
from benchruns.trends import exclusions
from benchruns.units import GB
from tests.examples import few_or
from tests.factories import (
    NOON,
    CampaignFactory,
    EndpointFactory,
    InstanceClassFactory,
    ResultFactory,
    SourceFactory,
    UserFactory,
)
from tests.looks import dates, sheets
from tests.portal.web.test_overview import text_of
from tests.submission_factories import SubmittedResultFactory

PAGE = "/whitepaper/mysql/8.0/"
VERSIONS = (
    "mysql/8.0", "mysql/5.7", "mysql/5.6", "postgresql/12", "postgresql/unstated",
    "sqlserver/2008-r2", "sqlserver/2012-ee",
)  # fmt: skip


def words_of(response):
    """The visible text of a page with single spaces."""
    return html.unescape(text_of(response))


def repeats(owner, values, *, apart=timedelta(minutes=1), **facts):
    """Measured results of one load on one server."""
    endpoint = EndpointFactory(owner=owner)
    made = []
    for number, tps in enumerate(values):
        result = ResultFactory(
            measured=True,
            owner=owner,
            endpoint=endpoint,
            run__endpoint=endpoint,
            run__owner=owner,
            engine="mysql",
            engine_version="8.0",
            engine_version_full="8.0.36",
            workload="oltp_read_write",
            threads=4,
            tps=tps,
            measured_at=NOON + number * apart,
            **{"regime": "cached", **facts},
        )
        result.series = series_of(result)
        result.save(update_fields=["series"])
        made.append(result)
    return made


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


def test_its_drawings_are_of_the_page_and_share_no_name(client, published):
    """In the page's typeface, which a drawing in an image has not."""
    page = client.get(PAGE).content.decode()

    drawings = re.findall(r'<svg width="760".*?</svg>', page, flags=re.DOTALL)
    names = re.findall(r' id="([^"]*)"', page)
    assert len(drawings) > 1
    assert "<img" not in page
    assert len(names) == len(set(names))
    assert set(re.findall(r"url\(#([^)]*)\)", "".join(drawings))) <= set(names)


def test_the_pdf_has_figures_charts_bookmarks_and_metadata(client, published):
    response = client.get(PAGE, {"format": "pdf"})

    assert response["Content-Type"] == "application/pdf"
    assert response.content.startswith(b"%PDF")
    document = PdfReader(io.BytesIO(response.content))
    text = " ".join(page.extract_text() for page in document.pages)
    for figure in ("1,866", "1,013", "6,740", "1.84", "rds.mysql.c2.xlarge"):
        assert figure in text
    assert dates.DAY.search(text)
    assert dates.otherwise(text) == set()
    # texts of the charts are texts of the document
    assert text.count("6,740") >= 3
    assert f"1 / {len(document.pages)}" in text
    assert document.metadata.title == "MySQL 8.0 performance white paper"
    assert document.metadata.author == "Benchbook"
    titles = [str(each.title) for each in document.outline[1] if hasattr(each, "title")]
    assert "1 Cached beside disk I/O" in titles


@pytest.mark.parametrize("version", few_or(VERSIONS, few=VERSIONS[:1]))
def test_no_sheet_but_the_last_is_nearly_empty_and_no_table_leaves_one(
    client, published, version
):
    """Nor stands a row of a table alone on a sheet."""
    path = f"/whitepaper/{version}/"
    response = client.get(path, {"format": "pdf"})

    pages = sheets.sheets_of(response.content)
    last = pages[-1]
    assert [
        n for n, page in enumerate(pages[:-1], 1) if sheets.lowest(page) <= 0.55
    ] == []
    # which has a section of its own
    assert {"Sources", "The same, live"} <= set(last.extract_text().splitlines())
    assert [sheets.beyond_the_margin(page) for page in pages] == [[]] * len(pages)
    assert alone(pages, client.get(path, {"format": "json"}).json()["chapters"]) == []


def alone(pages, chapters):
    """Sheets that have one row of a table that goes on: the row's class."""
    tables = [
        [row[0] for row in chapter["published"]["rows"]]
        for chapter in chapters
        if len(chapter["published"]["rows"]) > 1
    ]
    parts = [
        [word for word in sheets.words_at_the_left(page) if word in names]
        for names in tables
        for page in pages
    ]
    assert sum(map(len, parts)) >= sum(map(len, tables))
    return [part for part in parts if len(part) == 1]


def test_a_name_longer_than_a_line_is_broken_and_every_column_stands_on_the_sheet(
    client, db
):
    longest = "n" * InstanceClass._meta.get_field("code").max_length
    # The best of the two stands on the first sheet as well, where there is room for it.
    for code, tps in (("db.r6g.large", 900.0), (longest, 800.0)):
        ResultFactory(engine_version="8.0", instance_class__code=code, tps=tps)

    response = client.get(PAGE, {"format": "pdf"})

    pages = sheets.sheets_of(response.content)
    assert [sheets.beyond_the_margin(page) for page in pages] == [[]] * len(pages)
    text = "".join(page.extract_text() for page in pages)
    assert "db.r6g.large" in text
    assert longest not in text


def test_repeats_are_one_line_with_median_and_quartiles(client, db):
    owner = UserFactory()
    repeats(owner, [100.0, 104.0, 101.0, 102.0, 150.0], visibility="public")
    last = Result.objects.get(tps=150.0)
    exclusions.exclude(last.pk, by=owner, reason="a backup ran")

    (chapter,) = client.get(PAGE, {"format": "json"}).json()["chapters"]

    (row,) = chapter["measured"]["rows"]
    told = dict(zip(chapter["measured"]["columns"], row, strict=True))
    assert told["Repeats"] == "4"
    assert told["Median TPS"] == "102"
    assert told["Quartiles TPS"] == "101 – 102"
    assert told["Interquartile range TPS"] == "1.75"
    assert told["Left out"] == "150"


def test_three_repeats_have_no_quartiles(client, db):
    repeats(UserFactory(), [100.0, 104.0, 101.0], visibility="public")

    (told,) = measured_lines(client)

    assert (told["Repeats"], told["Median TPS"]) == ("3", "101")
    assert told["Quartiles TPS"] == told["Interquartile range TPS"] == "–"


def measured_lines(client):
    (chapter,) = client.get(PAGE, {"format": "json"}).json()["chapters"]
    columns, rows = chapter["measured"]["columns"], chapter["measured"]["rows"]
    return [dict(zip(columns, row, strict=True)) for row in rows]


def test_a_run_stands_in_one_line_alone_however_runs_follow_one_another(client, db):
    values = [1000, 1100, 1200, 1300, 1400]
    repeats(UserFactory(), values, apart=timedelta(hours=5), visibility="public")

    told = {(line["Repeats"], line["Median TPS"]) for line in measured_lines(client)}

    assert told == {("3", "1,100"), ("2", "1,350")}


def test_the_same_load_read_from_memory_and_from_the_disk_is_two_lines(client, db):
    made = repeats(UserFactory(), [300, 310, 290, 3000, 3010], visibility="public")
    disk = [result.pk for result in made[:3]]
    Result.objects.filter(pk__in=disk).update(regime="disk_io")

    told = {(line["Regime"], line["Median TPS"]) for line in measured_lines(client)}

    assert told == {("disk I/O", "300"), ("cached", "3,005")}


def test_own_results_are_in_the_owners_paper_and_marked(client, published):
    owner = UserFactory()
    repeats(owner, [98_765.0], visibility="private")

    anonymous = words_of(client.get(PAGE))
    client.force_login(owner)
    own = words_of(client.get(PAGE))

    assert "98,765" not in anonymous
    assert "98,765" in own
    assert "(yours, not public)" in own
    assert "1 result in it is not public" in own


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


def test_measured_rows_that_are_in_no_paper_are_told(client, db, monkeypatch):
    owner = UserFactory()
    repeats(owner, [100.0, 101.0, 102.0], visibility="public")
    told = "Vendor results and the newest measured ones; the API has all."
    assert client.get(PAGE, {"format": "json"}).json()["is_cut"] is False
    assert told not in words_of(client.get(PAGE))

    monkeypatch.setattr(report, "NEWEST_MEASURED", 2)

    assert client.get(PAGE, {"format": "json"}).json()["is_cut"] is True
    assert told in words_of(client.get(PAGE))
    assert "only the newest are in it and in its files" in words_of(client.get(PAGE))


@pytest.mark.long
def test_a_class_that_xml_cannot_name_stops_no_paper(client, db):
    ResultFactory(engine_version="8.0", instance_class__code="a\x07b\uffffc\x0b")

    assert client.get(PAGE).status_code == 200
    response = client.get(PAGE, {"format": "pdf"})
    text = PdfReader(io.BytesIO(response.content)).pages[0].extract_text()
    assert "MySQL 8.0" in text


def test_the_number_of_queries_does_not_grow_with_the_rows(client, db):
    owner = UserFactory()
    repeats(owner, [100.0], visibility="public")
    with CaptureQueriesContext(connection) as few:
        client.get(PAGE)
    repeats(owner, [100.0 + n for n in range(12)], visibility="public")
    with CaptureQueriesContext(connection) as many:
        client.get(PAGE)
    with CaptureQueriesContext(connection) as rows_alone:
        client.get(PAGE, {"format": "csv"})

    assert len(many) == len(few)
    assert len(rows_alone) < len(many)


def test_what_does_not_exist_is_not_found_and_wrong_formats_are_told(client, published):
    assert client.get("/whitepaper/mysql/9.9/").status_code == 404
    response = client.get(PAGE, {"format": "docx"})
    assert response.status_code == 400
    assert "docx" in response.content.decode()


def test_the_engine_page_leads_to_its_paper(client, published):
    page = client.get("/engines/mysql/8.0/").content.decode()

    assert 'href="/whitepaper/mysql/8.0/"' in page
    assert 'href="/whitepaper/mysql/8.0/?format=pdf"' in page


def test_pictures_on_paper_have_the_typeface_of_the_page_and_their_daggers(
    client, published
):
    response = client.get(PAGE, {"format": "pdf"})

    document = PdfReader(io.BytesIO(response.content))
    fonts = {
        str(font.get_object()["/BaseFont"]).partition("+")[2]
        for page in document.pages
        for font in page["/Resources"]["/Font"].values()
    }
    assert {name for name in fonts if "Mono" not in name} == {
        name for name in fonts if name.startswith("Inter")
    }
    text = " ".join(page.extract_text() for page in document.pages)
    assert "2,838†" in text
    assert "regime or method in doubt" in text
