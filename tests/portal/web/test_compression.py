"""Pages and answers travel compressed, in lengths that give no secret away."""

import gzip

import brotli
import pytest

from portal.web import brotli_pages
from tests.factories import ResultFactory

pytestmark = pytest.mark.django_db
PAGES = ["/", "/classes/"]
ADDRESSES = [*PAGES, "/api/v1/results/", "/api/v1/schema/"]


def asked(client, address: str):
    return client.get(address, headers={"accept-encoding": "gzip, deflate, br"})


@pytest.mark.parametrize("address", ADDRESSES)
def test_pages_and_json_are_compressed(client, address):
    ResultFactory.create_batch(3, visibility="public")

    answer = client.get(address, headers={"accept-encoding": "gzip, br;q=0"})

    assert answer["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in answer["Vary"]
    assert len(answer.content) < len(gzip.decompress(answer.content)) / 2


@pytest.mark.parametrize("address", PAGES)
def test_who_takes_brotli_gets_pages_by_it_smaller_than_by_gzip(client, address):
    page = asked(client, address)

    assert page["Content-Encoding"] == "br"
    assert "Accept-Encoding" in page["Vary"]
    assert int(page["Content-Length"]) == len(page.content)
    text = brotli.decompress(page.content)
    assert text.strip().lower().startswith(b"<!doctype html>")
    assert len(page.content) < len(gzip.compress(text, 6))


def test_brotli_gives_all_of_a_text_back_whatever_fills_it_up():
    text = b"<p>A page of some words</p>" * 40
    pages = [brotli_pages.packed(text) for _ in range(400)]
    lengths = {len(page) for page in pages}

    assert all(brotli.decompress(page) == text for page in pages)
    assert len(lengths) > 50
    assert max(lengths) - min(lengths) < 100


def test_the_indentation_of_tags_is_not_sent_but_of_what_is_verbatim():
    page = (
        b"<ul>\n    <li>a\n      b</li>\n  </ul>\n\n"
        b"<pre>\n  <b>c</b>\n</pre>\n  <textarea>\n  <i></textarea>"
    )

    assert brotli_pages.unindented(page) == (
        b"<ul>\n<li>a\n      b</li>\n</ul>\n"
        b"<pre>\n  <b>c</b>\n</pre>\n<textarea>\n  <i></textarea>"
    )


def test_who_does_not_take_it_gets_plain_text(client):
    answer = client.get("/", headers={"accept-encoding": "identity"})

    assert "Content-Encoding" not in answer
    assert answer.content.lower().startswith(b"<!doctype html>")


def test_the_same_page_has_many_lengths(client):
    """Who can put text into a page cannot measure what else is in it (BREACH)."""
    lengths = {len(asked(client, "/guide/").content) for _ in range(20)}

    assert len(lengths) > 5
