"""One run by several load generators on real servers."""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection

from benchruns.figures.percentiles import percentile
from benchruns.models import Output, PartSecond, Run, RunPart
from benchruns.runs import lifecycle
from benchruns.runs.parts import counters
from benchruns.runs.parts.counters import CHARTED
from benchruns.sentences.failures.table import why_failed
from benchruns.vocabulary import PartKind, PartState, RunState
from tests import waiting
from tests.factories import GeneratorFactory
from tests.targets import endpoint_of, queue
from tests.workers.evidence.metrics_address import answering
from tests.workers.runs.derived_again import check_derived_again
from tests.workers.runs.whole_runs import in_background, workspaces
from workers.runs import executor

OWN = ("client_cpu_percent", "round_trip_ms")

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]

# Half of its memory is in use.
MACHINE = b"node_memory_MemTotal_bytes 8e9\nnode_memory_MemAvailable_bytes 4e9\n"


def wanted(run: Run, generators: int, **more) -> Run:
    Run.objects.filter(pk=run.pk).update(generators=generators, **more)
    run.refresh_from_db()
    return run


def values_of(part: RunPart) -> set[str]:
    """The names of all that it counted while it measured or warmed up."""
    rows = PartSecond.objects.filter(part=part, kind=PartKind.COUNTERS)
    return {name for values in rows.values_list("values", flat=True) for name in values}


def by_second(first: RunPart, second: RunPart) -> list[dict[int, dict[str, float]]]:
    """Of the measurement, what each told, by seconds of the first one's load.

    A machine that is busy starts the second tool some seconds later, and may leave a tool
    no time to print its last line.
    """
    later = round((second.began_at - first.began_at).total_seconds())
    found = []
    for part, moved in ((first, 0), (second, later)):
        rows = PartSecond.objects.filter(part=part, kind=PartKind.SAMPLE, second__gt=0)
        told = rows.values_list("second", "values")
        found.append({each + moved: values for each, values in told})
    return found


@contextmanager
def generators(run: Run, count: int) -> Iterator[None]:
    """So many beside this test, each taking what there is to do of the run."""

    def work(name: str) -> None:
        try:
            executor.execute(run.id, worker=name)
        finally:
            connection.close()

    for number in range(1, count + 1):
        GeneratorFactory(name=f"generator {number}")
    threads = [
        threading.Thread(target=work, args=[f"generator {number}"])
        for number in range(1, count + 1)
    ]
    threads[0].start()
    waiting.until(
        lambda: run.parts.filter(state=PartState.OFFERED).count() == count - 1,
        what="parts that are offered",
    )
    for thread in threads[1:]:
        thread.start()
    try:
        yield
    except BaseException:
        lifecycle.request_cancel(run.pk)
        raise
    finally:
        for thread in threads:
            waiting.for_thread(thread)


def test_two_generators_load_the_server_at_once_and_their_figures_are_added(
    mariadb_target,
):
    with answering(MACHINE) as metrics_url:
        run = wanted(
            queue(
                endpoint_of(mariadb_target, metrics_url=metrics_url),
                "oltp_read_only",
                threads=3,
                rate=60,
                warmup_seconds=3,
                duration_seconds=4,
            ),
            2,
        )
        with generators(run, 2):
            pass

    run.refresh_from_db()
    assert run.state == RunState.SUCCEEDED, (why_failed(run), run.failure_detail)
    first, second = run.parts.all()
    assert [part.parameters["threads"] for part in (first, second)] == [2, 1]
    assert [part.parameters["rate"] for part in (first, second)] == [30, 30]
    result = run.result
    told = [part.figures for part in (first, second)]
    assert result.transactions == sum(each["transactions"] for each in told)
    # of the whole time, as one tool has it of its threads; sysbench divides by the time until
    # it prints, which on a busy machine is some milliseconds longer than the total it states
    done = sum(each["tps"] * each["duration_s"] for each in told)
    assert result.tps == pytest.approx(done / result.duration_s)
    assert result.tps == pytest.approx(result.transactions / result.duration_s, rel=0.1)
    assert result.duration_s >= max(each["duration_s"] for each in told)
    assert result.threads == 3
    assert result.histogram.counts.events == result.transactions
    counts = Counter()
    for part in (first, second):
        counts.update(dict(part.counts["buckets"]))
    p95_us = percentile(list(counts.items()), 95)
    assert result.latency_p95_ms == pytest.approx(p95_us / 1000)
    assert workspaces(mariadb_target) == set()
    # each second that both loaded once, the sum of what they told of it
    one, other = by_second(first, second)
    samples = run.samples.filter(second__gt=0)
    assert {each.second for each in samples} == one.keys() & other.keys()
    for sample in samples:
        both = one[sample.second], other[sample.second]
        assert sample.tps == pytest.approx(sum(each["tps"] for each in both))
        # on a busy machine a tool prints its first line before all of its threads run
        assert sample.threads == sum(each["threads"] for each in both)
        assert sample.latency_ms is None
    warmed = set(run.samples.filter(second__lte=0).values_list("second", flat=True))
    assert warmed
    assert warmed <= {-2, -1, 0}
    # the server is asked for its counters by one, and so is the exporter of its machine;
    # each knows its own way and machine
    led, helped = (values_of(part) for part in (first, second))
    assert {"commits_per_s", "limit", "round_trip_ms", "server_memory_percent"} <= led
    assert {"round_trip_ms", "client_cpu_percent"} <= helped
    of_server = {"commits_per_s", "buffer_requests_per_s", "limit"}
    assert not helped & (of_server | {"server_memory_percent"})
    assert not {name for name in helped if name.endswith("_lock_wait_percent")}
    _step, charted = counters.thinned(run.pk, attempt=run.attempt, limit=300)
    cpu, trip = (1 + CHARTED.index(name) for name in OWN)
    for number in (1, 2):
        assert any(row[cpu] is not None for row in charted[number])
        assert any(row[trip] is not None for row in charted[number])
    told = result.tool_facts["generators"]
    assert [each["threads"] for each in told] == [2, 1]
    assert all(each["verdict"] for each in told)
    assert not run.parts.exclude(state=PartState.ENDED).exists()
    check_derived_again(run)


