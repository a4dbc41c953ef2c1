"""Figures of a server's machine are right, or not told."""

import pytest

from tests.workers.evidence.metrics_address import answering
from workers.connecting.bounded_http import place_of
from workers.evidence import exporter
from workers.evidence.watched_machine import state_of

HERE = ("127.0.0.0/8",)


def counted(before: bytes, after: bytes = b"") -> dict[str, float]:
    """Of two readings with a second between them."""
    readings = [
        exporter.read(text, at=at)
        for text, at in ((before, 1.0), (after or before, 2.0))
    ]
    return exporter.between(*readings)


@pytest.mark.parametrize("number", ["NaN", "+Inf", "-Inf", "-5", "101.1", "9" * 400])
def test_a_share_that_is_none_is_not_told(number):
    text = f"rdsosmetrics_cpuUtilization_total {number}\n".encode()

    assert counted(text) == {}
    assert exporter.read(text, at=1.0).state == "nothing_known"


@pytest.mark.parametrize("number", ["NaN", "+Inf", "-Inf", "-5e9", "9" * 400])
@pytest.mark.parametrize("name", ["MemTotal", "MemAvailable"])
def test_memory_that_is_none_leaves_the_rest(name, number):
    other = "MemTotal" if name == "MemAvailable" else "MemAvailable"
    text = (
        "rdsosmetrics_cpuUtilization_total 61.5\n"
        f"node_memory_{name}_bytes {number}\nnode_memory_{other}_bytes 1e9\n"
    )

    assert counted(text.encode()) == {"server_cpu_percent": 61.5}


def test_more_free_memory_than_there_is_is_no_share():
    text = b"node_memory_MemTotal_bytes 1000\nnode_memory_MemAvailable_bytes 6000\n"

    assert counted(text) == {}


def test_figures_too_large_to_be_added_are_not_told():
    text = "".join(f'node_disk_read_bytes_total{{device="sd{c}"}} %s\n' for c in "ab")

    assert counted((text % (0, 0)).encode(), (text % (1e308, 1e308)).encode()) == {}


def test_a_disk_without_a_number_makes_the_sum_unknown():
    text = b"""node_disk_read_bytes_total{device="sda"} %d
node_disk_read_bytes_total{device="sdb"} NaN
node_disk_written_bytes_total{device="sda"} %d
"""

    assert counted(text % (0, 0), text % (5, 7)) == {
        "server_disk_written_bytes_per_s": 7
    }


def test_the_exporters_own_process_is_not_the_machine():
    text = b"process_cpu_seconds_total 5\nprocess_resident_memory_bytes 6\n"

    assert exporter.read(text, at=1.0).state == "nothing_known"


def test_a_line_without_its_end_is_not_told():
    """Sent without a length, a text may be cut anywhere."""
    text = b"node_memory_MemTotal_bytes 8e9\nnode_memory_MemAvailable_bytes 60"

    assert counted(text) == {}


# Several of one ------------------------------------------------------------------------

OF_TWO = [
    b"""aws_rds_cpuutilization_average{dbinstance_identifier="a"} 70
aws_rds_cpuutilization_average{dbinstance_identifier="b"} 80
""",
    b"""node_memory_MemTotal_bytes{instance="a:9100"} 8e9
node_memory_MemAvailable_bytes{instance="a:9100"} 4e9
node_memory_MemTotal_bytes{instance="b:9100"} 8e9
node_memory_MemAvailable_bytes{instance="b:9100"} 2e9
""",
    b"""node_cpu_seconds_total{cpu="0",mode="idle",instance="a"} 7
node_cpu_seconds_total{cpu="1",mode="idle",instance="b"} 7
""",
    b"""rdsosmetrics_cpuUtilization_total{instance="a"} 70
node_memory_MemTotal_bytes{instance="b"} 8e9
""",
    b"rdsosmetrics_cpuUtilization_total 70\nrdsosmetrics_cpuUtilization_total 80\n",
]


@pytest.mark.parametrize("text", OF_TWO)
def test_several_machines_are_not_added_up(text):
    assert counted(text) == {}
    with answering(text) as url:
        assert state_of(place_of(url, allowed=HERE)) == "several_machines"


def test_two_names_of_one_share_are_not_added_up():
    text = b"""rdsosmetrics_cpuUtilization_total{instance="a"} 70
aws_rds_cpuutilization_average{dbinstance_identifier="a"} 71
"""

    assert counted(text) == {"server_cpu_percent": 70}


@pytest.mark.parametrize(
    "name", ["mysql_up", 'pg_stat_database_blks_read{datname="a"}']
)
def test_an_exporter_of_a_database_is_told_from_one_of_a_machine(name):
    with answering(f"process_cpu_seconds_total 5\n{name} 1\n".encode()) as url:
        assert state_of(place_of(url, allowed=HERE)) == "database_only"


def test_a_disk_that_appears_has_read_nothing_in_that_second():
    line = 'node_disk_read_bytes_total{device="%s"} %d\n'
    before = line % ("sda", 1_000)
    after = line % ("sda", 2_000) + line % ("sdb", 9_000_000_000_000)

    assert counted(before.encode(), after.encode()) == {
        "server_disk_read_bytes_per_s": 1_000
    }
    assert counted(after.encode(), (line % ("sda", 3_000)).encode()) == {
        "server_disk_read_bytes_per_s": 1_000
    }


def test_a_cpu_that_appears_was_not_busy_before():
    line = 'node_cpu_seconds_total{cpu="%d",mode="%s"} %f\n'
    before = line % (0, "idle", 100) + line % (0, "user", 50)
    after = (
        line % (0, "idle", 100.75)
        + line % (0, "user", 50.25)
        + line % (1, "idle", 10)
        + line % (1, "user", 90_000)
    )

    assert counted(before.encode(), after.encode()) == {"server_cpu_percent": 25}
    assert counted(after.encode(), before.encode()) == {}  # it counts anew


def test_what_cannot_be_read_is_told_from_no_answer():
    with answering(b"node_cpu_seconds_total 5\n" * 80_000) as url:
        assert state_of(place_of(url, allowed=HERE)) == "unreadable"
