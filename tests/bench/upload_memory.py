"""The memory of a real web process while hostile and large reports are posted to it.

A test for pytest, as ``promises``: make bench-promises
"""

import http.client
import json
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from benchruns.submissions.intake import limits
from local import ports
from tests import hostile_uploads, waiting
from tests.bench.intake_memory import CASES
from tests.factories import ApiTokenFactory, UserFactory
from tests.portal.api.test_hostile_uploads_api import MULTIPART, URL, a_file, body, part
from tests.stack import stack
from tests.submission_files import STATEMENT, sysbench_text

MOST_MIB = 300
KEY = "bb_large-reports"
LOGIN = {"Authorization": f"Token {KEY}"}
LARGEST = 136_000  # seconds of sysbench
READERS = 6


@pytest.fixture
def web(transactional_db, child_environment, tmp_path):
    """A web process, and the port that it listens on."""
    ApiTokenFactory(user=UserFactory(), key=KEY)
    port = ports.choose()
    environment = child_environment | {"WEB_PORT": str(port)}
    with stack(environment, log=tmp_path / "web.log", programs=("web",)) as started:
        waiting.until(lambda: answers(port), what="the web process")
        yield psutil.Process(started.processes["web"].pid), port


def connection(port):
    seconds = waiting.HANG_SECONDS
    return closing(http.client.HTTPConnection("127.0.0.1", port, timeout=seconds))


def answers(port):
    with connection(port) as web:
        try:
            web.request("GET", URL)
        except ConnectionRefusedError:
            return False
        return web.getresponse().status == 200


def post(port, content, *, length=None):
    """The answer's status and its words."""
    headers = {
        **LOGIN,
        "Content-Type": MULTIPART,
        "Content-Length": str(length or len(content)),
    }
    with connection(port) as web:
        web.request("POST", URL, content, headers)
        answer = web.getresponse()
        return answer.status, json.loads(answer.read())


def status_of(port, submission_id):
    """Of the answer to reading a submission whole."""
    with connection(port) as web:
        web.request("GET", f"{URL}{submission_id}/", headers=LOGIN)
        answer = web.getresponse()
        answer.read()
        return answer.status


def highest_mib(server):
    """The most that any process of the server ever held."""
    found = [
        re.search(
            r"^VmHWM:\s+(\d+) kB$", Path(f"/proc/{each.pid}/status").read_text(), re.M
        )
        for each in (server, *server.children(recursive=True))
    ]
    return max(int(match[1]) for match in found) / 1024


def largest_body():
    """As much of a report as is taken, with all that is stated of it."""
    text = sysbench_text(seconds=LARGEST).encode()
    assert 0.95 * limits.MOST_TEXT_BYTES < len(text) <= limits.MOST_TEXT_BYTES
    stated = json.dumps({**STATEMENT, "duration_seconds": LARGEST})
    return body(a_file(text), part(stated.encode(), name="statement"))


def half(*, tps):
    return sysbench_text(seconds=LARGEST // 2, tps=tps).encode()


NO_REPORT = CASES["seconds of sysbench"]
HOSTILE = {
    "zip bomb": (lambda: a_file(hostile_uploads.zip_bomb()), 400),
    "zips within zips": (lambda: a_file(hostile_uploads.zip_in_zip()), 400),
    "1 GB in a zip": (lambda: a_file(hostile_uploads.zip_that_declares(1 << 30)), 400),
    "gzip without end": (lambda: a_file(hostile_uploads.gzip_without_end()), 400),
    "a line of 16 MB": (lambda: a_file(CASES["one line"]()), 400),
    "a million cells": (lambda: a_file(CASES["a million cells"]()), 400),
    "one wide character": (lambda: a_file(CASES["one emoji"]()), 400),
    "10,000 parts": (lambda: part(b"x", name="a") * 10_000, 413),
}


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads /proc")
def test_hostile_and_large_uploads_stay_within_300_mb(web):
    server, port = web

    announced, told = post(port, b"", length=1 << 30)
    refused = {name: post(port, body(make()))[0] for name, (make, _) in HOSTILE.items()}
    taken, halves = post(port, body(a_file(half(tps=100)), a_file(half(tps=200))))
    with ThreadPoolExecutor(READERS + 2) as at_once:
        largest = at_once.submit(post, port, largest_body())
        no_report = at_once.submit(post, port, body(a_file(NO_REPORT())))
        read = [at_once.submit(status_of, port, halves["id"]) for _ in range(READERS)]

    assert (announced, told["status"]) == (413, 413)
    assert refused == {name: status for name, (_, status) in HOSTILE.items()}
    assert (taken, largest.result()[0], no_report.result()[0]) == (201, 201, 400)
    assert largest.result()[1]["files"][0]["samples_count"] == LARGEST
    assert {each.result() for each in read} == {200}
    assert highest_mib(server) < MOST_MIB
