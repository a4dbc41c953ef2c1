"""The cache: shared through Redis, empty without it."""

import pickle

import pytest
from django.core.cache import cache

from local import ports


@pytest.fixture
def away(settings):
    settings.CACHES = {
        "default": settings.CACHES["default"]
        | {"LOCATION": f"redis://127.0.0.1:{ports.choose()}/0"}
    }


def test_with_redis_it_keeps_what_it_is_given(redis_server, forget):
    cache.set("a", [1.5], 60)
    cache.set_many({"b": 1, "c": 2}, 60)

    assert cache.get("a") == [1.5]
    assert not cache.add("a", 2)
    assert cache.incr("b") == 2
    assert cache.get_many(["b", "c"]) == {"b": 2, "c": 2}
    assert cache.has_key("c")
    assert cache.touch("c", 60)
    assert cache.delete("c")
    cache.delete_many(["a", "b"])
    assert cache.get_many(["a", "b", "c"]) == {}


def test_what_lies_in_redis_is_json_and_never_run(redis_server, forget):
    cache.set("a", {"b": [1, None, "c"]}, 60)
    client = cache._cache.get_client()
    key = cache.make_key("a")

    assert client.get(key) == b'{"b": [1, null, "c"]}'
    client.set(key, pickle.dumps([1]))
    with pytest.raises(ValueError, match=r"decode|Expecting"):
        cache.get("a")


def test_without_redis_it_is_empty(away):
    cache.set("a", 1)

    assert cache.get("a") is None
    assert cache.get("a", 5) == 5
    assert cache.add("a", 1)
    assert cache.get_many(["a"]) == {}
    assert not cache.has_key("a")
    assert not cache.touch("a")
    assert not cache.delete("a")
    assert cache.set_many({"a": 1}) == ["a"]
    cache.delete_many(["a"])
    cache.clear()
    with pytest.raises(ValueError, match="not found"):
        cache.incr("a")
