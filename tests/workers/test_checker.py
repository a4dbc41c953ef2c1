"""A check answers in time, whatever the server does."""

import os
import signal
import socket
import threading
import time
from contextlib import contextmanager

import pytest
from celery.exceptions import SoftTimeLimitExceeded

from benchruns.sentences.endpoints import check_message
from tests.targets import endpoint_of
from workers import checker

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def soft_time_limit_when_called(server: socket.socket):
    """As Celery sets one, an exception in the thread that works; here when it waits."""

    def stop(_number, _frame):
        raise SoftTimeLimitExceeded

    def wait_for_call() -> None:
        caller, _address = server.accept()
        with caller:
            time.sleep(1)  # in which its driver begins to wait for an answer
            os.kill(os.getpid(), signal.SIGUSR1)
            is_over.wait()

    before = signal.signal(signal.SIGUSR1, stop)
    is_over = threading.Event()
    thread = threading.Thread(target=wait_for_call)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
        signal.signal(signal.SIGUSR1, before)


@pytest.mark.parametrize("engine", ["mariadb", "postgres"])
@pytest.mark.engine
def test_a_check_that_takes_too_long_says_so(request, engine):
    target = request.getfixturevalue(f"{engine}_target")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        endpoint = endpoint_of(target, port=silent.getsockname()[1])
        check = endpoint.checks.create()

        with soft_time_limit_when_called(silent):
            checker.perform(check.pk)

    check.refresh_from_db()
    assert (check.ok, check.code) == (False, "check_timeout")
    assert "check again" in check_message(check.code, check.values)


@pytest.mark.engine
def test_a_check_stores_what_a_plan_reads_of_the_connections(postgres_target):
    endpoint = endpoint_of(postgres_target)

    checker.perform(endpoint.checks.create().pk)

    assert endpoint.last_check.server["reserved_connections"] == 3


@pytest.mark.engine
def test_an_exporter_that_takes_the_time_leaves_the_check_its_answer(
    mariadb_target,
):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/metrics"
        check = endpoint_of(mariadb_target, metrics_url=url).checks.create()

        with soft_time_limit_when_called(silent):
            checker.perform(check.pk)

    check.refresh_from_db()
    assert check.ok, check.code
    assert check.server["metrics"] == "no_answer"
    assert check.server["version"]
