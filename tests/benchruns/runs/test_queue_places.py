"""The places of queued runs."""

import pytest

from benchruns.runs.queue_places import announceable, places
from tests.factories import EndpointFactory, RunFactory, ServerFactory, UserFactory

pytestmark = pytest.mark.both_databases


def test_each_server_has_its_own_queue(db):
    server = ServerFactory()
    one, other = EndpointFactory(server=server), EndpointFactory(server=server)
    first, second = RunFactory(endpoint=one), RunFactory(endpoint=other)
    elsewhere = RunFactory()

    found = places()

    assert [found[run.pk].position for run in (first, second, elsewhere)] == [1, 2, 1]
    assert found[first.pk].server == found[second.pk].server == server.pk


def test_a_running_run_has_no_place_and_keeps_its_server_busy(db):
    running = RunFactory(running=True)
    waiting = RunFactory(endpoint__server=running.server)

    found = places()

    assert running.pk not in found
    assert found[waiting.pk].busy_with == running.pk


def test_a_server_that_was_never_reached_counts_by_its_endpoint(db):
    endpoint = EndpointFactory()
    RunFactory(endpoint=endpoint)
    second = RunFactory(endpoint=endpoint)

    assert places()[second.pk].position == 2
    assert places()[second.pk].busy_with is None


def test_all_places_cost_one_query(db, django_assert_num_queries):
    RunFactory.create_batch(5)

    with django_assert_num_queries(1):
        places()


def test_the_user_whose_last_run_began_longest_ago_is_announced_first(db):
    ann, ben = UserFactory(), UserFactory()
    RunFactory(owner=ann, running=True)
    anns = [RunFactory(owner=ann) for _ in range(2)]
    bens = RunFactory(owner=ben)

    assert announceable() == [bens.pk, *(each.pk for each in anns)]
