"""What was watched of a run of the TPC-C-derived load, as it is judged."""

import pytest

from benchruns.figures.metrics import Figures
from benchruns.runs.parts import moves
from benchruns.workloads import WORKLOADS
from benchruns.workloads.tpcc import TPCC
from tests.factories import EndpointFactory, RunFactory
from workers.connecting.target import Target
from workers.evidence import judge
from workers.evidence.cpu_use import Use
from workers.evidence.watch import Seen
from workers.tools.driver import Measured

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


def test_the_way_of_several_generators_is_that_of_all_their_transactions():
    """The one that leads is near and idle; most is sent from far away, one is beside."""
    run = RunFactory(running=True, generators=2)
    moves.offer(run.pk, attempt=1, shares=[{}, {}], worker="first")
    seen = Seen(use=ASLEEP)
    seen.ping(0.2)
    found = Measured(figures=Figures(tps=400.0, latency_avg_ms=20.0))
    for number, round_trip_ms, tps in ((1, 0.2, 100.0), (2, 1.0, 300.0)):
        numbers = {
            "round_trip_ms": round_trip_ms,
            "round_trip_median_ms": round_trip_ms,
            "is_same_host": number == 2,
        }
        moves.of_attempt(run.pk, 1).filter(number=number).update(
            figures={"tps": tps}, evidence={"evidence": numbers}
        )

    judged = judge.evidence_of(
        run, run.attempts.get(), target=TARGET, found=found, seen=seen
    )

    numbers = judged["bottleneck"]["evidence"]
    assert numbers["round_trip_ms"] == 0.8
    assert numbers["is_same_host"]


@pytest.mark.parametrize(("rate", "regime"), [(None, "cached"), (50, "disk_io")])
def test_sessions_that_wait_for_a_rate_say_nothing_of_what_reading_took(rate, regime):
    """0.1 reads a transaction of 100 pages: at 1 ms a read 0.06 % of all their time."""
    run = RunFactory(
        running=True,
        parameters=WORKLOADS["oltp_read_write"].clean({"threads": 8, "rate": rate}),
    )
    attempt = run.attempts.get()
    attempt.server_facts = {"settings": {"innodb_flush_method": "O_DIRECT"}}
    seen = Seen(
        use=ASLEEP, totals={"buffer_requests": 300_000.0, "buffer_misses": 300.0}
    )
    found = Measured(figures=Figures(tps=50.0, transactions=3_000, duration_s=60.0))

    judged = judge.evidence_of(run, attempt, target=TARGET, found=found, seen=seen)

    assert judged["regime"]["verdict"] == regime
