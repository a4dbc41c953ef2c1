"""The answer to a need as files, for reports and programs, and on paper."""

import json
import re
from html import unescape
from io import BytesIO
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import get_template
from pypdf import PdfReader

from benchruns.models import Result
from benchruns.vocabulary import Regime
from tests.benchruns.catalogue.needs.asked import OF_REGIME
from tests.factories import PriceFactory, ResultFactory
from tests.looks import dates
from tests.portal.classes.needs.asked import ASKED, CACHED, PATH, class_of, found
from tests.portal.engines.engine_pages.shown import csv_of
from tests.portal.web.test_overview import text_of


def test_the_same_question_is_asked_of_the_api_by_a_link(client, db):
    sold = found(engine="mysql", engine_version="8.0", latency_p95_ms=20.0)
    PriceFactory(instance_class=sold, currency="USD", region="eu-west-1", term="a year")
    asked = f"{ASKED}&p95=30&price_in=USD/eu-west-1/a year"

    page = client.get(f"{PATH}?{asked}")
    (link,) = re.findall(r'href="([^"]*)"[^>]*>By API<', page.content.decode())
    answer = client.get(unescape(link))

    assert answer.status_code == 200, answer.json()
    assert answer.json()["answer"] == page.context["answer"].text


def test_files_have_when_the_support_of_a_version_ends(client, db):
    """The page says it of each class; a file left it out."""
    found(engine="mysql", engine_version="5.7")
    found(engine="mysql", engine_version="4.1")

    rows = csv_of(client.get(f"{PATH}?tps=2000&regime=disk_io&format=csv"))

    ends = {row["engine_version"]: row["support_ends_on"] for row in rows}
    assert ends == {"5.7": "2023-10-31", "4.1": ""}


@pytest.mark.parametrize("format", ["csv", "json"])
def test_the_answer_is_there_for_programs(client, published, format):
    answer = client.get(f"{PATH}?{CACHED}&format={format}")

    rows = csv_of(answer) if format == "csv" else json.loads(answer.content)
    proven = [row for row in rows if row["status"] == "proven"]
    assert [row["class"] for row in proven] == [
        "rds.mysql.c1.xlarge",
        "rds.mysql.c2.xlarge",
    ]
    assert float(rows[0]["tps"]) == pytest.approx(3479.9167)
    assert rows[0]["latency_p95_ms"] in ("", None)
    assert rows[0]["reason"] in ("", None)


@pytest.mark.parametrize("format", ["csv", "json"])
def test_what_is_not_proven_is_there_for_programs(client, published, format):
    query = f"{PATH}?{ASKED.replace('2000', '3000')}"
    shown = client.get(query).context

    answer = client.get(f"{query}&format={format}")

    rows = csv_of(answer) if format == "csv" else json.loads(answer.content)
    assert [
        (row["status"], row["class"].removeprefix("rds.mysql."), row["reason"])
        for row in rows
    ] == [
        ("not_proven", "c2.xlarge", "doubted"),
        ("near_miss", "c1.xlarge", "tps_below"),
        ("not_reached", "m1.medium", "tps_below"),
        ("not_reached", "s2.large", "tps_below"),
        ("not_reached", "t1.small", "tps_below"),
    ]
    on_page = [each["reason"] for each in (*shown["unproven"], *shown["missed"])]
    assert [row["message"] for row in rows] == on_page
    assert {row["is_smallest"] for row in rows} <= {"", None}


def test_all_that_is_not_proven_is_in_the_file(client, db):
    for number in range(12):
        found(instance_class=class_of(f"c{number}", 2 + number, 4))
    query = f"{PATH}?tps=2000&regime=disk_io&p95=20"

    rows = csv_of(client.get(f"{query}&format=csv"))

    assert len(client.get(query).context["unproven"]) == 10
    assert [row["status"] for row in rows] == ["not_proven"] * 12
    assert {row["reason"] for row in rows} == {"p95_not_known"}


def test_the_answer_is_there_for_reports(client, published):
    lines = client.get(f"{PATH}?{CACHED}&format=md").content.decode().splitlines()

    assert lines[0].startswith("| Status ")
    assert "rds.mysql.c1.xlarge" in lines[2]
    assert client.get(f"{PATH}?{CACHED}&format=xml").status_code == 400


