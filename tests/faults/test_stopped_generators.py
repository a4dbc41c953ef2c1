"""Stopping one of several generators, or the run that they make: nothing counts as lost."""

import pytest

from benchruns.generators import registration
from benchruns.models import DataSet, Result, Run
from benchruns.runs import lifecycle
from benchruns.sentences.failures.table import why_failed
from benchruns.vocabulary import RunState
from portal import dispatch
from tests import waiting
from tests.faults.several import (
    CASES,
    LITTLE,
    nothing_is_left,
    programs_of,
    standing,
    tools_of,
)
from tests.stack import tools
from tests.targets import change, endpoint_of, queue
from workers.runs import cleaner

pytestmark = [
    pytest.mark.fault,
    pytest.mark.engine,
    pytest.mark.django_db(transaction=True),
]


@pytest.fixture
def target(request, engine):
    return request.getfixturevalue(f"{engine}_target")


def is_cleaned(run: Run) -> bool:
    """A cancelled run does not wait long for a drop, nor does a cleaner for a session that
    the server has not ended yet."""
    cleaner.clean(run.endpoint_id)
    return not DataSet.objects.filter(dropped_at__isnull=True).exists()


@pytest.mark.cases_in_turn
@pytest.mark.parametrize(("moment", "workload", "engine"), CASES)
def test_a_cancel_ends_the_tools_of_all_whenever_it_comes(
    two, target, workload, moment
):
    with standing(moment, two, target, workload) as run:
        lifecycle.request_cancel(run.pk)
        waiting.until(
            lambda: not tools_of(two, programs_of(run).lead), what="the tool's end"
        )

    waiting.for_end(run)
    assert run.state == RunState.CANCELLED, why_failed(run)
    waiting.until(lambda: is_cleaned(run), what="the drop of its data")
    nothing_is_left(two, run, target)
    assert not Result.objects.filter(run=run).exists()
    assert not run.events.filter(code__in=["lost", "generator_lost"]).exists()


def test_a_helper_that_is_told_to_stop_gives_the_run_back(two, mariadb_target):
    with standing("measure", two, mariadb_target) as run:
        helper = programs_of(run).helper
        two.ask_to_stop(helper)

    waiting.until(
        lambda: Run.objects.filter(pk=run.pk, state=RunState.QUEUED).exists(),
        what="the run in the queue",
    )
    waiting.until(lambda: not tools(mariadb_target), what="the end of both tools")
    codes = set(run.events.values_list("code", flat=True))
    assert "given_back" in codes
    assert codes.isdisjoint({"lost", "generator_lost", "failed"})
    change(run, **LITTLE[run.workload])
    two.start(helper)
    waiting.for_end(run)
    assert run.state == RunState.SUCCEEDED, why_failed(run)
    told = list(run.events.values_list("attempt", "at", "code", "data"))
    assert run.attempt == 2, told
    nothing_is_left(two, run, mariadb_target)


@pytest.mark.long
def test_one_that_is_stopped_while_data_is_loaded_costs_the_run_nothing(
    two, mariadb_target
):
    with standing("prepare", two, mariadb_target) as run:
        helper = programs_of(run).helper
        waiting.until(
            lambda: run.parts.exclude(worker="").count() == 2, what="the helper"
        )
        two.ask_to_stop(helper)
        waiting.until(
            lambda: run.events.filter(code="generator_left").exists(), what="its leave"
        )
    two.start(helper)

    waiting.for_phase(run, "measure", samples=1)
    assert run.attempt == 1
    assert run.parts.get(number=2).worker
    lifecycle.request_cancel(run.pk)
    waiting.for_end(run)
    waiting.until(lambda: is_cleaned(run), what="the drop of its data")
    nothing_is_left(two, run, mariadb_target)


@pytest.mark.long
def test_of_two_runs_of_two_one_waits_while_there_are_three_generators(
    two, mariadb_target, postgres_target
):
    two.start("third")
    waiting.until(
        lambda: registration.there().count() == 3, what="three generators that tell"
    )
    runs = [
        queue(endpoint_of(mariadb_target), **LITTLE["oltp_read_write"]),
        queue(endpoint_of(postgres_target), "pgbench_read_only", duration_seconds=3),
    ]
    Run.objects.update(generators=2)
    for run in runs:
        dispatch.announce(run.id)

    for run in runs:
        waiting.for_end(run)

    two.ask_to_stop("third")
    del two.processes["third"]
    assert [run.state for run in runs] == [RunState.SUCCEEDED] * 2
    assert [run.attempt for run in runs] == [1, 1]
    first, second = sorted(runs, key=lambda run: run.started_at)
    assert second.started_at >= first.finished_at
    assert not DataSet.objects.filter(dropped_at__isnull=True).exists()
