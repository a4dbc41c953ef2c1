"""A server's machine, told by a real exporter and by texts of others."""

import json
import shutil
import subprocess

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from benchruns.models import Check
from local import ports
from tests import waiting
from tests.targets import FULL, endpoint_of, queue
from tests.workers.evidence.metrics_address import answering
from workers import checker
from workers.connecting.bounded_http import NoAnswer, place_of
from workers.evidence import exporter
from workers.evidence.exporter import Machine
from workers.evidence.watched_machine import read, state_of
from workers.runs import executor

HERE = ("127.0.0.0/8",)
PROGRAM = "prometheus-node-exporter"
SERIES = st.tuples(
    st.sampled_from(
        exporter.CPU_SECONDS + exporter.CPU_PERCENT + exporter.MEMORY_TOTAL
    ),
    st.text() | st.floats().map(lambda value: f" {value}"),
).map(lambda parts: "".join(parts).encode("utf-8", "replace") + b"\n")


@pytest.fixture(scope="module")
def metrics_url():
    """Where node_exporter tells of this machine."""
    program = shutil.which(PROGRAM)
    if program is None:
        pytest.skip(f"{PROGRAM} is not installed")
    place = f"127.0.0.1:{ports.choose()}"
    url = f"http://{place}/metrics"
    exporting = subprocess.Popen(
        [program, f"--web.listen-address={place}"], stderr=subprocess.DEVNULL
    )
    try:
        waiting.until(
            lambda: state_of(place_of(url, allowed=HERE)) == "ok", what="an exporter"
        )
        yield url
    finally:
        exporting.terminate()
        exporting.wait()


def test_a_real_exporter_tells_processor_memory_and_disks(metrics_url):
    before = read(place_of(metrics_url, allowed=HERE))
    after = read(place_of(metrics_url, allowed=HERE))

    assert before.memory_bytes > before.free_memory_bytes > 0
    assert before.cpus.keys() == after.cpus.keys() != set()
    assert all(seconds["idle"] > 0 for seconds in before.cpus.values())
    assert 0 < exporter.between(before, after)["server_memory_percent"] < 100


@pytest.mark.engine
@pytest.mark.django_db(transaction=True)
def test_a_run_has_the_machine_beside_its_samples(metrics_url, mariadb_target):
    endpoint = endpoint_of(mariadb_target, metrics_url=metrics_url)
    run = queue(endpoint, duration_seconds=5, threads=4, **FULL)

    executor.execute(run.id)

    run.refresh_from_db()
    assert run.state == "succeeded", run.failure_detail
    counted = run.counters.last().values
    assert 0 < counted["server_cpu_percent"] <= 100
    assert 0 < counted["server_memory_percent"] < 100
    watched = run.attempts.get().evidence["bottleneck"]["evidence"]
    assert 0 < watched["other_cpu"] <= 1


@pytest.mark.cases_in_turn
@pytest.mark.engine
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("url", "state"),
    [
        (None, "ok"),
        ("http://127.0.0.1:1/metrics", "no_answer"),
        ("http://169.254.169.254/metrics", "address_not_allowed"),
        ("http://no-such-host.invalid/metrics", "unknown_host"),
    ],
)
def test_a_check_says_what_the_address_told(metrics_url, mariadb_target, url, state):
    endpoint = endpoint_of(mariadb_target, metrics_url=url or metrics_url)
    check = Check.objects.create(endpoint=endpoint)

    checker.perform(check.pk)

    check.refresh_from_db()
    assert check.ok, check.code
    assert check.server["metrics"] == state


def test_shares_are_of_the_time_between_two_readings():
    before = Machine(
        at=10.0,
        cpus={"0": {"user": 20.0, "idle": 80.0}},
        memory_bytes=8e9,
        free_memory_bytes=6e9,
        read_bytes={"sda": 1e6},
        written_bytes={"sda": 5e6},
        busy_seconds={"sda": 1.0, "sdb": 2.0},
    )
    after = Machine(
        at=12.0,
        cpus={"0": {"user": 23.0, "idle": 81.0}},
        memory_bytes=8e9,
        free_memory_bytes=2e9,
        read_bytes={"sda": 3e6},
        written_bytes={"sda": 1e6},  # it counts anew
        busy_seconds={"sda": 1.5, "sdb": 3.8, "sdc": 9.0},
    )

    assert exporter.between(before, after) == {
        "server_cpu_percent": 75.0,
        "server_memory_percent": 75.0,
        "server_disk_read_bytes_per_s": 1e6,
        "server_disk_busy_percent": 90.0,
    }


def test_a_clouds_exporter_tells_per_cent():
    text = b'rdsosmetrics_cpuUtilization_total{instance="db-1"} 61.5\n'
    readings = [exporter.read(text, at=at) for at in (1.0, 2.0)]

    assert exporter.between(*readings) == {"server_cpu_percent": 61.5}


def test_partitions_and_mapped_devices_are_not_counted_again():
    text = "".join(
        f'node_disk_read_bytes_total{{device="{device}"}} 1000\n'
        for device in ("sda", "sda1", "nvme0n1", "nvme0n1p2", "dm-0", "loop3", "md0")
    )

    assert exporter.read(text.encode(), at=1.0).read_bytes == {
        "sda": 1000,
        "nvme0n1": 1000,
    }


@given(st.binary() | SERIES)
@example(b'node_cpu_seconds_total{ ="x"} 1\n')
@example(b"node_memory_MemTotal_bytes " + b"9" * 1000 + b"\n")
@example(b"node_memory_MemTotal_bytes 1 " + b"9" * 900 + b"\n")
def test_no_text_harms_it(text):
    try:
        found = exporter.read(text, at=1.0)
    except ValueError:
        return
    counters = exporter.between(found, exporter.read(text, at=2.0))
    json.dumps(counters, allow_nan=False)


def test_what_is_no_metric_is_nothing_known():
    with pytest.raises(NoAnswer):
        read(place_of("http://127.0.0.1:1/", allowed=HERE))
    assert exporter.read(b"<html></html>", at=1.0).state == "nothing_known"


@pytest.mark.long
@pytest.mark.cases_in_turn
@pytest.mark.engine
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("body", "state", "counters"),
    [
        (b"<html><h1>Log in</h1></html>", "silent", {}),
        (b"rdsosmetrics_cpuUtilization_total NaN\n", "silent", {}),
        (
            b"rdsosmetrics_cpuUtilization_total 61.5\nnode_memory_MemTotal_bytes +Inf\n"
            b"node_memory_MemAvailable_bytes 1\n",
            "ok",
            {"server_cpu_percent": 61.5},
        ),
    ],
    ids=["login page", "no number", "one number"],
)
def test_a_run_succeeds_whatever_its_metrics_address_told(
    mariadb_target, body, state, counters
):
    with answering(body) as url:
        endpoint = endpoint_of(mariadb_target, metrics_url=url)
        run = queue(endpoint, duration_seconds=3, threads=2, **FULL)
        executor.execute(run.id)

    run.refresh_from_db()
    assert run.state == "succeeded", run.failure_detail
    assert run.attempts.get().evidence["metrics"] == state
    values = run.counters.last().values
    assert counters.items() <= values.items()
    assert "server_memory_percent" not in values
