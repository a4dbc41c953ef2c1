"""What a run would take of a server, told before it starts."""

import pytest

from benchruns.engines import FAMILIES
from benchruns.runs.plan import (
    Climb,
    Overhead,
    plan_of,
    server_found,
)
from benchruns.sentences.plans import worded
from benchruns.units import GB
from benchruns.workloads import WORKLOADS
from tests.factories import (
    CheckFactory,
    EndpointFactory,
    ServerFactory,
)

WORKLOAD = WORKLOADS["oltp_read_write"]
PARAMETERS = WORKLOAD.clean({"tables": 10, "table_size": 100_000, "threads": 10})
DATA_BYTES = 10 * 100_000 * 242 + 10 * 32_768
PGBENCH = WORKLOADS["pgbench_read_only"]


def plan_on(**server):
    return plan_of(WORKLOAD, PARAMETERS, family=FAMILIES["mysql"], server=server)


def codes(plan, *, refused: bool) -> list[str]:
    return [each.code for each in plan.problems if each.is_refused == refused]


# Regime -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("buffer_bytes", "regime"),
    [(None, None), (10**9, "cached"), (240 * 10**6, "mixed"), (10**8, "disk_io")],
)
def test_the_size_of_the_data_foretells_the_regime(buffer_bytes, regime):
    assert plan_on(buffer_bytes=buffer_bytes).expected_regime == regime


@pytest.mark.parametrize(
    ("cache", "regime"),
    [
        ("4GB", "os_cache"),
        ("4194304kB", "os_cache"),
        ("1TB", "os_cache"),
        ("1GB", "disk_io"),
        ("as much as it likes", "disk_io"),
        (None, "disk_io"),
    ],
)
def test_postgresql_is_told_of_a_second_memory_that_may_hold_the_data(cache, regime):
    settings = {} if cache is None else {"effective_cache_size": cache}
    plan = plan_of(
        PGBENCH,
        PGBENCH.clean({"scale": 100}),  # 1.46 GB
        family=FAMILIES["postgresql"],
        server={"buffer_bytes": 128 * 2**20, "settings": settings},
    )

    assert plan.expected_regime == regime


@pytest.mark.parametrize(
    ("wanted", "buffer_bytes", "is_doubtful"),
    [
        ("disk_io", 10**9, True),
        ("cached", 10**8, True),
        ("cached", 10**9, False),
        ("disk_io", 240 * 10**6, False),  # mixed may turn out as either
        ("mixed", 10**9, False),
        (None, 10**9, False),
        ("disk_io", None, False),
    ],
)
def test_a_regime_that_the_sizes_do_not_give_is_doubtful(
    wanted, buffer_bytes, is_doubtful
):
    plan = plan_of(
        WORKLOAD,
        PARAMETERS,
        family=FAMILIES["mysql"],
        server={"buffer_bytes": buffer_bytes},
        wanted_regime=wanted,
    )

    assert codes(plan, refused=False) == ["other_regime"] * is_doubtful
    assert plan.refusals == []


# Connections ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("server", "refused", "doubtful"),
    [
        ({}, [], ["not_checked"]),
        ({"max_connections": 11}, [], ["few_connections_left"]),
        ({"max_connections": 10}, ["too_many_threads"], []),
        (
            {"max_connections": 13, "reserved_connections": 3},
            ["too_many_threads"],
            [],
        ),
        (
            {"max_connections": 14, "reserved_connections": 3},
            [],
            ["few_connections_left"],
        ),
        ({"max_connections": 100}, [], []),
    ],
    ids=str,
)
def test_the_threads_and_the_probe_need_connections(server, refused, doubtful):
    plan = plan_on(**server)

    assert codes(plan, refused=True) == refused
    assert codes(plan, refused=False) == doubtful


