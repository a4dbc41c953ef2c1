"""A check answers in time, whatever the server does."""

import signal
import socket
from contextlib import contextmanager

import pytest
from celery.exceptions import SoftTimeLimitExceeded

from tests.targets import endpoint_of
from workers import checker

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def soft_time_limit(seconds: float):
    """As Celery sets one: an exception in the thread that works."""

    def stop(_number, _frame):
        raise SoftTimeLimitExceeded

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("engine", ["mariadb", "postgres"])
@pytest.mark.engine
def test_a_check_that_takes_too_long_says_so(request, engine):
    target = request.getfixturevalue(f"{engine}_target")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        endpoint = endpoint_of(target, port=silent.getsockname()[1])
        check = endpoint.checks.create()

        with soft_time_limit(0.5):
            checker.perform(check.pk)

    check.refresh_from_db()
    assert (check.ok, check.code) == (False, "check_timeout")
    assert "check again" in check.message


@pytest.mark.engine
def test_a_check_stores_what_a_plan_reads_of_the_connections(postgres_target):
    endpoint = endpoint_of(postgres_target)

    checker.perform(endpoint.checks.create().pk)

    assert endpoint.last_check.server["reserved_connections"] == 3
