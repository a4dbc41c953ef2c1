"""Presets are sized for the server that they are for."""

import pytest

from benchruns.engines import ENGINES, FAMILIES
from benchruns.presets.size import sized
from benchruns.runs.plan import plan_of
from benchruns.units import GB
from benchruns.vocabulary import Regime
from benchruns.workloads import WORKLOADS, lead_seconds

MB = 2**20
BUFFERS = (128 * MB, 256 * MB, 1 * GB, 48 * GB, 96 * GB)
SIZED = [
    (workload, family, buffer)
    for workload in WORKLOADS.values()
    if workload.sized_by
    for family in FAMILIES.values()
    if family in workload.families
    for buffer in BUFFERS
]


def plan(workload, name, family, buffer, **limits):
    parameters = sized(workload, name, family=family, buffer_bytes=buffer, **limits)
    server = {
        "buffer_bytes": buffer,
        "max_connections": 151,
        "settings": {"max_prepared_stmt_count": "16382"},
    }
    return plan_of(workload, parameters, family=family, server=server)


def ids(case):
    return getattr(case, "name", None)


@pytest.mark.parametrize(("workload", "family", "buffer"), SIZED, ids=ids)
def test_cached_data_is_half_of_the_buffer_and_disk_io_four_times(
    workload, family, buffer
):
    cached = plan(workload, "cached", family, buffer)
    disk_io = plan(workload, "disk_io", family, buffer)

    unit = disk_io.data_bytes / (disk_io.size.warehouses or disk_io.size.scale or 100)
    assert buffer * 4 * 0.99 < disk_io.data_bytes < buffer * 4.06 + unit
    assert disk_io.expected_regime == Regime.DISK_IO
    if cached.size.warehouses == 1:  # it cannot be less
        assert cached.data_bytes < buffer
        return
    assert buffer / 2 * 0.94 - unit < cached.data_bytes < buffer / 2 * 1.01
    assert cached.expected_regime == Regime.CACHED


# Said whatever the size: that nothing but its own runs compares with such a load.
ALWAYS = {True: {"own_script"}, False: set()}


@pytest.mark.parametrize(("workload", "family", "buffer"), SIZED, ids=ids)
def test_both_warm_up_and_neither_is_refused_for_threads_or_statements(
    workload, family, buffer
):
    for name in ("cached", "disk_io"):
        made = plan(workload, name, family, buffer, most_connections=149)
        assert made.warmup_seconds >= 60
        codes = {problem.code for problem in made.problems}
        assert codes <= {"disk_unknown", "long_load", *ALWAYS[workload.is_custom]}


def test_a_warm_up_lasts_until_the_buffer_is_filled():
    workload, family = WORKLOADS["oltp_read_write"], ENGINES["mysql"].family

    def lead(buffer):
        return lead_seconds(
            sized(workload, "disk_io", family=family, buffer_bytes=buffer)
        )

    assert lead(256 * MB) == 60
    assert lead(48 * GB) == 500  # 100 MB a second
    assert lead(4000 * GB) == 1800


@pytest.mark.parametrize("workload", WORKLOADS.values(), ids=ids)
def test_quick_warns_of_nothing_and_warms_up(workload):
    family = min(workload.families, key=lambda each: each.name)
    made = plan(workload, "quick", family, 1 * GB)

    assert {problem.code for problem in made.problems} == ALWAYS[workload.is_custom]
    assert made.warmup_seconds > 0


def test_a_server_of_few_connections_gets_a_load_that_it_carries():
    workload, family = WORKLOADS["oltp_read_write"], ENGINES["mysql"].family
    few = sized(workload, "cached", family=family, buffer_bytes=GB, most_connections=7)

    assert few["threads"] == 7


def test_what_repeats_a_paper_stays_as_it_is_printed():
    for workload in WORKLOADS.values():
        if "paper" not in workload.presets:
            continue
        for family in workload.families:
            same = sized(
                workload,
                "paper",
                family=family,
                buffer_bytes=GB,
                most_connections=2,
            )
            assert same == workload.clean(workload.presets["paper"])
