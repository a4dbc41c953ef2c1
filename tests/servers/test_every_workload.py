"""Each workload from the check to the cleanup on the server that this session runs on."""

import pytest

from benchruns.engines import ENGINES
from benchruns.sentences.failures.table import why_failed
from benchruns.vocabulary import RunState
from benchruns.workloads import WORKLOADS
from tests.own_scripts import put
from tests.servers.kinds import chosen
from tests.targets import endpoint_of, queue
from tests.workers.runs.whole_runs import carry_out, workspaces
from workers import checker

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]
FIXTURES = {"mysql": "mariadb_target", "postgresql": "postgres_target"}
KIND = chosen()
FITTING = [
    name
    for name, workload in WORKLOADS.items()
    if KIND and ENGINES[KIND.engine].family in workload.families
]


@pytest.mark.parametrize("workload", FITTING)
def test_it_is_checked_run_and_cleaned_up(request, settings, tmp_path, workload):
    settings.LOADGEN_SCRIPTS = str(put(tmp_path))
    is_named = KIND.named is not None
    target = KIND.target if is_named else request.getfixturevalue(FIXTURES[KIND.family])
    endpoint = endpoint_of(target)
    check = endpoint.checks.create()

    checker.perform(check.pk)
    run = carry_out(queue(endpoint, workload, duration_seconds=3))

    check.refresh_from_db()
    assert (check.ok, check.missing_privileges) == (True, []), check.code
    assert run.state == RunState.SUCCEEDED, why_failed(run)
    assert run.result.engine == KIND.engine
    assert run.result.regime
    assert run.result.data_bytes
    assert workspaces(target) == set()
