"""Rows that belong together: the runs of a sweep, the data that a run has left."""

from benchruns.models import Check, Endpoint, Result, Run, RunPart, Sweep
from tests.factories import DataSetFactory, RunFactory
from tests.schedule_factories import OccurrenceFactory, ScheduleFactory


def sweep_of(*runs, threads=(8,), **changes):
    """A sweep over runs in their order; ``changes`` are of each of them."""
    first = runs[0]
    sweep = Sweep.objects.create(
        owner=first.owner,
        endpoint=first.endpoint,
        workload=first.workload,
        parameters={"tables": 4, "table_size": 25_000},
        threads=list(threads),
        repetitions=len(runs) // len(threads),
    )
    for index, run in enumerate(runs):
        Run.objects.filter(pk=run.pk).update(
            sweep=sweep,
            sweep_position=index + 1,
            repetition=index % sweep.repetitions + 1,
            endpoint=first.endpoint,
            **changes,
        )
    return sweep


def climbed(user, *, threads, tps, **traits):
    """A sweep with a succeeded run for each value of ``tps``, in order."""
    repetitions = len(tps) // len(threads)
    runs = []
    for index, value in enumerate(tps):
        count = threads[index // repetitions]
        parameters = {"tables": 4, "table_size": 25_000, "threads": count}
        run = RunFactory(owner=user, succeeded=True, parameters=parameters, **traits)
        Result.objects.filter(run=run).update(tps=value, qps=20 * value)
        runs.append(run)
    return sweep_of(*runs, threads=threads)


def kept_by(run, **changes):
    """The data set that a run loaded and left, ready to be used again.

    Its endpoint leads to where it lies, if to any server.
    """
    unknown = Endpoint.objects.filter(pk=run.endpoint_id, server=None)
    unknown.update(server=run.server)
    run.endpoint.refresh_from_db(fields=["server"])
    stated = {
        "endpoint": run.endpoint,
        "server": run.endpoint.server,
        "run": run,
        "database": "bench_database",
        "workload": run.workload,
        "size": {"tables": 4, "table_size": 25_000},
        "data_bytes": 24_300_000,
        "load_seconds": 2.5,
        "is_ready": True,
        "is_kept": True,
    }
    return DataSetFactory(**stated | changes)


def find(endpoint, **facts):
    """As if the last check had found this as well."""
    check = Check.objects.get(endpoint=endpoint)
    check.server |= facts
    check.save(update_fields=["server"])


def schedule_of(run):
    """One that started the run, and is due each minute."""
    schedule = ScheduleFactory(owner=run.owner, endpoint=run.endpoint)
    done = OccurrenceFactory(schedule=schedule, state="succeeded")
    Run.objects.filter(pk=run.pk).update(occurrence=done)
    return schedule


def made_by_two(run):
    """The parts of a run that has ended, of two generators in one region."""
    for number in (1, 2):
        RunPart.objects.create(
            run=run,
            attempt=run.attempt,
            number=number,
            state="ended",
            worker=f"hangzhou-{number}",
            parameters={"threads": 4},
            client={"region": "cn-hangzhou"},
            figures={"tps": 100.0 * number, "latency_p95_ms": 12.5},
            evidence={"verdict": "server"},
        )
