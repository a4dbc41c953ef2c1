"""No kind of page is heavy, for any of its readers: all of the site map, without a browser."""

import gzip

import brotli
import pytest
from django.db import transaction
from lxml import html

from tests import published_database
from tests.examples import few_or
from tests.page_kinds import LONGEST, Site
from tests.reckoned import Files, reckoned
from tests.transfer import AGAIN_KB, FIRST_KB, REQUESTS

pytestmark = pytest.mark.django_db
READERS = ("staff", "owner", "visitor")


@pytest.fixture(scope="module", autouse=True)
def published(django_db_setup, django_db_blocker):
    yield from published_database.loaded(django_db_blocker)


@pytest.fixture(scope="module")
def pages(published, django_db_blocker):
    """Who reads which kind of page, its name and what was answered.

    Each once, by the first who may, whose pages have most; with --long by all.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        site = Site()
        found, names = [], set()
        for reader in READERS:
            for name, answer in site.pages(reader, but=few_or((), few=names)):
                names.add(name)
                found.append((f"{name} as {reader}", name, answer))
        transaction.set_rollback(True)
    return found


def test_every_page_is_light_with_all_its_charts(pages, tmp_path):
    files, heavy = Files(tmp_path), []

    for who, _name, answer in pages:
        first = reckoned(answer, files)
        if first.kb > FIRST_KB or first.requests > REQUESTS:
            heavy.append(f"{who}: {first.kb:.1f} kB, {first.requests} requests")
        again = first.by_type["Document"] / 1000
        if again > AGAIN_KB and "ETag" not in answer:
            heavy.append(f"{who}: {again:.1f} kB at a second visit")

    assert heavy == [], "\n".join(heavy)
    # what else is walked is what the site map has
    names = {name for _who, name, _answer in pages}
    assert {"portal:home", "portal:run-new", "portal:catalogue", "run"} <= names
    assert set(LONGEST) <= names


def test_no_page_shows_a_control_that_does_nothing_without_scripts(pages):
    idle = [
        f"{who}: {control}"
        for who, _name, answer in pages
        for control in idle_controls(
            html.document_fromstring(plain(answer).strip() or b"<p>")
        )
    ]

    assert idle == [], "\n".join(idle)


def idle_controls(page):
    """Buttons that only a script answers, and forms that only a script sends."""
    for button in page.xpath("//button[@type='button']"):
        if not away(button):
            yield html.tostring(button, encoding="unicode")[:200]
    for form in page.xpath("//form"):
        controls = form.xpath(
            ".//button[not(@type='button')] | .//input[@type='submit']"
        )
        if named := form.get("id"):
            controls += page.xpath(f"//button[@form='{named}']")
        fields = form.xpath(".//input[not(@type='hidden')] | .//select | .//textarea")
        # Enter in a field that stands alone sends its form
        is_sent = not fields or [each.tag for each in fields] == ["input"]
        if not away(form) and not is_sent and all(away(each) for each in controls):
            yield f"form to {form.get('action')} without a button"


def away(element):
    """Hidden until a script shows it, or by css/noscript.css."""
    around = [element, *element.iterancestors()]
    return any(
        each.get("hidden") is not None
        or each.get("data-metrics") is not None
        or "bb-chart-keys" in (each.get("class") or "").split()
        for each in around
    )


def plain(answer):
    packed = {"br": brotli.decompress, "gzip": gzip.decompress}
    return packed.get(answer.get("Content-Encoding"), bytes)(answer.content)
