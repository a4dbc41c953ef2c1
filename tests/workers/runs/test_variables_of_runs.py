"""Runs on servers that are set differently, told apart by what the runs found."""

from datetime import datetime

import pytest

from benchruns.comparison.fairness import findings
from benchruns.comparison.fairness.results import contexts_of
from benchruns.models import Result
from benchruns.sentences.catalogue import worded
from benchruns.vocabulary import RunState
from tests.targets import endpoint_of, queue
from tests.workers.accounts import execute
from tests.workers.runs.whole_runs import carry_out

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]

# The self-managed side of the published case; the service had 1M, 1M and 256K.
OF_THE_PAPER = {
    "join_buffer_size": 128 * 2**20,
    "read_rnd_buffer_size": 128 * 2**20,
    "tmp_table_size": 128 * 2**20,
}
OF_THE_SERVICE = {
    "join_buffer_size": 2**20,
    "read_rnd_buffer_size": 2**20,
    "tmp_table_size": 256 * 2**10,
}


def measured(target, **variables: int) -> Result:
    for name, value in variables.items():
        execute(target, f"SET GLOBAL {name} = {value}")
    try:
        run = carry_out(queue(endpoint_of(target)))
    finally:
        for name in variables:
            execute(target, f"SET GLOBAL {name} = DEFAULT")
    assert run.state == RunState.SUCCEEDED
    return Result.objects.select_related(
        "campaign", "provider", "instance_class__provider"
    ).get(run=run)


def said_of_settings(*results: Result):
    contexts = contexts_of(results)
    found = findings.find(contexts, baseline=contexts[0].id)
    return next((worded(each) for each in found if each.code == "settings"), None)


@pytest.mark.long
def test_the_case_of_the_papers_is_found_in_the_runs_themselves(mariadb_target):
    own = measured(mariadb_target, **OF_THE_PAPER)
    service = measured(mariadb_target, **OF_THE_SERVICE)

    found = said_of_settings(own, service)

    assert found.severity == "caution"
    assert list(found.values.values()) == [
        "join_buffer_size = 128 MB, read_rnd_buffer_size = 128 MB, "
        "tmp_table_size = 128 MB",
        "join_buffer_size = 1 MB, read_rnd_buffer_size = 1 MB, tmp_table_size = 256 KB",
    ]


@pytest.mark.long
def test_a_variable_that_nobody_thought_of_is_found_too(mariadb_target):
    usual = measured(mariadb_target)
    hasty = measured(mariadb_target, optimizer_search_depth=5)

    found = said_of_settings(usual, hasty)

    assert found.severity == "note"
    assert found.values[str(hasty.pk)] == "optimizer_search_depth = 5"
    assert "optimizer_search_depth" not in hasty.parameter_settings


@pytest.mark.long
def test_a_server_that_stays_as_it_is_has_no_such_finding(mariadb_target):
    assert said_of_settings(measured(mariadb_target), measured(mariadb_target)) is None


def test_a_run_keeps_when_its_first_second_began(mariadb_target):
    run = measured(mariadb_target).run
    began_at = datetime.fromisoformat(run.attempts.get().evidence["began_at"])

    assert run.started_at < began_at < run.finished_at
