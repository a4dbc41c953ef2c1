"""What was watched of a run of the TPC-C-derived load, as it is judged."""

import pytest

from benchruns.workloads.tpcc import TPCC
from tests.factories import EndpointFactory, RunFactory
from workers.connecting.target import Target
from workers.evidence import judge
from workers.evidence.cpu_use import Use
from workers.evidence.watch import Seen

pytestmark = pytest.mark.django_db

TARGET = Target(
    engine="mysql",
    host="db.example.org",
    address="192.0.2.1",
    port=3306,
    username="bench",
    password="for-tests",
    database="bench",
    tls="disable",
)
ASLEEP = Use(
    thread_cpu=0.01,
    thread_wait=0.01,
    process_cpu=0.02,
    client_cpu=0.02,
    idle=0.97,
    other_cpu=0.01,
    is_pinned=False,
)


def tpcc_run(**parameters):
    return RunFactory(
        endpoint=EndpointFactory(),
        workload="tpcc",
        parameters=TPCC.clean({"virtual_users": 8, **parameters}),
    )


@pytest.mark.parametrize(("waits", "limit"), [(False, "server"), (True, "unclear")])
def test_users_that_wait_leave_open_what_the_limit_is(waits, limit):
    run = tpcc_run(keying_and_thinking=waits)
    seen = Seen(use=ASLEEP)
    seen.ping(0.3)

    assert judge.limit_so_far(run, TARGET, seen, tps=0.4) == limit