def test_a_sweep_needs_the_connections_of_its_most_threads():
    climb = Climb(runs=6, settle_seconds=5, most_threads=64)
    plan = plan_of(
        WORKLOAD,
        PARAMETERS,
        family=FAMILIES["mysql"],
        server={"max_connections": 64},
        climb=climb,
    )

    assert plan.connections == 65
    assert codes(plan, refused=True) == ["too_many_threads"]


@pytest.mark.parametrize(
    ("users", "warehouses", "limit", "refused"),
    [
        (8, 1, 9, ["too_many_threads"]),
        (8, 1, 10, []),
        (1, 8, 8, ["too_many_loaders"]),
        (1, 8, 9, []),
    ],
)
def test_tpcc_reads_its_counters_over_one_connection_more(
    users, warehouses, limit, refused
):
    tpcc = WORKLOADS["tpcc"]
    parameters = tpcc.clean({"virtual_users": users, "warehouses": warehouses})
    server = {"max_connections": limit}

    plan = plan_of(tpcc, parameters, family=FAMILIES["mysql"], server=server)

    assert codes(plan, refused=True) == refused


@pytest.mark.parametrize(
    ("rows", "limit", "is_loaded", "refused"),
    [
        (200_000, 4, False, ["too_many_loaders"]),
        (200_000, 5, False, []),
        (199_999, 2, False, []),
        (200_000, 2, True, []),
        (200_000, 1, True, ["too_many_threads"]),
    ],
)
def test_a_load_may_need_more_connections_than_the_run(rows, limit, is_loaded, refused):
    parameters = WORKLOAD.clean({"tables": 1, "table_size": rows, "threads": 1})
    plan = plan_of(
        WORKLOAD,
        parameters,
        family=FAMILIES["mysql"],
        server={"max_connections": limit},
        is_loaded=is_loaded,
    )

    assert codes(plan, refused=True) == refused


# Prepared statements ----------------------------------------------------------------


def statements_plan(limit: int | None = None, **parameters):
    """Of the published row with the most: 128 tables under 64 threads."""
    given = {"tables": 128, "table_size": 25_000, "threads": 64, **parameters}
    settings = {} if limit is None else {"max_prepared_stmt_count": str(limit)}
    return plan_of(
        WORKLOAD,
        WORKLOAD.clean(given),
        family=FAMILIES["mysql"],
        server={"max_connections": 100, "settings": settings},
    )


@pytest.mark.parametrize(
    ("limit", "refused"),
    [(None, []), (73_856, []), (73_855, ["too_many_statements"])],
)
def test_each_thread_prepares_its_statements_for_every_table(limit, refused):
    plan = statements_plan(limit)

    assert plan.prepared_statements == 64 * (128 * 9 + 2)
    assert codes(plan, refused=True) == refused


def test_statements_that_are_not_prepared_need_no_room():
    assert statements_plan(0, prepared_statements=False).prepared_statements == 0
    assert statements_plan(skip_trx=True).prepared_statements == 64 * 128 * 9


def test_a_run_from_before_skip_trx_has_a_plan():
    parameters = WORKLOAD.clean({})
    del parameters["skip_trx"]

    assert plan_of(
        WORKLOAD, parameters, family=FAMILIES["mysql"], server={}
    ).prepared_statements


# Disk -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("free", "refused", "doubtful"),
    [
        (DATA_BYTES - 1, ["disk_too_small"], []),
        (DATA_BYTES, [], ["little_disk_left"]),
        (DATA_BYTES * 1.24, [], ["little_disk_left"]),
        (DATA_BYTES * 1.26, [], []),
        (0, ["disk_too_small"], []),
        (None, [], []),  # too little data for that to matter
    ],
)
def test_the_data_and_its_log_need_disk(free, refused, doubtful):
    plan = plan_on(max_connections=100, free_disk_bytes=free)

    assert plan.data_bytes == DATA_BYTES
    assert codes(plan, refused=True) == refused
    assert codes(plan, refused=False) == doubtful


