"""One GET or POST: what is answered, and what a hostile server cannot do."""

import socket
import threading
import time
from contextlib import contextmanager

import pytest

from benchruns.failures.failure import BenchbookError
from workers.connecting.bounded_http import NoAnswer, get, place_of, post

HERE = ("127.0.0.0/8",)


@contextmanager
def answering(*parts: bytes, times: int = 1, drip: bytes = b""):
    """A server that reads a request and sends these parts, ``times`` over.

    Then it sends ``drip`` again and again, until it is left.
    """
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            with listening.accept()[0] as asked:
                asked.recv(65_536)
                try:
                    for _ in range(times):
                        for part in parts:
                            asked.sendall(part)
                    while drip:
                        asked.sendall(drip)
                        time.sleep(0.05)
                except OSError:  # whoever asked has had enough
                    return

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/metrics"
        thread.join()


def body_of(url: str, *, most_bytes: int = 1000, seconds: float = 60) -> bytes:
    return get(place_of(url, allowed=HERE), seconds=seconds, most_bytes=most_bytes)


def test_what_is_answered_is_returned():
    with answering(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", b"up 1\n") as url:
        assert body_of(url) == b"up 1\n"


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\n\r\n",
        b"HTTP/1.1 500 Oops\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"\0" * 100,
        b"",
    ],
)
def test_what_is_no_answer_is_told(answer):
    with answering(answer) as url, pytest.raises(NoAnswer):
        body_of(url)


@pytest.mark.parametrize(
    "answer",
    [
        b"Content-Length: 40\r\n\r\nMemAvailable_bytes 60",
        b"Transfer-Encoding: chunked\r\n\r\n28\r\nMemAvailable_bytes 60",
        b"Transfer-Encoding: chunked\r\n\r\n15\r\nMemAvailable_bytes 60\r\n",
    ],
    ids=["length", "within a chunk", "between chunks"],
)
def test_a_body_that_was_cut_is_no_answer(answer):
    with answering(b"HTTP/1.1 200 OK\r\n" + answer) as url, pytest.raises(NoAnswer):
        body_of(url)


def test_a_body_in_chunks_is_returned_whole():
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    with answering(head + b"3\r\nup \r\n2\r\n1\n\r\n0\r\n\r\n") as url:
        assert body_of(url) == b"up 1\n"


def test_a_body_without_end_is_left():
    head = b"HTTP/1.1 200 OK\r\n\r\n"
    with (
        answering(head + b"x" * 100_000, times=1000) as url,
        pytest.raises(NoAnswer, match="more than 1000 bytes"),
    ):
        body_of(url)


@pytest.mark.parametrize(
    "head",
    [
        b"HTTP/1.1 200 OK\r\nX-Slow: ",
        b"HTTP/1.1 200 OK\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n",
    ],
    ids=["head", "body without a length", "body"],
)
def test_a_server_that_drips_is_left(head):
    """The limit is one on the whole answer, not on each silence."""
    with (
        answering(head, times=1, drip=b"x") as url,
        pytest.raises(NoAnswer, match="timed out"),
    ):
        body_of(url, seconds=0.5)


def test_an_address_outside_of_the_networks_is_not_asked():
    with pytest.raises(BenchbookError) as caught:
        place_of("http://169.254.169.254/latest/", allowed=HERE)

    assert caught.value.failure.code == "address_not_allowed"


def posted(url, *, seconds=60):
    return post(place_of(url, allowed=HERE), b"{}", headers={}, seconds=seconds)


@pytest.mark.parametrize("status", [200, 302, 500])
def test_what_answers_a_post_is_told_whatever_its_status(status):
    head = f"HTTP/1.1 {status} So\r\nLocation: http://169.254.169.254/\r\n\r\n"
    with answering(head.encode(), b"x" * 100_000) as url:
        assert posted(url) == status


def test_an_answer_that_drips_after_its_status_counts():
    with answering(b"HTTP/1.1 204 No\r\nX: y\r\n\r\n", drip=b"x") as url:
        assert posted(url, seconds=0.5) == 204
    with answering(b"HTTP/1.1 200 OK\r\n\r\n", drip=b"x") as url:
        assert posted(url, seconds=0.5) == 200


def test_a_post_without_a_status_in_time_has_no_answer():
    with (
        answering(b"HTTP/1.1 200 OK\r\nX-Slow: ", drip=b"x") as url,
        pytest.raises(NoAnswer, match="timed out"),
    ):
        posted(url, seconds=0.5)
