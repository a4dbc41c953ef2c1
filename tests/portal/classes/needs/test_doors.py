"""One question, asked of the page, the API, the CSV and the PDF: one answer, the papers'."""

from io import BytesIO
from urllib.parse import urlencode

import pytest
from pypdf import PdfReader

from benchruns.models import Result
from portal.formats.figures import figure
from tests.benchruns.catalogue.needs.asked import CAUTION, OF_REGIME
from tests.benchruns.catalogue.needs.by_hand import by_hand
from tests.examples import few_or
from tests.portal.engines.engine_pages.shown import csv_of

PAGE, API = "/classes/need/", "/api/v1/instance-classes/needed/"
DOUBTED = "doubted"
# Asked each time: the papers prove it of no class, and leave it open of some.
MAIN = [("disk_io", 3000, "8.0"), ("disk_io", 3000, None)]
OTHERS = [
    ("disk_io", 1000, "8.0"),
    ("cached", 2000, "8.0"),
    ("cached", 2000, None),
]


def words_of(question):
    return "-".join(map(str, question))


def asked(client, regime, tps, version):
    """Of each door the classes that are proven and those in doubt, and all its words."""
    question = {"tps": tps, "regime": regime, "engine": "mysql"}
    of_page = question | ({"version": version} if version else {})
    of_api = question | ({"engine_version": version} if version else {})
    address = f"{PAGE}?{urlencode(of_page)}"
    told = client.get(f"{API}?{urlencode(of_api)}").json()
    page = client.get(address)
    rows = csv_of(client.get(f"{address}&format=csv"))
    report = page.context["report"]
    return (
        {
            "page": (
                {c.instance_class.code: c.result.tps for c in report.found},
                {
                    c.instance_class.code: c.result.tps
                    for c in report.unproven
                    if c.standing.outcome == DOUBTED
                },
            ),
            "api": (
                figures_of_api(told["classes"]),
                figures_of_api(r for r in told["unproven"] if r["reason"] == DOUBTED),
            ),
            "csv": (
                figures_of_csv(r for r in rows if r["status"] == "proven"),
                figures_of_csv(r for r in rows if r["reason"] == DOUBTED),
            ),
        },
        (page.context["answer"].headline, told["answer"]),
        address,
    )


def figures_of_api(rows):
    return {row["instance_class"]: row["evidence"]["tps"] for row in rows}


def figures_of_csv(rows):
    return {row["class"]: float(row["tps"]) for row in rows}


def words_of_pdf(client, address):
    document = client.get(f"{address}&format=pdf").content
    words = " ".join(page.extract_text() for page in PdfReader(BytesIO(document)).pages)
    return " ".join(words.split())


def papers(regime, tps, version):
    """The best figure of each class, of one version or of all: proven, and in doubt."""
    best = {}, {}
    for each in [version] if version else ["8.0", "5.7", "5.6"]:
        of_version = by_hand(regime=regime, tps=tps, engine_version=each)
        for found, told in zip(best, of_version, strict=True):
            for code, reached in told.items():
                found[code] = max(reached, found.get(code, 0))
    proven, doubted = best
    return proven, {code: tps for code, tps in doubted.items() if code not in proven}


def not_in_pdf(document, proven, doubted):
    """Classes whose name or figure, with its dagger, is not among its words."""
    written = "".join(document.split())  # a long name goes on in a next line
    told = [(code, figure(tps)) for code, tps in proven.items()]
    told += [(code, f"{figure(tps)}†") for code, tps in doubted.items()]
    return [each for each in told if not all(word in written for word in each)]


def holds_at_every_door(client, question, *, is_drawn):
    answers, (headline, of_api), address = asked(client, *question)

    proven, doubted = papers(*question)
    assert {*proven, *doubted}
    for told in answers.values():
        assert told == (pytest.approx(proven), pytest.approx(doubted))
    assert of_api.startswith(headline)
    if is_drawn:
        document = words_of_pdf(client, address)
        assert headline in document
        assert not_in_pdf(document, proven, doubted) == []


@pytest.mark.parametrize("question", MAIN, ids=words_of)
def test_every_door_gives_the_answer_of_the_papers(client, published, question):
    holds_at_every_door(client, question, is_drawn=True)


@pytest.mark.cases_in_turn
@pytest.mark.parametrize("question", OTHERS, ids=words_of)
def test_every_door_answers_other_questions_as_the_papers_do(
    client, published, question
):
    is_drawn = few_or(True, few=False)  # a PDF takes seconds
    holds_at_every_door(client, question, is_drawn=is_drawn)


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

    for proven, _doubted in answers.values():
        assert [*proven] == ["rds.mysql.c2.xlarge"]
    texts = [*words, words_of_pdf(client, address)]
    assert all("c2.xlarge, 16 vCPU, 64 GB, on MySQL 8.0" in text for text in texts)