def large_plan(*, is_loaded: bool = False, **server):
    """Of 1,000,000,000 rows, about 225 GB."""
    return plan_of(
        WORKLOAD,
        WORKLOAD.clean({"tables": 100, "table_size": 10_000_000}),
        family=FAMILIES["mysql"],
        server={"max_connections": 100, **server},
        is_loaded=is_loaded,
    )


def test_a_server_that_does_not_tell_its_disk_is_doubtful_for_large_data():
    problem = large_plan().problems[0]

    assert problem.code == "disk_unknown"
    assert worded(problem).message == (
        "The server does not tell how much disk is free, and the data takes about "
        "225 GB."
    )


def test_data_that_is_there_already_needs_neither_disk_nor_time():
    plan = large_plan(is_loaded=True, free_disk_bytes=1 * GB)

    assert plan.problems == []
    assert plan.load_seconds == 0
    assert plan.total_seconds == (
        plan.duration_seconds + plan.preflight_seconds + plan.setup_seconds
    )


def test_what_cannot_fit_comes_before_what_is_doubtful():
    plan = large_plan(max_connections=8, free_disk_bytes=1 * GB)

    assert [problem.is_refused for problem in plan.problems] == [True, True, False]
    assert len(plan.refusals) == 2
    assert [problem.code for problem in plan.cautions] == ["long_load"]


# Time -------------------------------------------------------------------------------


def test_a_sweep_loads_once_and_measures_every_run():
    climb = Climb(runs=6, settle_seconds=5, most_threads=64)
    parameters = {**PARAMETERS, "warmup_seconds": 10}

    plan = plan_of(
        WORKLOAD,
        parameters,
        family=FAMILIES["mysql"],
        server={},
        climb=climb,
        overhead=Overhead(preflight=2, loading=7, reusing=3),
    )

    assert plan.load_seconds == 1_000_000 / 50_000
    assert (plan.preflight_seconds, plan.setup_seconds) == (6 * 2, 7 + 5 * 3)
    assert plan.total_seconds == 20 + 6 * (5 + 10 + 60) + 12 + 22


def test_pgbench_loads_faster_than_sysbench():
    plan = plan_of(
        PGBENCH, PGBENCH.clean({"scale": 100}), family=FAMILIES["postgresql"], server={}
    )

    assert plan.load_seconds == 10_000_000 / 200_000
    assert not plan.is_rate_measured


def test_a_load_of_hours_is_told():
    [problem] = large_plan(free_disk_bytes=1000 * GB).problems

    assert problem.code == "long_load"
    assert worded(problem).message == "Loading the data takes about 5.6 hours."


@pytest.fixture
def endpoint(db):
    return EndpointFactory(server=ServerFactory())


@pytest.mark.parametrize(
    ("climb", "is_loaded", "known"),
    [
        (Climb(), False, {"preflight": 1, "loading": 1}),
        (Climb(), True, {"preflight": 1, "reusing": 1}),
        (Climb(runs=2), False, {"preflight": 1, "loading": 1, "reusing": 1}),
    ],
)
def test_it_is_measured_where_all_that_the_plan_has_of_it_is(climb, is_loaded, known):
    for overhead in (known, *({**known, name: None} for name in known)):
        plan = plan_of(
            WORKLOAD,
            PARAMETERS,
            family=FAMILIES["mysql"],
            server={},
            climb=climb,
            is_loaded=is_loaded,
            overhead=Overhead(**overhead),
        )

        assert plan.is_overhead_measured is (overhead == known)
        assert plan.preflight_seconds > 0
        assert plan.setup_seconds > 0


# Checks -----------------------------------------------------------------------------


def test_the_last_check_that_reached_the_server_counts(endpoint):
    CheckFactory(endpoint=endpoint, passed=True, server={"max_connections": 7})
    CheckFactory(endpoint=endpoint, failed=True)
    CheckFactory(endpoint=endpoint)

    assert server_found(endpoint) == {"max_connections": 7}


def test_a_plan_without_a_check_says_so(endpoint):
    plan = plan_on(**server_found(endpoint))

    assert codes(plan, refused=False) == ["not_checked"]
