"""One run by several load generators on real servers."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection

from benchruns.models import PartSecond, Run
from benchruns.runs import lifecycle
from benchruns.sentences.failures.table import why_failed
from benchruns.vocabulary import PartKind, PartState, RunState
from tests import waiting
from tests.targets import endpoint_of, queue
from tests.workers.runs.whole_runs import workspaces
from workers.runs import executor

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]


def wanted(run: Run, generators: int, **more) -> Run:
    Run.objects.filter(pk=run.pk).update(generators=generators, **more)
    run.refresh_from_db()
    return run


@contextmanager
def generators(run: Run, count: int) -> Iterator[None]:
    """So many beside this test, each taking what there is to do of the run."""

    def work(name: str) -> None:
        try:
            executor.execute(run.id, worker=name)
        finally:
            connection.close()

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
    run = wanted(
        queue(
            endpoint_of(mariadb_target),
            "oltp_read_only",
            threads=3,
            rate=60,
            warmup_seconds=2,
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
    assert result.tps == pytest.approx(sum(each["tps"] for each in told))
    assert result.threads == 3
    assert result.histogram.counts.events == result.transactions
    slowest = max(each["latency_p95_ms"] for each in told)
    assert 0 < result.latency_p95_ms <= slowest
    assert workspaces(mariadb_target) == set()
    # each second once, the sum of what both told of it
    for sample in run.samples.filter(second__gt=0):
        of_parts = PartSecond.objects.filter(
            part__run=run, kind=PartKind.SAMPLE, second=sample.second
        )
        tps = [each.values["tps"] for each in of_parts]
        assert (len(tps), sum(tps)) == (2, pytest.approx(sample.tps))
        assert (sample.threads, sample.latency_ms) == (3, None)
    assert {-1, 0, 1, 2, 3, 4} <= set(run.samples.values_list("second", flat=True))
    told = result.tool_facts["generators"]
    assert [each["threads"] for each in told] == [2, 1]
    assert all(each["verdict"] for each in told)
    assert not run.parts.exclude(state=PartState.ENDED).exists()