@pytest.mark.long
def test_clients_of_two_pgbenchs_leave_one_history(postgres_target):
    """Rows of history are counted against the sum of what both say."""
    run = wanted(
        queue(
            endpoint_of(postgres_target),
            "pgbench_tpcb",
            scale=1,
            clients=3,
            rate=60,
            duration_seconds=4,
        ),
        2,
    )

    with generators(run, 2):
        pass

    run.refresh_from_db()
    assert run.state == RunState.SUCCEEDED, (why_failed(run), run.failure_detail)
    first, second = (part.figures for part in run.parts.all())
    result = run.result
    assert result.transactions == first["transactions"] + second["transactions"]
    assert result.latency_avg_ms == pytest.approx(
        (
            first["latency_avg_ms"] * first["transactions"]
            + second["latency_avg_ms"] * second["transactions"]
        )
        / result.transactions
    )
    facts = result.tool_facts
    assert facts["latency_log"]["transactions"] == result.transactions
    assert facts["qps_paper"] == pytest.approx(result.qps)
    assert result.latency_p99_ms >= result.latency_p50_ms > 0
    # a mean of each second, weighted
    assert all(s.latency_ms for s in run.samples.filter(tps__gt=0))
    check_derived_again(run)


def test_a_cancel_ends_a_run_that_waits_for_another_generator(mariadb_target):
    run = wanted(queue(endpoint_of(mariadb_target), "oltp_read_only"), 2)
    for number in (1, 2):  # of whom the second one does not come
        GeneratorFactory(name=f"generator {number}")

    with in_background(run):
        waiting.until(
            run.parts.filter(state=PartState.OFFERED).exists, what="a part to take"
        )
        lifecycle.request_cancel(run.pk)
        waiting.for_end(run)

    assert run.state == RunState.CANCELLED, why_failed(run)
    assert not run.parts.exclude(state=PartState.ENDED).exists()
    assert workspaces(mariadb_target) == set()


@pytest.mark.long
def test_users_of_two_tpcc_tools_have_homes_of_their_own(mariadb_target):
    run = wanted(
        queue(
            endpoint_of(mariadb_target),
            "tpcc",
            warehouses=2,
            virtual_users=3,
            rampup_seconds=1,
            duration_seconds=5,
            all_warehouses=True,
        ),
        2,
    )

    with generators(run, 2):
        pass

    run.refresh_from_db()
    assert run.state == RunState.SUCCEEDED, (why_failed(run), run.failure_detail)
    first, second = (part.facts for part in run.parts.all())
    facts = run.result.tool_facts
    assert (first["virtual_users"], second["virtual_users"]) == (2, 1)
    assert facts["virtual_users"] == 3
    orders = [each["transactions"]["neword"]["count"] for each in (first, second)]
    assert facts["transactions"]["neword"]["count"] == sum(orders)
    assert 0.3 < facts["nopm_tpm_ratio"] < 0.6
    outputs = Output.objects.filter(attempt__run=run, phase="measure")
    assert sorted(outputs.values_list("part", flat=True)) == [1, 2]
    check_derived_again(run)
