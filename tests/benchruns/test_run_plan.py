"""What a run would take of a server, told before it starts."""

import pytest

from benchruns.run_plan import plan_of
from benchruns.workloads import WORKLOADS

WORKLOAD = WORKLOADS["oltp_read_write"]
PARAMETERS = WORKLOAD.clean({"tables": 10, "table_size": 100_000, "threads": 10})


def plan_on(**server):
    return plan_of(WORKLOAD, PARAMETERS, family="mysql", server=server)


@pytest.mark.parametrize(
    ("buffer_bytes", "regime"),
    [(None, None), (10**9, "cached"), (240 * 10**6, "mixed"), (10**8, "disk_io")],
)
def test_the_size_of_the_data_foretells_the_regime(buffer_bytes, regime):
    assert plan_on(buffer_bytes=buffer_bytes).expected_regime == regime


@pytest.mark.parametrize(
    ("server", "is_too_few"),
    [
        ({}, False),
        ({"max_connections": 11}, False),
        ({"max_connections": 10}, True),
        ({"max_connections": 13, "reserved_connections": 3}, True),
        ({"max_connections": 14, "reserved_connections": 3}, False),
    ],
    ids=str,
)
def test_the_threads_and_the_probe_need_connections(server, is_too_few):
    assert plan_on(**server).has_too_few_connections == is_too_few
