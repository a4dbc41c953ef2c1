"""Moves of a part: each is made once, by who may make it, and none keeps a lease."""

from datetime import timedelta

import pytest
from django.utils import timezone

from benchruns.failures.failure import Failure
from benchruns.generators import registration
from benchruns.generators.routes import Wanted
from benchruns.models import PartSecond, Run, RunPart, Sample
from benchruns.runs import lifecycle
from benchruns.runs.parts import moves
from benchruns.vocabulary import PARTS_HELD, PartState, Phase
from tests.factories import GeneratorFactory, RunFactory, ServerFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

SYSBENCH = Wanted(labels={}, tool="sysbench")


@pytest.fixture
def run() -> Run:
    """Claimed by "lead", which wants two more."""
    run = RunFactory(generators=3)
    for _ in range(3):
        GeneratorFactory()
    lifecycle.claim(run.id, server=ServerFactory(), worker="lead")
    share = {"threads": 1}
    moves.offer(run.id, attempt=1, shares=[share] * 3, worker="lead")
    return run


def states(run: Run) -> list[str]:
    return list(run.parts.values_list("state", flat=True))


def lose_lease(part: RunPart) -> None:
    past = timezone.now() - timedelta(seconds=1)
    RunPart.objects.filter(pk=part.pk).update(lease_expires_at=past)


def test_each_open_part_is_announced_and_taken_once_by_another_worker(run):
    assert moves.wanted() == [(run.id, SYSBENCH)] * 2
    assert moves.join(run.id, worker="lead") is None

    second = moves.join(run.id, worker="b")

    assert (second.number, second.worker) == (2, "b")
    assert second.lease_expires_at > timezone.now()
    assert moves.join(run.id, worker="b") is None
    assert moves.join(run.id, worker="c").number == 3
    assert moves.join(run.id, worker="d") is None
    assert moves.wanted() == []


def test_a_part_has_to_have_the_labels_of_the_run(run):
    Run.objects.update(generator_labels={"region": "x"})
    GeneratorFactory(name="there", labels={"region": "x"})
    GeneratorFactory(name="elsewhere", labels={"region": "y"})

    assert moves.join(run.id, worker="elsewhere") is None
    assert moves.join(run.id, worker="there").number == 2


def test_a_part_has_to_have_the_tool_of_the_run(run):
    GeneratorFactory(name="without", tools={"pgbench": "15.18"})
    GeneratorFactory(name="with", tools={"sysbench": "1.0.20"})

    assert moves.join(run.id, worker="without") is None
    assert moves.join(run.id, worker="with").number == 2


def test_a_generator_that_makes_a_part_is_busy(run):
    GeneratorFactory(name="b")
    part = moves.join(run.id, worker="b")

    assert not registration.idle().filter(name="b").exists()

    moves.leave(part)
    assert registration.idle().filter(name="b").exists()


@pytest.mark.parametrize("how", ["cancelled", "lost", "ended"])
def test_nobody_joins_a_run_that_is_to_end(run, how):
    if how == "cancelled":
        lifecycle.request_cancel(run.id)
    elif how == "lost":
        past = timezone.now() - timedelta(seconds=1)
        Run.objects.filter(pk=run.pk).update(lease_expires_at=past)
    else:
        lifecycle.fail(run.id, attempt=1, failure=Failure(code="disk_full"))

    assert moves.wanted() == []
    assert moves.join(run.id, worker="b") is None


def test_all_get_ready_for_a_phase_and_begin_at_one_instant(run):
    parts = [moves.join(run.id, worker=each) for each in ("b", "c")]
    place = {"workspace": "benchbook_1", "mark": "benchbook_1", "statements": 0}

    moves.call(run.id, attempt=1, phase=Phase.MEASURE, place=place)
    assert states(run) == [PartState.CALLED] * 3
    for part in (*run.parts.filter(number=1), *parts):
        moves.get_ready(part)
    instant = timezone.now() + timedelta(seconds=2)
    moves.agree(run.id, attempt=1, starts_at=instant)

    assert set(run.parts.values_list("starts_at", flat=True)) == {instant}
    assert run.parts.last().place == place


