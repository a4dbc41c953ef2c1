"""Runs of several begin with generators that nobody else waits for."""

from itertools import permutations

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from benchruns.failures.failure import failure
from benchruns.generators import promised
from benchruns.generators.routes import Wanted, has
from benchruns.models import Generator, Run, RunPart
from benchruns.runs import lifecycle
from benchruns.runs.parts import moves
from benchruns.runs.queue_places import PATIENCE, announceable, places
from tests.factories import (
    EndpointFactory,
    GeneratorFactory,
    RunFactory,
    ServerFactory,
)

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

RACK_5 = {"rack": "5"}
SYSBENCH = {"sysbench": "1.0.20"}


def claimed(worker: str, **traits) -> Run | None:
    run = RunFactory(**traits)
    server = ServerFactory()
    return run if lifecycle.claim(run.pk, server=server, worker=worker) else None


def generators(*names: str, labels=RACK_5) -> None:
    for name in names:
        GeneratorFactory(name=name, labels=labels)


def test_of_two_runs_of_two_one_waits_for_the_third_generator():
    generators("a", "b", "c")

    assert claimed("a", generators=2)

    assert not claimed("b", generators=2)
    waiting = Run.objects.get(state="queued")
    assert list(announceable()) == []
    assert waiting.attempt == 0

    generators("d")
    assert list(announceable()) == [waiting.pk]


def test_a_run_of_one_leaves_a_generator_alone_that_another_run_waits_for():
    generators("a", "b")
    first = claimed("a", generators=2)

    assert not claimed("b")

    moves.offer(first.pk, attempt=1, shares=[{"threads": 1}] * 2, worker="a")
    assert not claimed("b")
    assert moves.join(first.pk, worker="b")
    generators("c")
    assert claimed("c")


def test_who_has_not_the_labels_is_waited_for_by_nobody():
    generators("a", "b")
    generators("other", labels={"rack": "4"})

    assert claimed("a", generators=2, generator_labels=RACK_5)

    assert claimed("other")
    assert not claimed("b")


def test_the_special_one_is_left_to_whom_no_other_can_serve():
    generators("a", "b", "plain", labels={})
    generators("special")
    assert claimed("a", generators=2)

    assert promised.may_begin(Wanted(labels=RACK_5), worker="special")
    assert promised.may_begin(Wanted(labels={}), worker="plain")
    assert not promised.may_begin(Wanted(labels={}, generators=4), worker="special")


def test_a_run_of_several_waits_until_so_many_with_its_tool_are_idle():
    generators("a", "b")
    GeneratorFactory(name="without", tools=SYSBENCH)
    run = RunFactory(generators=3, workload="pgbench_read_only")

    assert places()[run.pk].unserved == Wanted(labels={}, tool="pgbench", generators=3)
    Run.objects.update(generators=2)
    assert lifecycle.claim(run.pk, server=ServerFactory(), worker="without") is None
    assert lifecycle.claim(run.pk, server=ServerFactory(), worker="a")
    # the other one with pgbench is left to it
    assert not claimed("b")
    assert claimed("without")


def test_who_has_the_smallest_choice_is_served_first():
    """By its labels the first could do with either, and would take the only pgbench."""
    GeneratorFactory(name="far", labels=RACK_5 | {"zone": "b"}, tools=SYSBENCH)
    generators("with pgbench")
    waiting = [
        Wanted(labels=RACK_5, tool="sysbench"),
        Wanted(labels={}, tool="pgbench"),
    ]

    other = Wanted(labels={}, tool="sysbench")
    assert not promised.may_begin(other, worker="far", waiting=waiting)
    generators("one more")
    assert promised.may_begin(other, worker="one more", waiting=waiting)


