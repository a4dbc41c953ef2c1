"""How the load of a run is dealt to its generators."""

import pytest

from benchruns.runs.parts.shares import most_generators, shares
from benchruns.workloads import WORKLOADS


@pytest.mark.parametrize(
    ("name", "load", "given", "generators", "dealt"),
    [
        ("oltp_read_only", "threads", 10, 3, [4, 3, 3]),
        ("pgbench_read_only", "clients", 8, 2, [4, 4]),
        ("tpcc", "virtual_users", 5, 1, [5]),
    ],
)
def test_threads_are_dealt_and_none_is_lost(name, load, given, generators, dealt):
    workload = WORKLOADS[name]
    parameters = workload.clean({load: given})

    found = shares(workload, parameters, generators=generators)

    assert [each[load] for each in found] == dealt
    assert all({**each, load: given} == parameters for each in found)


def test_a_rate_is_dealt_with_the_threads():
    workload = WORKLOADS["oltp_read_only"]
    parameters = workload.clean({"threads": 4, "rate": 101})

    found = shares(workload, parameters, generators=2)

    assert [each["rate"] for each in found] == [51, 50]


def test_each_generator_has_a_thread_and_something_to_offer():
    workload = WORKLOADS["oltp_read_only"]

    assert most_generators(workload, workload.clean({"threads": 4})) == 4
    assert most_generators(workload, workload.clean({"threads": 4, "rate": 3})) == 3