def test_a_part_whose_lease_ran_out_is_lost_once(run):
    part = moves.join(run.id, worker="b")
    lose_lease(part)

    assert [each.number for each in moves.reap(run.id, attempt=1)] == [2]
    assert moves.reap(run.id, attempt=1) == []
    with pytest.raises(lifecycle.LeaseLost):
        moves.be_done(part, figures={"tps": 1.0})
    assert run.events.filter(code="generator_lost").count() == 1


def test_a_worker_that_stops_before_the_first_phase_leaves_its_part_to_another(run):
    part = moves.join(run.id, worker="b")

    moves.hand_back(part)

    assert moves.wanted() == [(run.id, SYSBENCH)] * 2
    assert moves.join(run.id, worker="b").number == part.number
    assert run.events.filter(code="generator_left").count() == 1


@pytest.mark.parametrize("goes_on", [False, True])
def test_one_that_stops_in_a_phase_ends_its_part_or_is_lost_where_that_is_asked_for(
    run, goes_on
):
    Run.objects.update(goes_on_without_lost=goes_on)
    part = moves.join(run.id, worker="b")
    moves.call(run.id, attempt=1, phase=Phase.MEASURE, place={})

    moves.hand_back(part)

    part.refresh_from_db()
    assert part.state == (PartState.LOST if goes_on else PartState.ENDED)


def test_one_that_stops_once_all_is_measured_has_nothing_to_hand_back(run):
    part = moves.join(run.id, worker="b")
    moves.call(run.id, attempt=1, phase=Phase.MEASURE, place={})
    moves.be_done(part, figures={"tps": 1.0})

    moves.hand_back(part)
    assert moves.reap(run.id, attempt=1) == []

    part.refresh_from_db()
    assert (part.state, part.figures) == (PartState.DONE, {"tps": 1.0})
    assert part.lease_expires_at > timezone.now() + timedelta(minutes=5)


@pytest.mark.parametrize("ending", ["failed", "cancelled", "lost"])
def test_no_part_outlives_the_attempt(run, ending):
    part = moves.join(run.id, worker="b")
    if ending == "failed":
        lifecycle.fail(run.id, attempt=1, failure=Failure(code="disk_full"))
    elif ending == "cancelled":
        lifecycle.request_cancel(run.id)
        lifecycle.confirm_cancelled(run.id, attempt=1)
    else:
        lifecycle.lose(run.id, attempt=1)

    assert not run.parts.filter(state__in=PARTS_HELD).exists()
    assert not run.parts.exclude(lease_expires_at=None).exists()
    with pytest.raises(lifecycle.LeaseLost):
        moves.is_cancel_requested(part)


def test_the_parts_of_a_lost_attempt_are_not_those_of_the_next(run):
    part = moves.join(run.id, worker="b")
    lifecycle.lose(run.id, attempt=1)
    lifecycle.claim(run.id, server=ServerFactory(), worker="lead")
    moves.offer(run.id, attempt=2, shares=[{"threads": 1}] * 2, worker="lead")

    with pytest.raises(lifecycle.LeaseLost):
        moves.is_cancel_requested(part)
    assert moves.join(run.id, worker="b").attempt == 2


def test_a_second_is_kept_once_and_only_while_the_part_is_held(run):
    part = moves.join(run.id, worker="b")
    sample = Sample(run=run, attempt=1, second=1, tps=5.0)

    for _ in range(2):
        moves.record_seconds(part, samples=[sample], counters=[])

    assert PartSecond.objects.get().values["tps"] == 5.0
    moves.leave(part)
    with pytest.raises(lifecycle.LeaseLost):
        moves.record_seconds(part, samples=[sample], counters=[])
