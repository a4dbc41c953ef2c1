"""The places of queued runs."""

import pytest

from benchruns.failures.failure import failure
from benchruns.models import Run, RunTurn
from benchruns.runs import lifecycle
from benchruns.runs.queue_places import TURNS_LAST, announceable, places
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


@pytest.mark.parametrize(("users", "queries"), [(1, 2), (3, 3)])
def test_all_places_cost_two_queries_or_three(
    db, users, queries, django_assert_num_queries
):
    server = ServerFactory()
    shared(*(UserFactory() for _ in range(users)), server=server, runs=[4] * users)

    with django_assert_num_queries(queries):
        assert len(places()) == users * 4


def test_the_user_whose_last_run_began_longest_ago_is_announced_first(db):
    ann, ben = UserFactory(), UserFactory()
    RunFactory(owner=ann, running=True)
    anns = [RunFactory(owner=ann) for _ in range(2)]
    bens = RunFactory(owner=ben)

    assert list(announceable()) == [bens.pk, *(each.pk for each in anns)]


def shared(*users, server, runs):
    """So many runs of each user, in this order, each user's on an endpoint of their own."""
    return [
        [
            RunFactory(owner=user, endpoint=endpoint)
            for endpoint in [EndpointFactory(server=server, owner=user)]
            for _ in range(number)
        ]
        for user, number in zip(users, runs, strict=True)
    ]


def in_line(*runs):
    found = places()
    return sorted(runs, key=lambda run: found[run.pk].position)


def begin(run, server):
    """Whether it can be claimed; if so, it ends at once."""
    attempt = lifecycle.claim(run.id, server=server, worker="here")
    if attempt is not None:
        lifecycle.fail(run.id, attempt=1, failure=failure("tool_died"))
    return attempt is not None


def test_one_users_hundred_runs_wait_behind_nobodys_first(db):
    ann, ben, server = UserFactory(), UserFactory(), ServerFactory()
    anns, bens = shared(ann, ben, server=server, runs=[100, 2])

    assert in_line(*anns, *bens)[:5] == [anns[0], bens[0], anns[1], bens[1], anns[2]]
    assert list(announceable()) == [anns[0].pk]


def test_runs_are_claimed_in_the_order_that_their_places_tell(db):
    server = ServerFactory()
    users = [UserFactory() for _ in range(3)]
    anns, bens, cleos = shared(*users, server=server, runs=[3, 1, 2])
    runs = [*anns, *bens, *cleos]
    told = in_line(*runs)
    assert told == [anns[0], bens[0], cleos[0], anns[1], cleos[1], anns[2]]

    for number, run in enumerate(told):
        assert not any(begin(later, server) for later in told[number + 1 :])
        assert list(announceable()) == [run.pk]
        assert begin(run, server)


def test_who_had_a_turn_on_a_server_waits_for_those_who_had_none(db):
    ann, ben, server = UserFactory(), UserFactory(), ServerFactory()
    (anns,) = shared(ann, server=server, runs=[3])
    assert begin(anns[0], server)
    (bens,) = shared(ben, server=server, runs=[1])

    assert not begin(anns[1], server)
    assert in_line(*anns[1:], *bens) == [bens[0], anns[1], anns[2]]
    assert begin(bens[0], server)
    assert begin(anns[1], server)


def test_a_turn_on_one_server_costs_none_on_another(db):
    ann, ben, server = UserFactory(), UserFactory(), ServerFactory()
    assert begin(RunFactory(owner=ann), ServerFactory())
    anns, bens = shared(ann, ben, server=server, runs=[1, 1])

    assert in_line(*anns, *bens) == [*anns, *bens]


def deleted_after_a_turn(run, server):
    assert begin(run, server)
    lifecycle.delete(run.pk, by=run.owner)


def test_a_deleted_run_gives_its_user_no_turn_back(db):
    ann, ben, server = UserFactory(), UserFactory(), ServerFactory()
    anns, bens = shared(ann, ben, server=server, runs=[3, 2])

    deleted_after_a_turn(anns[0], server)

    assert in_line(*anns[1:], *bens) == [bens[0], anns[1], bens[1], anns[2]]
    assert not begin(anns[1], server)
    deleted_after_a_turn(bens[0], server)
    assert in_line(*anns[1:], bens[1]) == [anns[1], bens[1], anns[2]]


def test_nor_does_one_on_any_server_where_many_are_announced(db):
    ann, ben = UserFactory(), UserFactory()
    deleted_after_a_turn(RunFactory(owner=ann), ServerFactory())

    anns, bens = RunFactory(owner=ann), RunFactory(owner=ben)

    assert list(announceable()) == [bens.pk, anns.pk]


def test_of_deleted_runs_on_a_server_the_last_turn_is_kept_for_a_while(db):
    ann, server = UserFactory(), ServerFactory()
    (runs,) = shared(ann, server=server, runs=[2])
    for run in runs:
        assert begin(run, server)
    first, last = Run.objects.order_by("started_at")

    for run in (last, first):
        lifecycle.delete(run.pk, by=ann)

    assert RunTurn.objects.get().at == last.started_at
    RunTurn.objects.update(at=last.started_at - TURNS_LAST)
    lifecycle.delete(RunFactory(cancelled=True).pk, by=ann)
    assert not RunTurn.objects.exists()
