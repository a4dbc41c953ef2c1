"""One user's many checks of silent servers, and what others ask for meanwhile."""

import socket

import pytest

from benchruns.models import Check
from benchruns.vocabulary import RunState
from portal import dispatch
from tests import waiting
from tests.factories import EndpointFactory, UserFactory
from tests.targets import endpoint_of, queue

pytestmark = [
    pytest.mark.fault,
    pytest.mark.engine,
    pytest.mark.django_db(transaction=True),
]

MANY = 60


@pytest.fixture
def silent_port():
    """Takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0), backlog=MANY) as server:
        yield server.getsockname()[1]


def test_sixty_checks_of_silent_servers_keep_neither_checks_nor_runs_of_others_waiting(
    processes, mariadb_target, silent_port, settings
):
    settings.LIMITS = {**settings.LIMITS, "checks": MANY}
    ann = UserFactory()
    for _ in range(MANY):
        endpoint = EndpointFactory(owner=ann, host="127.0.0.1", port=silent_port)
        dispatch.check_endpoint(endpoint, wait_seconds=0)
    anns = Check.objects.filter(endpoint__owner=ann)

    bens = dispatch.check_endpoint(endpoint_of(mariadb_target), wait_seconds=0)
    run = queue(endpoint_of(mariadb_target), in_seconds=1, duration_seconds=1)

    assert waiting.for_end(run).state == RunState.SUCCEEDED
    waiting.until(
        lambda: Check.objects.filter(pk=bens.pk, finished_at__isnull=False).first(),
        what="the answer to another user's check",
    )
    assert Check.objects.get(pk=bens.pk).ok
    assert anns.filter(started_at__isnull=True).count() > MANY / 2
