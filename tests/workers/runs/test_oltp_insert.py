"""Inserts: the one load of sysbench whose tables grow."""

import pytest

from benchruns.models import DataSet
from benchruns.vocabulary import RunState
from benchruns.workloads import size
from tests.targets import endpoint_of, queue
from tests.workers.runs.climbing import climb
from tests.workers.runs.whole_runs import carry_out

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]


@pytest.fixture(params=["mariadb", "postgres"])
def target(request):
    return request.getfixturevalue(f"{request.param}_target")


def test_new_rows_follow_those_that_several_connections_loaded(target, monkeypatch):
    """With ids that were given, a table of PostgreSQL would count from 1 again."""
    monkeypatch.setattr(size, "SPLIT_ROWS", 1_000)
    asked = {"tables": 1, "table_size": 1_000}

    run = carry_out(queue(endpoint_of(target), "oltp_insert", **asked))

    assert run.state == RunState.SUCCEEDED, run.failure_detail
    assert run.result.errors_per_s == 0
    assert run.result.writes == run.result.transactions > 0


def test_each_run_of_a_sweep_begins_with_tables_that_have_not_grown(mariadb_target):
    runs = climb(endpoint_of(mariadb_target), [1, 2], workload="oltp_insert")

    done = [carry_out(run) for run in runs]

    assert [run.state for run in done] == [RunState.SUCCEEDED] * 2
    assert done[0].data_set_id != done[1].data_set_id
    assert not DataSet.objects.filter(dropped_at=None).exists()
