"""Killing one of two generators that make a run: no orphan, no second told twice, no lease."""

import pytest

from benchruns.models import PartSecond, Result
from benchruns.sentences.failures.table import why_failed
from benchruns.vocabulary import Outcome, PartState, RunState
from tests import waiting
from tests.faults.several import (
    LITTLE,
    begun,
    let_parts_run_out,
    nothing_is_left,
    program_of,
)
from tests.stack import let_leases_run_out
from tests.targets import change

pytestmark = [
    pytest.mark.fault,
    pytest.mark.engine,
    pytest.mark.django_db(transaction=True),
]


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