@pytest.mark.parametrize("order", list(permutations("pqr")))
def test_each_gets_one_where_there_is_a_way_to_deal_them(order):
    """Who takes the one with the fewest labels first takes the only one of another."""
    GeneratorFactory(name="a", labels=dict.fromkeys("pqr", "1"))
    GeneratorFactory(name="b", labels=dict.fromkeys("pstu", "1"))
    GeneratorFactory(name="c", labels=dict.fromkeys("qrvw", "1"))
    waiting = [Wanted(labels={label: "1"}) for label in order]

    for worker in "abc":
        assert not promised.may_begin(Wanted(labels={}), worker=worker, waiting=waiting)
    generators("plain", labels={})
    assert promised.may_begin(Wanted(labels={}), worker="plain", waiting=waiting)


def test_what_others_can_do_without_is_enough_to_begin_with():
    """Of the two with rack 5 the waiting one takes either; one is left for the other."""
    generators("a", "b")
    generators("plain", labels={})
    waiting = [Wanted(labels={})]
    both = Wanted(labels=RACK_5, generators=2)

    assert promised.may_begin(both, worker="a", waiting=waiting)


@given(
    fleet=st.lists(st.sets(st.sampled_from("pqr")), max_size=4),
    asked=st.lists(st.sets(st.sampled_from("pqr")), max_size=4),
)
def test_as_many_are_served_as_the_best_of_all_ways_serves(fleet, asked):
    idle = [
        Generator(name=str(n), labels=dict.fromkeys(s, "1"))
        for n, s in enumerate(fleet)
    ]
    wanted = [Wanted(labels=dict.fromkeys(labels, "1")) for labels in asked]

    ways = permutations([*idle, *[None] * len(wanted)], len(wanted))
    best = max(
        sum(
            one is not None and has(one, each)
            for one, each in zip(way, wanted, strict=True)
        )
        for way in ways
    )

    assert promised._served(idle, wanted) == best


def test_nobody_is_kept_for_a_run_that_lost_its_worker_or_is_to_end():
    generators("a", "b")
    first = claimed("a", generators=2)

    lifecycle.request_cancel(first.pk)

    assert claimed("b")
    assert not RunPart.objects.exists()


def test_where_too_few_are_left_anyway_nobody_has_to_wait_for_them():
    generators("a", "b", "c")
    assert claimed("a", generators=3)
    generators("d", labels={})
    Run.objects.update(generator_labels=RACK_5, generators=5)

    assert claimed("d")


def test_a_run_of_several_that_waits_for_long_is_left_what_becomes_idle():
    generators("a", "b")
    first = claimed("a")
    old = RunFactory(generators=2, queued_at=timezone.now() - 2 * PATIENCE)

    assert not claimed("b")  # single runs would go on taking turns

    lifecycle.fail(first.pk, attempt=1, failure=failure("internal_error"))
    assert not claimed("a")
    assert lifecycle.claim(old.pk, server=ServerFactory(), worker="b")


def test_of_two_that_wait_for_long_only_the_first_is_given_way_to():
    generators("a", "b")
    old = RunFactory(generators=2, queued_at=timezone.now() - 3 * PATIENCE)
    later = RunFactory(generators=2, queued_at=timezone.now() - 2 * PATIENCE)

    assert not lifecycle.claim(later.pk, server=ServerFactory(), worker="a")
    assert lifecycle.claim(old.pk, server=ServerFactory(), worker="a")


def test_one_that_nobody_can_serve_keeps_no_generator_idle():
    generators("a", "b")
    RunFactory(generators=3, queued_at=timezone.now() - 2 * PATIENCE)

    assert claimed("b")


def test_one_whose_server_is_busy_keeps_no_generator_idle():
    generators("a", "b", "c")
    server = ServerFactory()
    endpoint = EndpointFactory(server=server)
    RunFactory(running=True, endpoint=endpoint, server=server)
    RunFactory(generators=2, endpoint=endpoint, queued_at=timezone.now() - 2 * PATIENCE)

    assert claimed("b")
    assert claimed("c")
