"""Which load a report's statements are, and which figures their times bear out."""

import re

import pytest

from benchruns.parsers.pgbench.report import read
from benchruns.sentences.catalogue import worded
from benchruns.workloads import WORKLOADS
from tests.benchruns.parsers.pgbench.texts import READ_WRITE, codes, sample


@pytest.mark.parametrize(
    ("name", "workload", "finding"),
    [
        ("15-read-write.txt", "pgbench_read_write", None),
        ("9.5-rate-limit.txt", "pgbench_read_only", None),
        ("14-other-server.txt", None, "workload_unknown"),
        ("15-retries.txt", None, "workload_unknown"),
        ("15-several-scripts.txt", None, "workload_unknown"),
        ("15-tpcb.txt", "pgbench_tpcb", None),
        ("15-simple-update.txt", "pgbench_simple_update", None),
        ("15-select-only.txt", None, "workload_unknown"),
    ],
)
def test_the_workload_is_told_by_statements(name, workload, finding):
    report = read(sample(name))

    assert report.workload == workload
    assert workload is None or workload in WORKLOADS
    told = [code for code in codes(report) if code.startswith("workload_")]
    assert told == ([finding] if finding else [])


def test_the_name_of_a_script_tells_neither_workload_nor_statements():
    report = read(sample("14-other-server.txt"))

    (finding,) = (each for each in report.findings if each.code == "workload_unknown")
    assert finding.values == {"reason": "name_alone", "script": "rw.sql"}
    assert "“rw.sql”; what it sends is not listed" in worded(finding).message
    assert report.figures.qps is None
    assert all(each.qps is None for each in report.samples)


def test_a_long_command_of_joined_statements_is_listed_to_its_end():
    joined = " ; ".join(["BEGIN", *["SELECT 'some text; of some length'"] * 9, "END;"])
    text = sample("15-compound.txt")

    listed = re.sub(r"BEGIN ; .*", joined, text)

    assert read(listed).figures.reads == 9 * 18506
    assert read(listed).figures.other == 2 * 18506


def test_the_papers_statements_joined_to_one_command_are_another_load():
    lines = [line.split("  ", 2)[-1] for line in READ_WRITE.splitlines()]
    joined = " ".join(line.strip() for line in lines if line.strip().endswith(";"))
    text = sample("15-compound.txt")

    report = read(re.sub(r"BEGIN ; .*", lambda _found: joined, text))

    assert report.workload is None


def test_a_built_in_script_is_named_with_what_to_run_instead():
    (finding,) = (
        each
        for each in read(sample("15-select-only.txt")).findings
        if each.code == "workload_unknown"
    )

    assert "select only" in worded(finding).message
    assert "ro.sql" in worded(finding).remedy


def test_a_file_with_the_name_of_a_built_in_script_is_told_by_its_statements():
    named = READ_WRITE.replace(
        "transaction type: rw.sql", "transaction type: <builtin: TPC-B (sort of)>"
    )

    assert named != READ_WRITE
    assert read(named).workload == "pgbench_read_write"


def test_accounts_that_are_drawn_evenly_are_not_the_papers_load():
    text = READ_WRITE.replace("random_gaussian(1, :range, 10.0)", "random(1, :range)")

    report = read(text)

    assert report.workload is None
    assert report.figures.qps is not None
    assert report.findings[0].values == {"reason": "drawn_evenly"}


def test_a_script_of_the_papers_name_that_sends_something_else_is_not_theirs():
    report = read(READ_WRITE.replace("UPDATE pgbench_tellers SET", "UPDATE mine SET"))

    assert report.workload is None


@pytest.mark.parametrize(
    ("name", "variant", "finding"),
    [
        ("15-rate.txt", "rate_limited", "rate_limited"),
        ("15-connect-each-time.txt", "", "connects_each_time"),
        ("15-select-only.txt", "", "statements_as_text"),
        ("18-by-count.txt", "", "latency_with_failures"),
    ],
)
def test_a_load_that_differs_is_told(name, variant, finding):
    report = read(sample(name))

    assert report.variant == variant
    assert finding in codes(report)


