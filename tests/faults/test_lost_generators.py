"""Killing one of two generators that make a run: no orphan, no second told twice, no lease."""

import pytest
from django.utils import timezone

from benchruns.generators import registration
from benchruns.models import DataSet, PartSecond, Result, Run, RunPart
from benchruns.sentences.failures.table import why_failed
from benchruns.vocabulary import Outcome, PartState, RunState
from portal import dispatch
from tests import waiting
from tests.stack import let_leases_run_out, tools
from tests.targets import change, endpoint_of, queue

pytestmark = [
    pytest.mark.fault,
    pytest.mark.engine,
    pytest.mark.django_db(transaction=True),
]

MUCH = {
    "prepare": {"table_size": 1_000_000},
    "warmup": {"warmup_seconds": waiting.ENDLESS_SECONDS},
    "measure": {"duration_seconds": waiting.ENDLESS_SECONDS},
}
LITTLE = {"table_size": 2_000, "warmup_seconds": 1, "duration_seconds": 3}


@pytest.fixture
def two(processes):
    """With a second generator, for this test alone."""
    processes.start("second")
    waiting.until(
        lambda: registration.there().count() == 2, what="two generators that tell"
    )
    yield processes
    processes.ask_to_stop("second")
    del processes.processes["second"]


def begun(target, phase: str, *, goes_on: bool = False, **parameters) -> Run:
    asked = MUCH[phase] | parameters
    run = queue(endpoint_of(target), "oltp_read_only", **asked)
    Run.objects.filter(pk=run.pk).update(generators=2, goes_on_without_lost=goes_on)
    dispatch.announce(run.id)
    waiting.for_phase(run, phase)
    expected = 1 if phase == "prepare" else 2
    waiting.until(lambda: len(tools(target)) == expected, what=f"the tools of {phase}")
    return run


def program_of(worker: str) -> str:
    """``second@host`` is the program of this name."""
    return worker.partition("@")[0]


def let_parts_run_out() -> None:
    RunPart.objects.exclude(lease_expires_at=None).update(
        lease_expires_at=timezone.now()
    )


def nothing_is_left(run: Run, target) -> None:
    waiting.until(lambda: not tools(target), what="the end of all tools")
    assert not RunPart.objects.exclude(lease_expires_at=None).exists()
    assert not DataSet.objects.filter(dropped_at__isnull=True).exists()
    seconds = list(run.samples.values_list("attempt", "second"))
    assert len(seconds) == len(set(seconds))


@pytest.mark.parametrize(
    "phase",
    [
        pytest.param("prepare", marks=pytest.mark.long),
        pytest.param("warmup", marks=pytest.mark.long),
        "measure",
    ],
)
def test_a_run_that_loses_a_generator_fails_and_says_so(two, mariadb_target, phase):
    run = begun(mariadb_target, phase)

    two.kill(program_of(run.parts.get(number=2).worker))
    let_parts_run_out()

    waiting.for_end(run)
    assert run.state == RunState.FAILED
    assert run.failure_code == "generator_lost", why_failed(run)
    assert run.parts.get(number=2).state == PartState.LOST
    nothing_is_left(run, mariadb_target)
    two.mend()


@pytest.mark.long
def test_a_run_may_go_on_without_a_lost_one_and_its_figure_is_marked(
    two, mariadb_target
):
    run = begun(mariadb_target, "measure", goes_on=True, duration_seconds=30)
    waiting.until(lambda: run.samples.count() >= 2, what="seconds of both")

    two.kill(program_of(run.parts.get(number=2).worker))
    let_parts_run_out()

    waiting.for_end(run)
    assert run.state == RunState.SUCCEEDED, why_failed(run)
    first = run.parts.get(number=1)
    result = run.result
    assert result.transactions == first.figures["transactions"]
    assert "generator_lost" in {each["code"] for each in result.findings}
    assert result.doubt == "figure"
    nothing_is_left(run, mariadb_target)
    two.mend()


@pytest.mark.parametrize(
    "phase",
    [
        pytest.param("prepare", marks=pytest.mark.long),
        pytest.param("warmup", marks=pytest.mark.long),
        pytest.param("measure", marks=pytest.mark.long),
    ],
)
def test_a_run_whose_leading_generator_is_killed_is_run_again(
    two, mariadb_target, phase
):
    run = begun(mariadb_target, phase)

    two.kill(program_of(run.parts.get(number=1).worker))
    change(run, **LITTLE)
    let_leases_run_out()
    two.mend()

    waiting.for_end(run)
    assert run.state == RunState.SUCCEEDED, why_failed(run)
    assert list(run.attempts.values_list("outcome", flat=True)) == [
        Outcome.LOST,
        Outcome.SUCCEEDED,
    ]
    assert Result.objects.filter(run=run).count() == 1
    told = PartSecond.objects.filter(
        part__run=run, part__attempt=2, kind="sample", second__gt=0
    )
    assert run.samples.filter(attempt=2, second__gt=0).count() <= told.count() / 2
    nothing_is_left(run, mariadb_target)
