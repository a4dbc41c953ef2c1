"""Servers that tests fetch: once, however many processes ask for one at the same time."""

import fcntl

import pytest

from tests.servers import downloads


@pytest.fixture
def place(tmp_path):
    return tmp_path / "servers" / "postgresql-1.0"


def test_others_wait_for_who_unpacks(place):
    def unpack(draft):
        (lock,) = draft.parent.glob("*.lock")
        with lock.open() as other, pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        (draft / "program").touch()

    assert downloads.fetched(place, unpack) == place
    assert (place / "program").exists()


def test_what_is_there_is_not_unpacked_again(place):
    drafts = []

    for _ in range(2):
        downloads.fetched(place, drafts.append)

    assert len(drafts) == 1


def test_what_was_broken_off_is_begun_again(place):
    def break_off(draft):
        (draft / "half").touch()
        raise OSError("the network is gone")

    with pytest.raises(OSError, match="gone"):
        downloads.fetched(place, break_off)
    downloads.fetched(place, lambda draft: (draft / "whole").touch())

    assert [path.name for path in place.iterdir()] == ["whole"]
