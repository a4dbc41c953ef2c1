"""One question, asked of the page, the API, the CSV and the PDF: one answer, the papers'."""

from io import BytesIO
from urllib.parse import urlencode

import pytest
from pypdf import PdfReader

from benchruns.models import Result
from tests.benchruns.catalogue.needs.asked import CAUTION, OF_REGIME
from tests.benchruns.catalogue.needs.by_hand import by_hand
from tests.examples import few_or
from tests.portal.engines.engine_pages.shown import csv_of

PAGE, API = "/classes/need/", "/api/v1/instance-classes/needed/"
QUESTIONS = [
    ("disk_io", 3000, "8.0"),
    ("disk_io", 3000, None),
    ("disk_io", 1000, "8.0"),
    ("cached", 2000, "8.0"),
    ("cached", 2000, None),
]
DRAWN = few_or(QUESTIONS, few=QUESTIONS[1:2])  # a PDF takes seconds


def asked(client, regime, tps, version):
    """Of each door the classes that it calls an answer, and all its words."""
    question = {"tps": tps, "regime": regime, "engine": "mysql"}
    of_page = question | ({"version": version} if version else {})
    of_api = question | ({"engine_version": version} if version else {})
    address = f"{PAGE}?{urlencode(of_page)}"
    told = client.get(f"{API}?{urlencode(of_api)}").json()
    page = client.get(address)
    return (
        {
            "page": {
                c.instance_class.code: c.result.tps
                for c in page.context["report"].found
            },
            "api": {
                each["instance_class"]: each["evidence"]["tps"]
                for each in told["classes"]
            },
            "csv": {
                row["class"]: float(row["tps"])
                for row in csv_of(client.get(f"{address}&format=csv"))
                if row["status"] == "proven"
            },
        },
        (page.context["answer"].headline, told["answer"]),
        address,
    )


def words_of_pdf(client, address):
    document = client.get(f"{address}&format=pdf").content
    words = " ".join(page.extract_text() for page in PdfReader(BytesIO(document)).pages)
    return " ".join(words.split())


def papers(regime, tps, version):
    """The best figure that is proven of each class, of one version or of all."""
    best = {}
    for each in [version] if version else ["8.0", "5.7", "5.6"]:
        proven, _doubted = by_hand(regime=regime, tps=tps, engine_version=each)
        for code, reached in proven.items():
            best[code] = max(reached, best.get(code, 0))
    return best


@pytest.mark.cases_in_turn
@pytest.mark.parametrize(("regime", "tps", "version"), QUESTIONS, ids=str)
def test_every_door_gives_the_answer_of_the_papers(
    client, published, regime, tps, version
):
    answers, (headline, of_api), address = asked(client, regime, tps, version)

    expected = papers(regime, tps, version)
    for answer in answers.values():
        assert answer == pytest.approx(expected)
    assert of_api.startswith(headline)
    if (regime, tps, version) in DRAWN:
        assert headline in words_of_pdf(client, address)


@pytest.mark.cases_in_turn
@pytest.mark.parametrize("finding", [OF_REGIME, CAUTION], ids=lambda each: each["code"])
def test_planted_doubts_are_no_answer_at_any_door(client, published, finding):
    planted = Result.objects.get(
        engine_version="8.0",
        regime="cached",
        instance_class__code="rds.mysql.c1.xlarge",
    )
    planted.findings = [finding]
    planted.save()

    answers, words, address = asked(client, "cached", 2000, "8.0")

    for answer in answers.values():
        assert [*answer] == ["rds.mysql.c2.xlarge"]
    texts = [*words, words_of_pdf(client, address)]
    assert all("c2.xlarge, 16 vCPU, 64 GB, on MySQL 8.0" in text for text in texts)
