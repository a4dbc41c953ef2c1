"""Who has a page already is sent its head alone, as long as nothing of it changed."""

import re

import pytest
from django.core.cache import caches
from django.test import Client

from tests.factories import ResultFactory, UserFactory

pytestmark = pytest.mark.django_db

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
OF_WORDS = ("/api/guide/", "/api/guide/formats/")
KEPT = ("/classes/", "/guide/")


@pytest.fixture(autouse=True)
def pages(settings):
    settings.CACHES = settings.CACHES | {
        "pages": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": "pages-with-tags",
        }
    }
    caches["pages"].clear()
    yield
    caches["pages"].clear()


def again(reader, address, answer):
    packed = {"If-None-Match": answer["ETag"], "accept-encoding": "gzip, br"}
    return reader.get(address, headers=packed)


def first(reader, address):
    return reader.get(address, headers={"accept-encoding": "gzip, br"})


@pytest.mark.parametrize("address", [*OF_WORDS, *KEPT])
def test_a_visitor_gets_a_page_once(address):
    visitor = Client()
    ResultFactory()

    answer = first(visitor, address)
    second = again(visitor, address, answer)

    assert answer["ETag"].startswith('W/"')  # it was packed
    assert second.status_code == 304
    assert second.content == b""
    assert again(visitor, address, second).status_code == 304


@pytest.mark.parametrize("address", OF_WORDS)
def test_a_page_of_words_is_sent_once_to_who_is_logged_in_and_kept_by_them_alone(
    address,
):
    reader = Client()
    reader.force_login(UserFactory())

    answer = first(reader, address)

    assert again(reader, address, answer).status_code == 304
    assert answer["Cache-Control"] == "private, no-cache"


def test_no_other_page_of_who_is_logged_in_is_kept():
    reader = Client()
    reader.force_login(UserFactory())

    for address in KEPT:
        answer = first(reader, address)
        assert "ETag" not in answer
        assert answer["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize("address", [*OF_WORDS, *KEPT])
def test_a_page_is_another_ones_for_each_reader(address):
    one, other = Client(), Client()

    answer = first(one, address)
    theirs = again(other, address, answer)

    assert theirs.status_code == 200
    assert theirs["ETag"] != answer["ETag"]


def test_who_logs_in_gets_their_own_page():
    reader = Client()
    answer = first(reader, "/api/guide/")
    reader.force_login(UserFactory(username="somebody-here"))

    assert again(reader, "/api/guide/", answer).status_code == 200


def test_a_new_result_is_seen_at_once():
    visitor = Client()
    answer = first(visitor, "/results/")

    ResultFactory()

    assert again(visitor, "/results/", answer).status_code == 200


def test_the_token_of_a_page_that_was_kept_is_taken():
    reader = Client(enforce_csrf_checks=True)
    answer = reader.get("/api/guide/")
    assert again(reader, "/api/guide/", answer).status_code == 304

    token = TOKEN.search(answer.content.decode())[1]
    words = {"theme": "dark", "next": "/", "csrfmiddlewaretoken": token}

    assert reader.post("/theme/", words).status_code == 302


def test_a_look_that_was_chosen_since_is_another_page():
    reader = Client()
    answer = first(reader, "/guide/")
    reader.cookies["theme"] = "dark"

    assert again(reader, "/guide/", answer).status_code == 200


def test_a_page_of_another_day_is_held_to_no_date():
    visitor = Client()
    dates = {"If-Unmodified-Since": "Thu, 01 Jan 2026 00:00:00 GMT"}

    assert visitor.get("/guide/", headers=dates).status_code == 200
