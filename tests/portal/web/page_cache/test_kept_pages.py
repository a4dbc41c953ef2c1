"""Pages put by for readers who are not logged in: never old, and never another's."""

import re

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchruns.data_version.triggers import TABLE, WATCHED
from benchruns.models import Result
from portal.backup.tables import DERIVED
from portal.web.page_cache import anonymous
from tests.factories import PriceFactory, ResultFactory, UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

PAGES = (
    "/",
    "/classes/",
    "/classes/{provider}/mysql/{code}/",
    "/classes/need/?tps=2000&regime=cached",
    "/classes/ranking/",
    "/engines/",
    "/engines/mysql/{version}/",
    "/results/",
    "/guide/",
    "/guide/glossary/",
    "/sources/",
    "/sources/{source}/",
)
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


@pytest.fixture(autouse=True)
def pages(settings):
    settings.CACHES = settings.CACHES | {
        "pages": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": "pages-of-tests",
        }
    }
    caches["pages"].clear()
    yield caches["pages"]
    caches["pages"].clear()


def address(page, result):
    return page.format(
        provider=result.instance_class.provider_id,
        code=result.instance_class.code,
        version=result.engine_version,
        source=result.source_id,
    )


def queries_of(client, url):
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(url)
    assert answer.status_code == 200
    return [query["sql"] for query in captured.captured_queries]


def test_a_head_is_answered_from_a_page_that_is_kept_and_keeps_a_whole_one():
    head = Client().head("/classes/")
    page = Client().get("/classes/")

    assert (head.status_code, head.content) == (200, b"")
    assert b"</html>" in page.content
    assert len(queries_of(Client(), "/classes/")) == 1


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_made_once_and_of_watched_tables_alone(page):
    result = ResultFactory()
    PriceFactory(instance_class=result.instance_class)
    ResultFactory(measured=True, visibility="public")
    url = address(page, result)

    first, second = queries_of(Client(), url), queries_of(Client(), url)

    tables = set(re.findall(r'(?:FROM|JOIN) "(\w+)"', " ".join(first)))
    # What is summed up says what its watched rows do.
    assert tables <= {*WATCHED, TABLE, *(each._meta.db_table for each in DERIVED)}
    assert len(second) == 1
    assert TABLE in second[0]


def test_a_withdrawn_result_is_gone_at_once():
    result = ResultFactory(tps=4711)
    url = f"/classes/{result.provider_id}/mysql/{result.instance_class.code}/"
    assert "4,711" in Client().get(url).content.decode()

    Result.objects.filter(pk=result.pk).update(status="withdrawn")

    assert "4,711" not in Client().get(url).content.decode()


def test_who_is_logged_in_neither_leaves_nor_finds_a_page():
    owner = UserFactory(username="somebody-here")
    ResultFactory(measured=True, visibility="private", owner=owner, tps=4711)
    own, stranger = Client(), Client()
    own.force_login(owner)

    for _ in range(2):
        mine, theirs = own.get("/results/"), stranger.get("/results/")
        assert "somebody-here" in mine.content.decode()
        assert "4,711" in mine.content.decode()
        assert mine["Cache-Control"] == "private, no-store"
        assert "somebody-here" not in theirs.content.decode()
        assert "4,711" not in theirs.content.decode()


def test_each_reader_has_a_token_of_their_own_that_is_taken():
    readers = [Client(enforce_csrf_checks=True) for _ in range(3)]
    tokens = [set(TOKEN.findall(r.get("/classes/").content.decode())) for r in readers]

    assert all(len(each) == 1 for each in tokens)
    assert len(set.union(*tokens)) == 3
    for reader, (token,) in zip(readers, tokens, strict=True):
        words = {"theme": "dark", "next": "/", "csrfmiddlewaretoken": token}
        assert reader.post("/theme/", words).status_code == 302


def test_a_token_differs_each_time_so_that_its_length_tells_nothing():
    reader = Client()

    seen = {TOKEN.search(reader.get("/guide/").content.decode())[1] for _ in range(3)}

    assert len(seen) == 3


def test_the_dark_page_is_another_one():
    dark = Client()
    dark.cookies["theme"] = "dark"
    assert b'data-theme="dark"' not in Client().get("/guide/").content

    assert b'data-theme="dark"' in dark.get("/guide/").content
    assert b'data-theme="dark"' not in Client().get("/guide/").content


def test_ticks_are_shown_to_who_ticked_alone():
    item = f"class:{ResultFactory().instance_class.provider_id}/mysql/x.large"
    ticker = Client()
    ticker.cookies["compare"] = (
        item.replace(":", "%3A").replace("/", "%2F").replace(".", "%2E")
    )

    assert b"x.large" in ticker.get("/guide/").content
    assert b"x.large" not in Client().get("/guide/").content


def test_a_page_that_is_not_there_is_not_kept_and_has_a_real_token(pages):
    reader = Client(enforce_csrf_checks=True)
    answer = reader.get("/classes/nobody/mysql/nothing/")
    assert answer.status_code == 404
    assert not pages._cache

    (token,) = set(TOKEN.findall(answer.content.decode()))
    words = {"theme": "dark", "next": "/", "csrfmiddlewaretoken": token}
    assert reader.post("/theme/", words).status_code == 302


def test_a_part_of_a_page_is_not_taken_for_it():
    reader = Client()
    part = reader.get("/classes/", headers={"HX-Request": "true"}).content

    assert b"<!DOCTYPE" not in part
    assert b"<!DOCTYPE" in reader.get("/classes/").content
    assert (
        b"<!DOCTYPE"
        not in reader.get("/classes/", headers={"HX-Request": "true"}).content
    )


def test_caches_of_others_are_told_what_pages_differ_by():
    first, second = Client().get("/guide/"), Client().get("/guide/")

    for answer in (first, second):
        assert {"Cookie", "HX-Request"} <= set(answer["Vary"].split(", "))
        assert "csrftoken" in answer.cookies


def test_what_is_large_is_made_each_time(pages, monkeypatch):
    monkeypatch.setattr(anonymous, "LARGEST", 10)

    assert Client().get("/guide/").status_code == 200
    assert not pages._cache
