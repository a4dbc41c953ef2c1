"""The plan that preflight makes anew from what the server is now."""

import pytest

from benchruns.failures.failure import BenchbookError
from benchruns.sentences import plans
from benchruns.sentences.failures.table import of_failure
from tests.factories import DataSetFactory, EndpointFactory, RunFactory, ServerFactory
from workers.probes import ServerFacts
from workers.runs import preflight

pytestmark = pytest.mark.django_db

GB = 2**30


def facts(**known) -> ServerFacts:
    plain = {
        "engine": "postgresql",
        "version": "15.1",
        "release": "15",
        "buffer_bytes": 128 * 2**20,
        "max_connections": 100,
        "durability": {},
        "tls_in_use": None,
        "settings": {
            "superuser_reserved_connections": "3",
            "effective_cache_size": "4GB",
        },
    }
    return ServerFacts(**(plain | known))


def run_of(scale: int = 1000, **changes):
    """Scale 1000 takes about 14.6 GB."""
    endpoint = EndpointFactory(engine="postgresql", server=ServerFactory())
    parameters = {
        "scale": scale,
        "hot_records": None,
        "clients": 8,
        "jobs": None,
        "duration_seconds": 1,
        "warmup_seconds": 0,
        "rate": None,
    }
    return RunFactory(
        endpoint=endpoint,
        workload="pgbench_read_only",
        parameters=parameters,
        **changes,
    )


def test_what_fits_is_not_refused():
    plan = preflight.plan(run_of(), facts(free_disk_bytes=100 * GB))

    preflight.refuse_what_cannot_fit(plan)

    assert plan.problems == []


def test_a_full_disk_refuses_the_run_and_says_what_to_do():
    plan = preflight.plan(run_of(), facts(free_disk_bytes=10 * GB))

    with pytest.raises(BenchbookError) as caught:
        preflight.refuse_what_cannot_fit(plan)

    assert caught.value.failure.code == "disk_too_small"
    assert of_failure(caught.value.failure) == (
        "The data takes about 14.6 GB, and the server's disk has 10 GB free. "
        "Use fewer rows, or free space on the server."
    )


def test_data_that_is_there_already_needs_no_disk():
    run = run_of(keeps_data_set=True)
    DataSetFactory(
        endpoint=run.endpoint,
        server=run.endpoint.server,
        database=run.endpoint.database,
        workload=run.workload,
        size={"scale": 1000, "total_records": 100_000_000},
        is_ready=True,
        is_kept=True,
    )

    plan = preflight.plan(run, facts(free_disk_bytes=10 * GB))

    preflight.refuse_what_cannot_fit(plan)
    assert plan.is_loaded


def test_reserved_connections_are_no_runs():
    run = run_of(scale=1)
    run.parameters["clients"] = 97

    with pytest.raises(BenchbookError) as caught:
        preflight.refuse_what_cannot_fit(preflight.plan(run, facts()))

    assert caught.value.failure.code == "too_many_threads"
    assert of_failure(caught.value.failure) == (
        "97 threads need 98 connections, the server allows 97: max_connections is "
        "100, 3 of them reserved. Use fewer threads, or raise max_connections."
    )


def test_a_regime_that_the_sizes_do_not_give_is_doubtful_alone():
    plan = preflight.plan(
        run_of(scale=100, expected_regime="disk_io"), facts(free_disk_bytes=100 * GB)
    )

    preflight.refuse_what_cannot_fit(plan)

    [caution] = plan.cautions
    assert plans.in_words(caution.code, caution.values) == (
        "The data is 11.7 times the server's buffer: expect OS cache, not disk I/O. "
        "Change the number of rows, or compare with rows of that regime."
    )
