"""Killing one of two generators that make a run: no orphan, no second told twice, no lease."""

import pytest

from benchruns.models import PartSecond, Result
from benchruns.sentences.failures.table import why_failed
from benchruns.vocabulary import Outcome, PartState, RunState
from tests import waiting
from tests.faults.several import (
    CASES,
    LITTLE,
    asked,
    kill,
    let_parts_run_out,
    nothing_is_left,
    programs_of,
    standing,
)
from tests.stack import let_leases_run_out
from tests.targets import change

pytestmark = [
    pytest.mark.fault,
    pytest.mark.engine,
    pytest.mark.django_db(transaction=True),
]

# Of a helper: before it has come nothing is lost with it, nor once all is measured.
HARMLESS = [case for case in CASES if case[0] in {"waiting", "cleanup"}]
HARMFUL = [case for case in CASES if case not in HARMLESS]


@pytest.fixture
def target(request, engine):
    return request.getfixturevalue(f"{engine}_target")


@pytest.mark.cases_in_turn
@pytest.mark.parametrize(("moment", "workload", "engine"), HARMFUL)
def test_a_run_that_loses_a_generator_fails_and_says_so(two, target, workload, moment):
    with standing(moment, two, target, workload) as run:
        kill(two, programs_of(run).helper)
        let_parts_run_out()
        waiting.for_end(run)

    assert run.state == RunState.FAILED
    assert run.failure_code == "generator_lost", why_failed(run)
    assert "Load generator 2 stopped answering" in why_failed(run)
    assert run.parts.get(number=2).state == PartState.LOST
    assert not Result.objects.filter(run=run).exists()
    nothing_is_left(two, run, target)
    two.mend()


@pytest.mark.cases_in_turn
@pytest.mark.parametrize(("moment", "workload", "engine"), HARMLESS)
def test_a_run_needs_no_generator_that_has_not_begun_or_has_told_its_figures(
    two, target, workload, moment
):
    with standing(moment, two, target, workload) as run:
        kill(two, programs_of(run).helper)
        let_parts_run_out()
        two.mend()

    waiting.for_end(run)
    assert run.state == RunState.SUCCEEDED, why_failed(run)
    assert run.attempt == 1
    told = [part.figures["transactions"] for part in run.parts.all()]
    assert len(told) == 2
    assert run.result.transactions == sum(told)
    assert "generator_lost" not in {each["code"] for each in run.result.findings}
    nothing_is_left(two, run, target)


@pytest.mark.cases_in_turn
@pytest.mark.parametrize(("moment", "workload", "engine"), CASES)
def test_a_run_whose_leading_generator_is_killed_is_run_again(
    two, target, workload, moment
):
    with standing(moment, two, target, workload) as run:
        kill(two, programs_of(run).lead)
        change(run, **LITTLE[workload])

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
    nothing_is_left(two, run, target)


@pytest.mark.long
@pytest.mark.parametrize(
    ("workload", "engine"),
    [("oltp_read_write", "mariadb"), ("pgbench_read_write", "postgres")],
)
def test_a_run_may_go_on_without_a_lost_one_and_its_figure_is_marked(
    two, target, workload, engine
):
    lasting = LITTLE[workload] | {"duration_seconds": 30}
    run = asked(target, workload, goes_on=True, **lasting)
    waiting.for_phase(run, "measure", samples=2)

    kill(two, programs_of(run).helper)
    let_parts_run_out()

    waiting.for_end(run)
    assert run.state == RunState.SUCCEEDED, why_failed(run)
    first = run.parts.get(number=1)
    result = run.result
    assert result.transactions == first.figures["transactions"]
    assert "generator_lost" in {each["code"] for each in result.findings}
    assert result.doubt == "figure"
    nothing_is_left(two, run, target)
    two.mend()
