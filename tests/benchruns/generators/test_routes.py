"""Who may carry out what: labels that are asked for, and generators that have them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from benchruns.failures.failure import failure
from benchruns.generators import routes
from benchruns.generators.routes import Wanted
from benchruns.runs import lifecycle
from benchruns.runs.queue_places import announceable, places
from tests.factories import EndpointFactory, GeneratorFactory, RunFactory, ServerFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

RACK_5 = {"rack": "5"}
SYSBENCH, PGBENCH = {"sysbench": "1.0.20"}, {"pgbench": "15.18"}
LONG_AGO = timezone.now() - timedelta(minutes=5)


def test_all_labels_that_are_asked_for_have_to_be_there():
    GeneratorFactory(name="here", labels={"rack": "5", "region": "cn-hangzhou"})

    for labels, may in (
        ({"rack": "5", "region": "cn-hangzhou"}, True),
        ({"rack": "5", "region": "cn-beijing"}, False),
        ({"zone": "b"}, False),
    ):
        assert routes.may_carry("here", Wanted(labels=labels)) == may


def test_the_tool_that_makes_the_load_has_to_be_there():
    GeneratorFactory(name="here", tools=PGBENCH, labels=RACK_5)

    assert routes.may_carry("here", Wanted(labels=RACK_5, tool="pgbench"))
    assert not routes.may_carry("here", Wanted(labels=RACK_5, tool="sysbench"))


def test_one_that_told_of_no_tools_is_taken_to_have_them():
    GeneratorFactory(name="older", tools={})

    assert routes.may_carry("older", Wanted(labels={}, tool="pgbench"))


def test_a_worker_that_never_told_of_itself_serves_who_asks_for_no_label():
    assert routes.may_carry("unknown", Wanted(labels={}, tool="pgbench"))
    assert not routes.may_carry("unknown", Wanted(labels=RACK_5))


def test_a_claim_by_a_worker_without_the_label_is_refused_at_no_cost():
    GeneratorFactory(name="wrong", labels={"rack": "4"})
    GeneratorFactory(name="right", labels=RACK_5)
    server = ServerFactory()
    run = RunFactory(endpoint__server=server, generator_labels=RACK_5)

    assert lifecycle.claim(run.pk, server=server, worker="wrong") is None
    attempt = lifecycle.claim(run.pk, server=server, worker="right")

    assert (attempt.number, attempt.worker) == (1, "right")


def test_a_claim_by_a_worker_without_the_tool_is_refused_at_no_cost():
    GeneratorFactory(name="wrong", tools=SYSBENCH)
    GeneratorFactory(name="right", tools=SYSBENCH | PGBENCH)
    server = ServerFactory()
    run = RunFactory(endpoint__server=server, workload="pgbench_read_only")

    assert lifecycle.claim(run.pk, server=server, worker="wrong") is None
    attempt = lifecycle.claim(run.pk, server=server, worker="right")

    assert (attempt.number, attempt.worker) == (1, "right")


def test_a_run_whose_tool_nobody_has_lets_others_go_first_until_one_comes():
    GeneratorFactory(name="one", tools=SYSBENCH)
    endpoint = EndpointFactory(server=ServerFactory())
    nobodys = RunFactory(endpoint=endpoint, workload="pgbench_read_only")
    later = RunFactory(endpoint=endpoint)

    assert list(announceable()) == [later.pk]
    assert places()[nobodys.pk].unserved == Wanted(labels={}, tool="pgbench")

    GeneratorFactory(name="two", tools=SYSBENCH | PGBENCH)
    assert list(announceable()) == [nobodys.pk]
    assert routes.destinations(announceable()) == {nobodys.pk: "two"}


def test_the_tool_is_named_only_where_somebody_has_all_the_labels():
    GeneratorFactory(labels=RACK_5, tools=SYSBENCH)
    asked = {
        name: Wanted(labels=labels, tool="pgbench")
        for name, labels in (("tool", RACK_5), ("labels", {"rack": "6"}))
    }

    lacking = routes.unserved(asked)

    assert lacking["tool"] == asked["tool"]
    assert lacking["labels"] == Wanted(labels={"rack": "6"})


def test_a_run_that_nobody_can_serve_lets_others_on_its_server_go_first():
    endpoint = EndpointFactory(server=ServerFactory())
    nobodys = RunFactory(endpoint=endpoint, generator_labels=RACK_5)
    later = RunFactory(endpoint=endpoint)

    assert list(announceable()) == [later.pk]
    found = places()
    assert (found[later.pk].position, found[nobodys.pk].position) == (1, 2)
    assert found[later.pk].unserved is None
    assert found[nobodys.pk].unserved.labels == RACK_5


def test_it_keeps_its_turn_while_who_can_serve_it_is_busy_with_another():
    endpoint = EndpointFactory(server=ServerFactory())
    busy = GeneratorFactory(labels=RACK_5)
    RunFactory(
        running=True,
        lease_owner=busy.name,
        lease_expires_at=timezone.now() + timedelta(hours=1),
    )
    first = RunFactory(endpoint=endpoint, generator_labels=RACK_5)
    second = RunFactory(endpoint=endpoint)

    assert list(announceable()) == [first.pk]
    assert routes.destinations(announceable()) == {}
    assert lifecycle.claim(second.pk, server=endpoint.server, worker="any") is None


def test_a_run_of_several_begins_once_so_many_with_the_labels_are_idle():
    run = RunFactory(generators=2, generator_labels=RACK_5)
    GeneratorFactory(labels=RACK_5)
    GeneratorFactory(labels={"rack": "4"})
    assert places()[run.pk].unserved.generators == 2

    busy = GeneratorFactory(labels=RACK_5)
    other = RunFactory(
        running=True,
        lease_owner=busy.name,
        lease_expires_at=timezone.now() + timedelta(hours=1),
    )
    assert places()[run.pk].unserved is None
    assert list(announceable()) == []

    lifecycle.fail(other.pk, attempt=1, failure=failure("tool_died"))
    assert list(announceable()) == [run.pk]


def test_a_generator_that_is_away_serves_nobody_and_comes_back():
    gone = GeneratorFactory(labels=RACK_5, seen_at=LONG_AGO)
    run = RunFactory(generator_labels=RACK_5)

    assert list(announceable()) == []

    gone.seen_at = timezone.now()
    gone.save()
    assert list(announceable()) == [run.pk]
    assert routes.destinations(announceable()) == {run.pk: gone.name}


def test_runs_are_spread_over_the_generators_that_can_serve_them():
    for name in ("a", "b", "c"):
        GeneratorFactory(name=name, labels=RACK_5)

    asked = [*[RACK_5] * 5, {}, {"rack": "9"}]
    wanted = [Wanted(labels=labels, tool="sysbench") for labels in asked]
    found = routes.destinations(dict(enumerate(wanted)))

    assert found == {0: "a", 1: "b", 2: "c", 3: "a", 4: "b", 5: routes.ANY}
