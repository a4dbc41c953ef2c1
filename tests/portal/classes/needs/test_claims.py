"""A submitted figure that the vendor's own belies is no answer, wherever it is asked."""

import json
from html import unescape
from io import BytesIO

import pytest
from pypdf import PdfReader

from benchruns.catalogue.summaries.refresh import refresh
from benchruns.models import InstanceClass
from benchruns.units import GB
from tests.portal.engines.engine_pages.shown import csv_of
from tests.portal.web.test_overview import text_of
from tests.submission_factories import SubmittedResultFactory

ASKED = "tps=1400&regime=disk_io&engine=mysql&version=8.0"
PATH = f"/classes/need/?{ASKED}"
API = f"/api/v1/instance-classes/needed/?{ASKED.replace('version', 'engine_version')}"
DOUBT = "Above the vendor's own 1,013 TPS of this class; disk I/O is as the submitter claims."


@pytest.fixture
def claimed(published):
    """Of a class whose vendor has 1,013 TPS from disk."""
    size = InstanceClass.objects.get(code="rds.mysql.m1.medium")
    row = SubmittedResultFactory(
        instance_class=size,
        provider=size.provider,
        tps=1498.0,
        regime="disk_io",
        data_bytes=90 * GB,
        memory_gb=16,
    )
    refresh()
    row.refresh_from_db()
    return row


def test_the_page_says_that_it_is_a_claim_and_what_belies_it(client, claimed):
    page = client.get(PATH)

    text = unescape(text_of(page))
    assert "1,498 TPS, just what is needed: rds.mysql.m1.medium" not in text
    assert f"1,498 TPS, 1.07 times what is needed, in doubt: {DOUBT}" in text
    (bar,) = [each for each in page.context["chart"].bars if each.text == "1,498"]
    assert (bar.is_open, bar.doubt) == (True, DOUBT)


def test_files_and_the_pdf_of_the_answer_say_so_too(client, claimed):
    lines = csv_of(client.get(f"{PATH}&format=csv"))
    (line,) = [each for each in lines if each["tps"] == "1498.0"]
    pdf = PdfReader(BytesIO(client.get(f"{PATH}&format=pdf").content))

    assert (line["status"], line["reason"]) == ("not_proven", "doubted")
    assert line["doubt"] == DOUBT
    printed = " ".join(" ".join(page.extract_text() for page in pdf.pages).split())
    assert DOUBT in printed


def test_the_api_answers_alike(client, claimed):
    told = json.loads(client.get(API).content)

    (entry,) = [
        each
        for each in told["unproven"]
        if each["evidence"]["result"] == str(claimed.pk)
    ]
    assert entry["reason"] == "doubted"
    assert DOUBT in entry["message"]
    assert entry["evidence"]["doubt"] == "regime"
    assert not any(each["evidence"]["doubt"] for each in told["classes"])


def test_a_ranking_does_not_put_it_first(client, claimed):
    page = client.get("/classes/ranking/?regime=disk_io&engine=mysql&version=8.0")

    assert "1,498" not in [bar.text for bar in page.context["chart"].bars]


def test_one_that_nothing_belies_is_named_as_the_claim_that_it_is(client, published):
    size = InstanceClass.objects.get(code="rds.mysql.m1.medium")
    SubmittedResultFactory(
        instance_class=size,
        provider=size.provider,
        engine_version="9.9",
        tps=1498.0,
        regime="disk_io",
        data_bytes=90 * GB,
        memory_gb=16,
    )

    text = text_of(client.get(PATH.replace("8.0", "9.9")))

    assert "16 GB, on MySQL 9.9, submitted, disk I/O as claimed." in text


def test_a_figure_far_above_the_vendor_s_own_is_no_answer(client, published):
    """On little data, so that nobody doubts that it was cached."""
    size = InstanceClass.objects.get(code="rds.mysql.c1.xlarge")
    row = SubmittedResultFactory(
        instance_class=size,
        provider=size.provider,
        tps=34_265.0,
        regime="cached",
        data_bytes=GB,
        vcpus=size.vcpus,
        memory_gb=size.memory_gb,
    )
    refresh()

    text = unescape(text_of(client.get("/classes/need/?tps=20000&regime=cached")))
    version = f"/engines/mysql/{row.version_slug}/"
    engine_page = unescape(client.get(version).content.decode())

    told = (
        "34,265 TPS, 9.8 times the 3,480 that the vendor itself reached with this class"
    )
    assert "34,265 TPS, 1.71 times what is needed: rds.mysql.c1.xlarge" not in text
    assert f"34,265 TPS, 1.71 times what is needed, in doubt: {told}" in text
    assert told in engine_page
