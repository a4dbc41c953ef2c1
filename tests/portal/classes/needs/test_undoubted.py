"""Beside a figure in doubt stands what the same class reached without one."""

import json
from html import unescape
from io import BytesIO

import pytest
from pypdf import PdfReader

from benchruns.models import InstanceClass, Result
from tests.portal.engines.engine_pages.shown import csv_of
from tests.portal.web.test_overview import text_of

ASKED = "tps=2000&regime=disk_io&engine=mysql"
PATH = f"/classes/need/?{ASKED}"
CLASS = "rds.mysql.c1.xlarge"
SURE = "Not in doubt: 760 TPS, 38 % of it (MySQL 5.6, "


@pytest.fixture
def sure(published):
    """The only one whose data is more than its memory."""
    found = Result.objects.filter(
        instance_class__code=CLASS, workload="oltp_read_write", regime="disk_io"
    )
    return found.get(doubt="")


def test_the_page_and_the_pdf_say_it(client, sure):
    text = unescape(text_of(client.get(PATH)))
    pdf = PdfReader(BytesIO(client.get(f"{PATH}&format=pdf").content))
    printed = " ".join(" ".join(page.extract_text() for page in pdf.pages).split())

    assert 755 < sure.tps < 765
    assert SURE in text
    assert SURE in printed


def test_files_and_the_api_have_it(client, sure):
    lines = csv_of(client.get(f"{PATH}&format=csv"))
    (line,) = [each for each in lines if each["class"] == CLASS]
    told = json.loads(client.get(f"/api/v1/instance-classes/needed/?{ASKED}").content)
    (entry,) = [each for each in told["unproven"] if each["instance_class"] == CLASS]

    assert line["status"] == "not_proven"
    assert float(line["undoubted_tps"]) == pytest.approx(sure.tps)
    assert line["undoubted_result"] == str(sure.pk)
    assert SURE in line["message"]
    assert entry["evidence"]["undoubted"]["result"] == str(sure.pk)
    assert entry["evidence"]["undoubted"]["engine_version"] == "5.6"
    assert SURE in entry["message"]


def test_a_figure_in_no_doubt_has_none_beside_it(client, sure):
    told = json.loads(client.get(f"/api/v1/instance-classes/needed/?{ASKED}").content)

    without = [each for each in told["nearest"] if not each["evidence"]["doubt"]]
    assert without
    assert not any(each["evidence"]["undoubted"] for each in without)


def test_nor_has_one_whose_class_has_no_other(client, sure):
    size = InstanceClass.objects.get(code=CLASS)
    Result.objects.filter(instance_class=size, doubt="").delete()

    text = unescape(text_of(client.get(PATH)))
    assert CLASS in text
    assert "760 TPS" not in text


def test_an_answer_says_which_of_its_results_did_not_reach_it(client, published):
    """m1.medium: 1,959 TPS in 60 s, 441 in 20 minutes, neither in doubt."""
    path = "/classes/need/?tps=700&regime=disk_io&engine=mysql"

    text = unescape(text_of(client.get(path)))
    pdf = PdfReader(BytesIO(client.get(f"{path}&format=pdf").content))
    printed = " ".join(" ".join(page.extract_text() for page in pdf.pages).split())

    assert "1,959 TPS, 2.80 times what is needed: rds.mysql.m1.medium" in text
    told = (
        "of its 4 results did not: 441 TPS, 63 % of it (MySQL 5.6, 32 threads, 20 min)."
    )
    assert told in text
    assert told in printed
    assert "888 TPS" in text  # c2.xlarge, which reached it too


def test_each_version_has_its_figure_margin_and_end_of_support(client, published):
    """The first one's margin is not that of the version that somebody runs."""
    path = "/classes/need/?tps=1000&regime=disk_io&engine=mysql"

    text = unescape(text_of(client.get(path)))

    assert "1,959 TPS, 1.96 times what is needed: rds.mysql.m1.medium" in text
    told = "rds.mysql.m1.medium, 4 vCPU, 16 GB, the only class that reached it."
    assert f"MySQL 8.0: 1,013 TPS, just what is needed: {told}" in text
    ended = "It has had no support since 2023-10-31."
    assert f"MySQL 5.7: 1,959 TPS, 1.96 times what is needed: {told} {ended}" in text
    assert "Different tests beside each other: measured for 60 s to 20 min." in text
    assert "1 of its 4 results is in doubt." in text


def test_what_is_a_little_less_than_needed_is_not_printed_as_its_equal(
    client, published
):
    page = client.get("/classes/need/?tps=1959&regime=disk_io&engine=mysql")

    text = unescape(text_of(page))
    assert "1,958.51 TPS" in text
    assert "99 % of" in text


def test_one_whose_results_all_reached_it_says_nothing_of_the_kind(client, published):
    text = text_of(client.get("/classes/need/?tps=300&regime=disk_io&engine=mysql"))

    assert "did not" not in text[: text.index("Each version by itself")]
