"""A cancel is obeyed in every phase, whatever the tool; tests/bench/promises.py times it.

The TPC-C-derived tool's cost a load each, and are done with ``--long`` but for those that
need none; some more of its cancels are in tests/workers/tpcc/test_runs.py.
"""

import pytest

from benchruns.models import Result
from benchruns.runs import lifecycle
from benchruns.sentences.failures.table import why_failed
from benchruns.vocabulary import RunState
from tests import waiting
from tests.workers.runs.standing import PHASES, a_way, standing, tools_of
from tests.workers.runs.whole_runs import workspaces
from workers.runs import preparation

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]

LOADS = {
    "oltp_read_write": "mariadb_target",
    "pgbench_read_write": "postgres_target",
    "tpcc": "postgres_target",
}
EACH_TIME = (
    ("oltp_read_write", "queued"), ("oltp_read_write", "measure"),
    ("pgbench_read_write", "prepare"), ("pgbench_read_write", "cleanup"),
)  # fmt: skip


@pytest.fixture(autouse=True)
def patient_cancels(monkeypatch):
    """A drop that is asked for is waited for; one that never ends is not."""
    monkeypatch.setattr(preparation, "CANCELLED_SECONDS", waiting.HANG_SECONDS)
    monkeypatch.setattr(preparation, "CLEANUP_SECONDS", waiting.ENDLESS_SECONDS)


@pytest.mark.parametrize(
    ("workload", "phase"),
    [
        pytest.param(*case, marks=() if case in EACH_TIME else pytest.mark.long)
        for case in ((load, phase) for load in LOADS for phase in PHASES)
    ],
)
def test_a_cancel_ends_run_and_tool_in_every_phase(request, workload, phase):
    with (
        a_way(request.getfixturevalue(LOADS[workload])) as way,
        standing(phase, way, workload) as run,
    ):
        lifecycle.request_cancel(run.pk)
        waiting.for_end(run)

        assert run.state == RunState.CANCELLED, why_failed(run)
        assert not tools_of(way.target)
        assert not Result.objects.filter(run=run).exists()
        if phase == "cleanup":  # the server never answered
            assert run.events.filter(code="leftover").exists()
        else:
            assert workspaces(way.server) == set()
