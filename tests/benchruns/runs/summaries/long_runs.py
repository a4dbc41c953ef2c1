"""A run that took so long that charts show means of it."""

from datetime import timedelta

from benchruns.models import Counter, Run, Sample
from benchruns.runs.summaries.kinds import EVERY_SECOND
from tests.factories import RunFactory, SampleFactory

SECONDS = 2 * EVERY_SECOND
HIGHEST, LOWEST = (700, 9_000.0), (1_500, 1.0)  # a second and its TPS


def long_run(**values):
    return as_long(RunFactory(succeeded=True, **values))


def as_long(run, *, seconds=SECONDS):
    ended = run.started_at + timedelta(seconds=seconds + 1)
    Run.objects.filter(pk=run.pk).update(finished_at=ended)
    plant(run, seconds=seconds)
    run.refresh_from_db()
    return run


def plant(run, *, seconds=SECONDS, attempt=1):
    peaks = dict((HIGHEST, LOWEST))
    Sample.objects.bulk_create(
        SampleFactory.build(
            run=run,
            attempt=attempt,
            second=second,
            tps=peaks.get(second, 1_000.0 + second % 50),
            latency_ms=5.0 + second % 7,
        )
        for second in range(1, seconds + 1)
    )
    Counter.objects.bulk_create(
        Counter(
            run=run,
            attempt=attempt,
            second=second,
            values={
                "client_cpu_percent": 99.0 if second == HIGHEST[0] else second % 30,
                "round_trip_ms": 5.0 if second == HIGHEST[0] else 0.2,
                "limit": "server" if second % 3 else "client",
            },
        )
        for second in range(1, seconds + 1)
    )
