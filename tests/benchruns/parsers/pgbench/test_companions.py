"""Joining pgbench's logs and progress lines to its report, and refusing others."""

import tracemalloc
from contextlib import suppress
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.parsers.errors import ReportError
from benchruns.parsers.pgbench.companions import merged
from benchruns.parsers.pgbench.report import read
from benchruns.parsers.tool_report import Kind, ToolReport
from tests.benchruns.report_cases.case import SAMPLES
from tests.benchruns.report_cases.pgbench import CASES


def text(name: str) -> str:
    return (SAMPLES / "pgbench" / name).read_text()


def of(name: str) -> ToolReport:
    return read(text(name))


THREADS = ("15-log-threads.log", "15-log-threads.log.1")
# 12-transactions.log, whose seven lines span four seconds
SEVEN = """\
transaction type: ./ro.sql
scaling factor: 1
query mode: prepared
number of clients: 2
number of threads: 1
duration: 3 s
number of transactions actually processed: 7
latency average = 5.409 ms
tps = 2.333333 (including connections establishing)
tps = 2.333333 (excluding connections establishing)
"""


def test_the_logs_of_all_threads_give_percentiles_and_the_longest_time():
    report = merged(of("15-log-threads.txt"), [of(name) for name in THREADS])

    figures = report.figures
    assert (figures.latency_p50_ms, figures.latency_p95_ms) == (0.772, 1.3)
    assert (figures.latency_p999_ms, figures.latency_max_ms) == (3.232, 3.232)
    assert report.derived["latency_p95_ms"] == "pgbench log"
    assert sum(count for _value, count in report.histogram) == 190
    assert report.printed["log_transactions"] == 190
    assert figures.latency_avg_ms == 0.874


def test_logs_that_were_joined_to_one_file_say_the_same():
    report = of("15-log-threads.txt")

    apart = merged(report, [of(name) for name in THREADS])
    together = merged(report, [read("".join(map(text, THREADS)))])

    assert together.figures == apart.figures
    assert together.samples == apart.samples


def test_samples_of_a_log_are_whole_seconds_of_all_threads():
    (sample,) = merged(of("15-log-threads.txt"), [of(name) for name in THREADS]).samples

    lines = [line.split() for name in THREADS for line in text(name).splitlines()]
    within = [int(fields[2]) for fields in lines if fields[4] == "1795202117"]
    assert (sample.second, sample.tps, sample.qps) == (2, len(within), 5 * len(within))
    assert sample.latency_ms == pytest.approx(sum(within) / len(within) / 1000)
    assert (sample.threads, sample.errors_per_s) == (4, 0)


def test_failures_of_a_log_become_errors_of_its_seconds():
    samples = merged(of("15-log-failures.txt"), [of("15-log-failures.log")]).samples

    stalled = next(each for each in samples if each.second == 5)
    assert (stalled.tps, stalled.latency_ms, stalled.errors_per_s) == (0, None, 2)


def test_a_sampled_log_tells_what_so_many_times_can():
    report = merged(of("15-log-sampled.txt"), [of("15-log-sampled.log")])

    figures = report.figures
    assert (figures.latency_p50_ms, figures.latency_p90_ms) == (0.05, 0.096)
    assert (figures.latency_p99_ms, figures.latency_max_ms) == (None, None)
    assert report.derived["latency_p50_ms"] == "pgbench log, 0.202 % of transactions"
    assert report.histogram == ()
    assert report.samples[0].tps == pytest.approx(figures.tps, rel=0.3)


def test_a_sampled_log_must_hold_the_share_that_was_asked_for():
    report, log = of("15-log-sampled.txt"), of("15-log-sampled.log")

    assert merged(report, [log], sampling_rate=0.002).figures.latency_p50_ms == 0.05
    with pytest.raises(ReportError, match="not the share"):
        merged(report, [log], sampling_rate=0.01)
    with pytest.raises(ReportError, match="cut short"):
        merged(report, [log], sampling_rate=1)


def test_an_aggregate_log_gives_samples_and_no_extremes_of_a_part():
    """It lacks the interval in which the run ended."""
    logs = [of("15-aggregate.log"), of("15-aggregate.log.1")]

    report = merged(of("15-aggregate.txt"), logs)

    assert [(each.second, each.tps) for each in report.samples] == [
        (2, 1423 + 1428),
        (3, 1442 + 1402),
        (4, 1472 + 1440),
    ]
    assert report.figures.latency_max_ms is None
    assert report.figures.latency_p95_ms is None
    assert report.printed["aggregate_transactions"] == 11_153


def test_extremes_of_an_aggregate_log_of_the_whole_run_are_the_runs():
    whole = text("15-aggregate.txt").replace("processed: 11468", "processed: 11153")
    logs = [of("15-aggregate.log"), of("15-aggregate.log.1")]

    figures = merged(read(whole), logs).figures

    assert (figures.latency_min_ms, figures.latency_max_ms) == (0.383, 16.303)


@pytest.mark.parametrize(
    ("name", "progress", "tps", "each"),
    [
        # without a list of statements their number is not known
        ("15-rate-stdout-alone.txt", "15-progress-alone-rate.txt", [56, 49], None),
        (
            "15-stdout-alone.txt",
            "15-progress-alone-timestamp.txt",
            [2074.7, 2196.1, 2108.1],
            5,
        ),
    ],
)
def test_progress_lines_of_the_error_stream_become_the_samples(
    name, progress, tps, each
):
    report = merged(of(name), [of(progress)])

    assert [sample.tps for sample in report.samples] == tps
    qps = [None if each is None else each * rate for rate in tps]
    assert [sample.qps for sample in report.samples] == qps
    assert {each.threads for each in report.samples} == {2}


