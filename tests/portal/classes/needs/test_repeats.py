"""The best of several repeats is no answer that their median misses, at no door."""

import json
from html import unescape
from io import BytesIO

import pytest
from pypdf import PdfReader

from benchruns.units import GB
from tests.benchruns.catalogue.needs.asked import repeats
from tests.factories import InstanceClassFactory
from tests.portal.classes.needs.asked import class_of
from tests.portal.engines.engine_pages.shown import csv_of
from tests.portal.web.test_overview import text_of
from tests.submission_factories import SubmissionFactory, SubmittedResultFactory

ASKED = "tps=3000&regime=disk_io&engine=mysql"
PATH = f"/classes/need/?{ASKED}"
API = f"/api/v1/instance-classes/needed/?{ASKED}"
WHY = "2,700 TPS is the median of its 5 repeats; the best one reached 3,010."
ANSWER = (
    "3,100 TPS, median of 3 repeats, just what is needed: large, 4 vCPU, 8 GB, on "
    "MySQL 8.0, measured. The only class that reached at least 3,000 TPS"
)
SPREAD = "Its repeats reached 3,050 to 3,400 TPS."


@pytest.fixture
def repeated(db):
    """A small class whose best repeat reaches it, and a larger one that does."""
    small, large = class_of("small", 2, 4), class_of("large", 4, 8)
    repeats(small, 2600, 3010, 2700, 2500, 2800)
    repeats(large, 3100, 3400, 3050)


def paper_of(client):
    document = client.get(f"{PATH}&format=pdf").content
    words = " ".join(page.extract_text() for page in PdfReader(BytesIO(document)).pages)
    return " ".join(words.split())


def test_the_page_names_the_class_whose_median_reaches_it(client, repeated):
    page = client.get(PATH)

    text = unescape(text_of(page))
    assert ANSWER in text
    assert SPREAD in text
    assert WHY in text[text.index("no result shows it for sure") :]
    assert "3,010 TPS, just what is needed" not in text
    assert "3,100 median of 3 repeats 16 threads, 60 s" in text


def test_the_bars_are_as_long_as_the_medians(client, repeated):
    bars = client.get(PATH).context["chart"].bars

    told = [(bar.name, bar.value, bar.text, bar.word, bar.is_open) for bar in bars]
    assert told == [
        ("small", 2700, "2,700", "not by its median", True),
        ("large", 3100, "3,100", "reached", False),
    ]
    assert [bar.about.rpartition(", ")[2] for bar in bars] == [
        "median of 5 repeats",
        "median of 3 repeats",
    ]


def test_files_say_it_too(client, repeated):
    proven, other = csv_of(client.get(f"{PATH}&format=csv"))
    table = client.get(f"{PATH}&format=md").content.decode()

    assert (proven["class"], proven["status"]) == ("large", "proven")
    assert [proven[name] for name in ("tps", "repeats", "highest_tps")] == [
        "3100.0",
        "3",
        "3400.0",
    ]
    assert float(proven["times_needed"]) == pytest.approx(3100 / 3000)
    assert (other["status"], other["reason"]) == ("not_proven", "median_missed")
    assert [other[name] for name in ("tps", "median_tps")] == ["2700.0", "2700.0"]
    assert other["message"] == WHY
    assert WHY in table


def test_the_pdf_says_it_too(client, repeated):
    printed = paper_of(client)

    for told in (ANSWER, WHY, SPREAD, "3,100 median of 3 repeats"):
        assert told in printed


def test_the_api_answers_alike(client, repeated):
    told = json.loads(client.get(API).content)

    assert told["answer"].startswith(ANSWER)
    (answer,), (unproven,) = told["classes"], told["unproven"]
    assert answer["evidence"]["tps"] == 3100
    assert answer["evidence"]["times_needed"] == pytest.approx(3100 / 3000)
    assert answer["evidence"]["repeats"] == {
        "count": 3,
        "median_tps": 3100.0,
        "lowest_tps": 3050.0,
        "highest_tps": 3400.0,
        "median_p95_ms": None,
    }
    assert (unproven["reason"], unproven["message"]) == ("median_missed", WHY)


def test_a_version_is_not_said_to_have_a_class_by_its_best_repeat(client, repeated):
    repeats(
        class_of("older", 2, 4),
        2600,
        3010,
        2700,
        engine_version="5.7",
        engine_version_full="5.7.44",
    )

    page = unescape(text_of(client.get(PATH)))
    of_versions = json.loads(client.get(API).content)["versions"]

    assert (
        "MySQL 8.0: 3,100 TPS, just what is needed: large, 4 vCPU, 8 GB, the only class that reached it."
        in page
    )
    assert (
        "MySQL 5.7: no class is proven; of 1 the best repeat reached it, but not the "
        "median." in page
    )
    assert [(each["count"], each["missed_by_median"]) for each in of_versions] == [
        (1, 1),
        (0, 1),
    ]


def test_latency_that_the_median_misses_is_told_by_its_median(client, db):
    repeats(class_of("late", 2, 4), 3100, 3200, 3300, p95=(30, 32, 18))

    text = text_of(client.get(f"{PATH}&p95=20"))

    assert (
        "30 ms is the median p95 of its 3 repeats, above 20 ms; one that was fast enough "
        "had 18."
    ) in text


def test_a_near_miss_stands_with_the_median_of_its_repeats(client, db):
    repeats(class_of("small", 2, 4), 2900, 2400, 2500)
    repeats(class_of("large", 4, 8), 3100, 3400, 3050)

    text = unescape(text_of(client.get(PATH)))

    assert (
        "small reached 2,900 TPS on MySQL 8.0, 97 % of it, at half the size (2 vCPU "
        "against 4). 2,500 TPS is the median of its 3 repeats."
    ) in text


def test_repeats_of_a_submission_count_alike(client, db):
    report, sold = SubmissionFactory(accepted=True), InstanceClassFactory()
    rows = [
        SubmittedResultFactory(
            instance_class=sold,
            submission=report,
            regime="cached",
            data_bytes=GB,
            buffer_bytes=8 * GB,
            memory_gb=16,
            tps=tps,
        )
        for tps in (1900.0, 2500.0, 1800.0)
    ]
    path = "/classes/need/?tps=2000&regime=cached"

    told = "1,900 TPS is the median of its 3 repeats; the best one reached 2,500."
    assert told in text_of(client.get(path))
    for row in (rows[0], rows[2]):
        row.delete()
    text = text_of(client.get(path))
    assert "2,500 TPS, 1.25 times what is needed" in text
    assert "median of" not in text[text.index("2,500 TPS") : text.index("Evidence is")]
