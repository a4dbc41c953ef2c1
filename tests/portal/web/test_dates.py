"""Days and moments are written in one way on every page: 2026-05-30, 2026-05-30 14:00 UTC."""

import re
from datetime import UTC, date, datetime
from html import unescape

import pytest
from django.template import Context, Template

from portal.templatetags.run_text import moment
from tests import hostile_names
from tests.addresses import addresses
from tests.factories import ResultFactory

MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?"
OTHER_FORMATS = (
    rf"\b\d{{1,2}} {MONTH} \d{{4}}\b",
    rf"\b{MONTH} \d{{1,2}}, \d{{4}}\b",
    r"\b\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d\b",
    r"\b(?:19|20)\d\d[./]\d{1,2}[./]\d{1,2}\b",
    r"\b(?:19|20)\d\d-\d\d-\d\d[T,] ?\d\d:",
    r"\b(?:19|20)\d\d-\d\d-\d\d \d\d:\d\d(?::\d\d)?(?! UTC)\b(?!:)",
)
OTHER = re.compile("|".join(OTHER_FORMATS))
# What is no text of the page: scripts and their data, styles, what somebody typed or a tool printed.
UNSEEN = re.compile(r"<(script|style|pre|textarea|code)\b.*?</\1>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
OURS = ("/admin", "/api/")  # Django's own, and what programs read


@pytest.fixture
def site(db):
    site = hostile_names.fill()
    ResultFactory(engine="mysql", engine_version="8.0", measured=True)
    return site


def seen(answer):
    return " ".join(unescape(TAG.sub(" ", UNSEEN.sub(" ", answer))).split())


def pages(client, site):
    for name, address in addresses(site):
        if address.startswith(OURS):
            continue
        answer = client.get(address)
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            yield name, seen(answer.content.decode())


def test_every_page_writes_days_and_moments_alike(client, site):
    found, days = set(), 0
    for who in (site.owner, site.staff):
        client.force_login(who)
        for name, text in pages(client, site):
            found |= {(name, other[0]) for other in OTHER.finditer(text)}
            days += len(re.findall(r"\b20\d\d-\d\d-\d\d\b", text))

    assert found == set()
    assert days > 100


@pytest.mark.parametrize(
    "written",
    [
        "30 May 2026",
        "May 30, 2026",
        "30.5.2026",
        "2026-05-30 14:00",
        "2026-05-30T14:00",
    ],
)
def test_another_way_to_write_a_day_is_noticed(written):
    assert OTHER.search(f"on {written}, by ann")


def test_a_day_and_a_moment_in_a_template():
    at = datetime(2026, 5, 30, 14, 0, 7, tzinfo=UTC)
    template = Template('{{ day|date }}, {{ day }}, {{ at|date:"DATETIME_FORMAT" }}')

    shown = template.render(Context({"day": date(2026, 5, 30), "at": at}))

    assert shown == "2026-05-30, 2026-05-30, 2026-05-30 14:00 UTC"
    assert seen(moment(at)) == "2026-05-30 14:00 UTC"