def test_what_the_report_says_itself_is_never_changed():
    whole = of("15-log-threads.txt")
    figures = replace(whole.figures, latency_p95_ms=9.0)
    told = replace(whole, figures=figures, samples=of("15-read-write.txt").samples)

    report = merged(told, [of(name) for name in THREADS])

    assert report.figures.latency_p95_ms == 9.0
    assert "latency_p95_ms" not in report.derived
    assert report.samples == told.samples


@pytest.mark.parametrize(
    ("name", "companions", "words"),
    [
        ("15-log-threads.txt", THREADS[:1], "every thread"),
        ("15-log-threads.txt", (*THREADS, THREADS[0]), "given twice"),
        ("15-read-write.txt", ("15-log-failures.log",), "of another run"),
        ("15-by-count.txt", ("15-log-retries.log",), "of another run"),
        ("15-aggregate.txt", ("15-aggregate.log",), "missing"),
        ("15-aggregate.txt", ("15-aggregate-rate.log",), "of another run"),
        ("15-rate-stdout-alone.txt", ("12-progress-alone.txt",), "of another run"),
        ("15-stdout-alone.txt", ("15-progress-alone-rate.txt",), "of another run"),
        (
            "15-stdout-alone.txt",
            ("15-progress-alone-rate.txt", "15-progress-alone-timestamp.txt"),
            "several files",
        ),
        ("15-tpcb.txt", ("15-read-write.txt",), "cannot be joined"),
        ("15-aggregate.log", (), "Only a report"),
    ],
)
def test_files_that_are_not_of_the_run_are_refused_with_words(name, companions, words):
    files = [of(each) for each in companions]

    with pytest.raises(ReportError, match=words):
        merged(of(name), files)


def test_a_log_that_was_cut_short_is_refused():
    log = text("15-log-failures.log").splitlines(keepends=True)

    with pytest.raises(ReportError, match="cut short"):
        merged(of("15-log-failures.txt"), [read("".join(log[:-1]))])
    with pytest.raises(ReportError, match=r"span .* cut short"):
        merged(of("15-log-failures.txt"), [read("".join(log[:40]))])


def test_a_log_of_other_failures_is_of_another_run():
    log = text("15-log-failures.log").replace(" failed ", " skipped ", 1)

    with pytest.raises(ReportError, match="failed"):
        merged(of("15-log-failures.txt"), [read(log)])


def test_a_log_of_days_is_not_of_a_run_of_seconds():
    log = text("12-transactions.log").replace("1586167503 1422", "1586267503 1422")

    assert merged(read(SEVEN), [of("12-transactions.log")]).figures.latency_max_ms
    assert read(log).samples == ()
    with pytest.raises(ReportError, match="several runs"):
        merged(read(SEVEN), [read(log)])


FILES = [read(case.text) for case in CASES if not case.refused]
REPORTS = [each for each in FILES if each.kind == Kind.REPORT]
COMPANIONS = [each for each in FILES if each.kind == Kind.COMPANION]


@given(
    st.sampled_from(REPORTS),
    st.lists(st.sampled_from(COMPANIONS), max_size=4),
    st.none() | st.floats(0.001, 1),
)
def test_only_report_errors_leave_the_joining(report, companions, rate):
    with suppress(ReportError):
        merged(report, companions, sampling_rate=rate)


def test_no_two_files_of_one_kind_of_other_runs_are_joined():
    """Of the captured logs each belongs to one report."""
    logs = ("15-log-retries.log", "15-log-failures.log", *THREADS)
    for pair in combinations(logs, 2):
        if pair != THREADS:
            with pytest.raises(ReportError):
                merged(of("15-log-threads.txt"), [of(name) for name in pair])


def memory_to_read(lines: int) -> int:
    """The most bytes that reading a log of so many lines takes besides its text."""
    long = "".join(
        f"{n % 8} {n} {1000 + n % 300} 0 {1795159641 + n % 60} {n % 500}\n"
        for n in range(lines)
    )
    tracemalloc.start()
    assert read(long).printed["transactions"] == lines
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


def test_memory_does_not_grow_with_the_lines_of_a_log():
    memory_to_read(1_000)  # what is loaded once

    assert memory_to_read(12_000) < 1.2 * memory_to_read(3_000)


TEN_SECONDS = """\
transaction type: ./ro.sql
number of clients: 4
number of threads: 2
duration: 10 s
number of transactions actually processed: 4000
latency average = 10.000 ms
tps = 400.000000 (without initial connection time)
"""


def log_of(*clients: int, lines: int, until: int = 10) -> ToolReport:
    """The log of a thread of so many lines, evenly from the first second on."""
    return read(
        "".join(
            f"{clients[n % len(clients)]} {n} 5000 0 {1795159641 + n * until // lines} 0\n"
            for n in range(lines)
        )
    )


def test_a_log_of_one_thread_that_ends_early_is_no_sample_of_the_run():
    report = read(TEN_SECONDS)
    sampled = [log_of(0, 1, lines=1000), log_of(2, 3, lines=900)]
    cut = [log_of(0, 1, lines=2000), log_of(2, 3, lines=800, until=4)]

    assert merged(report, sampled).figures.latency_p95_ms == 5
    with pytest.raises(ReportError, match=r"one thread spans 4 s, .* cut short"):
        merged(report, cut)


def test_threads_that_ran_out_of_transactions_are_whole():
    """With -t one thread may be done long before the others, and none of it is missing."""
    logs = [log_of(0, 1, lines=2000), log_of(2, 3, lines=2000, until=6)]

    assert merged(read(TEN_SECONDS), logs).figures.latency_max_ms == 5