def paper_text(answer):
    pages = PdfReader(BytesIO(answer.content)).pages
    return " ".join(" ".join(each.extract_text() for each in pages).split())


def test_the_pdf_says_what_the_page_says(client, published):
    query = f"{PATH}?{ASKED.replace('2000', '3000')}"
    page = client.get(query)

    answer = client.get(f"{query}&format=pdf")

    assert answer["Content-Type"] == "application/pdf"
    text = paper_text(answer)
    assert "No class is proven to have reached at least 3,000 TPS" in text
    assert "5,457† TPS in doubt" in text
    assert "Not proven" in text
    assert "95 % of it, at half the size (8 vCPU against 16)" in text
    assert "needed: 3,000 TPS" in text
    assert re.search(r"5,457†\s*64 threads, 60 s\s+182 %", text)
    assert re.search(r"2,838†\s*32 threads, 60 s\s+95 %", text)
    assert "http://testserver/classes/need/?tps=3000" in text
    assert "PDF of this answer" in text_of(page)
    assert dates.otherwise(text) == set()


def test_the_pdf_says_what_the_answer_leaves_out_as_the_page_does(client, db):
    """A class of another load, and what reached it on a server of no class."""
    found()
    found(workload="oltp_read_only")
    ResultFactory(
        tps=5432, regime="disk_io", instance_class=None, vcpus=8, memory_gb=32
    )
    query = f"{PATH}?{ASKED}"

    page = text_of(client.get(query)).replace(" ,", ",")
    text = paper_text(client.get(f"{query}&format=pdf"))

    for said in (
        "1 class with results is not counted: they are of another workload",
        "1 result reached it on a server that is no class of the catalogue: 5,432 TPS, "
        "8 vCPU, 32 GB.",
    ):
        assert said in page
        assert said in text


def test_each_sign_of_the_legend_looks_on_paper_as_on_the_page():
    """ "Hollow" was a grey square with a solid line: its look was in no style sheet there."""
    document = get_template("needs/pdf.html").template.source
    sheets = re.findall(r"static '([^']+\.css)'", document)
    looks = "".join(Path(str(finders.find(each))).read_text() for each in sheets)

    for sign in ("open", *Regime):
        assert f".bb-swatch-{sign} {{" in looks


@pytest.mark.long
def test_links_of_the_pdf_lead_to_the_site(client, published):
    answer = client.get(f"{PATH}?{CACHED}&format=pdf")

    links = {
        mark.get_object()["/A"]["/URI"]
        for each in PdfReader(BytesIO(answer.content)).pages
        for mark in each.get("/Annots", [])
        if "/A" in mark.get_object()
    }
    assert links
    assert all(link.startswith("http://testserver/") for link in links)


def hatches(content):
    """The patterns that areas of a PDF are filled with, those of pictures in it too."""
    found, left = 0, [each["/Resources"] for each in PdfReader(BytesIO(content)).pages]
    while left:
        resources = left.pop().get_object()
        patterns = resources.get("/Pattern", {}).values()
        found += sum(each.get_object().get("/PatternType") == 1 for each in patterns)
        pictures = resources.get("/XObject", {}).values()
        inner = [each.get_object() for each in (*pictures, *patterns)]
        left += [each["/Resources"] for each in inner if "/Resources" in each]
    return found


@pytest.mark.long
def test_bars_of_disk_io_are_hatched_on_paper_as_on_the_page(client, db):
    query = f"{PATH}?tps=2000&regime=disk_io"
    found()
    page = client.get(query).content.decode()
    sure = client.get(f"{query}&format=pdf").content
    Result.objects.update(findings=[OF_REGIME], doubt="regime")
    hollow = client.get(f"{query}&format=pdf").content

    assert 'class="bar bar-disk_io"' in page
    # legend and table have their signs in both
    assert hatches(sure) == hatches(hollow) + 1


def test_a_dagger_on_paper_stays_beside_its_figure(client, published):
    answer = client.get(f"{PATH}?{ASKED.replace('2000', '3000')}&format=pdf")

    words = PdfReader(BytesIO(answer.content)).pages[0].extract_text()
    assert "2,838†" in words