def test_clients_that_were_broken_off_show_in_the_times_of_the_statements():
    (finding,) = (
        each
        for each in read(sample("15-clients-killed-stdout-alone.txt")).findings
        if each.code == "clients_idle"
    )

    assert finding.severity == "caution"
    assert finding.values["at_work"] == pytest.approx(4 * 0.033 / 0.079)
    assert "1.7 of 4 clients were at work" in worded(finding).message


@pytest.mark.parametrize(
    ("latency", "found"),
    [
        ("1.480", []),
        ("1.600", []),
        ("1.800", ["note"]),
        ("4.508", ["caution"]),
        ("1.300", ["caution"]),
    ],
)
def test_a_latency_that_its_statements_do_not_make_is_told(latency, found):
    """Those of the text take 1.490 ms."""
    text = READ_WRITE.replace("latency average = 1.491", f"latency average = {latency}")
    text = text.replace("latency stddev = 1.534 ms\n", "")

    told = [
        each.severity
        for each in read(text).findings
        if each.code in ("clients_idle", "contradicts_itself")
    ]

    assert told == found


def test_failures_leave_the_clients_at_work_unknown():
    text = READ_WRITE.replace("latency average = 1.491", "latency average = 4.508")

    failed = text.replace(
        "failed transactions: 0 (0.000%)", "failed transactions: 9 (0.1%)"
    )

    assert "clients_idle" in codes(read(text))
    assert "clients_idle" not in codes(read(failed))


def test_the_scale_of_a_script_of_ones_own_is_unknown_unless_it_was_given():
    assert "scale" not in read(READ_WRITE).stated
    scaled = READ_WRITE.replace("scaling factor: 1", "scaling factor: 300")
    assert read(scaled).stated["scale"] == 300


def test_commands_that_may_read_or_write_leave_qps_unknown():
    for command in ("CALL pay(:aid);", "WITH moved AS (SELECT 1) SELECT 1;"):
        text = sample("15-retries.txt").replace("BEGIN;", command, 1)
        text = text.replace("END;", command)

        assert read(text).figures.qps is None


def own_script(*latencies: float, more: str = "", last: str = "DELETE FROM t;") -> str:
    """A run of three statements that takes 10 ms a transaction, as ``-r`` lists it."""
    texts = ("SELECT 1;", "UPDATE t SET a = 1;", last)
    rows = zip(latencies, texts, strict=False)
    listed = "".join(f" {ms:.3f} 0 {text}\n" for ms, text in rows)
    return (
        "transaction type: own.sql\n"
        "number of clients: 4\n"
        "number of transactions actually processed: 4000\n"
        f"latency average = 10.000 ms\n{more}"
        "tps = 400.000000 (without initial connection time)\n"
        f"statement latencies in milliseconds and failures:\n{listed}"
    )


SPREAD = "latency stddev = 1.000 ms\n"
LAG = "rate limit schedule lag: avg 4.000 (max 9.000) ms\n"
FAILED = "number of failed transactions: 9 (0.220%)\n"


@pytest.mark.parametrize(
    ("text", "qps"),
    [
        (own_script(2, 3, 4.95, more=SPREAD), 1200),
        (own_script(2, 3, more=SPREAD), None),  # the list is cut
        (own_script(2, 3, 4.8, more=SPREAD), None),
        (own_script(2, 3, 4.8), 1200),  # without -P the mean is that of the run's time
        (own_script(2, 3, 4.4), None),
        (own_script(1, 2, 3, more=LAG + SPREAD), 1200),  # latency contains the lag
        (own_script(1, 2, 3, more="average connection time = 4.000 ms\n"), 1200),
        (own_script(2, 3, 9, more=SPREAD), None),  # branches: not all ran each time
        (own_script(1, 2, 3, more=FAILED, last="COMMIT;"), 800),
        (own_script(1, 2, 3, more=FAILED), None),
    ],
)
def test_qps_of_an_own_script_are_known_where_its_statements_add_up(text, qps):
    report = read(text)

    assert report.figures.qps == qps
    codes = {finding.code for finding in report.findings}
    assert ("statements_do_not_add_up" in codes) is (qps is None)


def test_statements_that_do_not_add_up_are_told_in_numbers():
    (finding,) = [
        each
        for each in read(own_script(2, 3)).findings
        if each.code == "statements_do_not_add_up"
    ]

    assert finding.values == {"listed_ms": 5, "latency_avg_ms": 10}
    assert "5.000 ms, a transaction 10.000 ms" in worded(finding).message
