"""Pages and answers travel compressed, in lengths that give no secret away."""

import gzip

import pytest

from tests.factories import ResultFactory

pytestmark = pytest.mark.django_db
ADDRESSES = ["/", "/classes/", "/api/v1/results/", "/api/v1/schema/"]


def asked(client, address: str):
    return client.get(address, headers={"accept-encoding": "gzip, deflate, br"})


@pytest.mark.parametrize("address", ADDRESSES)
def test_pages_and_json_are_compressed(client, address):
    ResultFactory.create_batch(3, visibility="public")

    answer = asked(client, address)

    assert answer["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in answer["Vary"]
    assert len(answer.content) < len(gzip.decompress(answer.content)) / 2


def test_who_does_not_take_it_gets_plain_text(client):
    answer = client.get("/", headers={"accept-encoding": "identity"})

    assert "Content-Encoding" not in answer
    assert answer.content.lower().startswith(b"<!doctype html>")


def test_the_same_page_has_many_lengths(client):
    """Who can put text into a page cannot measure what else is in it (BREACH)."""
    lengths = {len(asked(client, "/guide/").content) for _ in range(20)}

    assert len(lengths) > 5
