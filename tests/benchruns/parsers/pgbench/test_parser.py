"""pgbench's reports, as captured and as its older versions print them; hostile text."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.figures.metrics import Figures
from benchruns.parsers.errors import AbortedError, NoEventsError, ReportError
from benchruns.parsers.pgbench.output import parse, version_in
from benchruns.parsers.pgbench.progress import (
    ProgressLine,
    ProgressReader,
    parse_progress,
    progress_lines,
)
from benchruns.workloads.pgbench_scripts import SCRIPTS, Statements
from tests.samples import SAMPLES

PGBENCH = SAMPLES / "pgbench"


def sample(name: str) -> str:
    """A whole output of pgbench 15.18 (Debian 12) on PostgreSQL 15, both streams."""
    return (PGBENCH / f"15-{name}.txt").read_text()


READ_WRITE = sample("read-write")

# The differing lines as each version's sources print them.
STYLE_9_5 = """\
transaction type: Custom query
scaling factor: 1
query mode: prepared
number of clients: 8
number of threads: 8
duration: 120 s
number of transactions actually processed: 24000
latency average: 4.100 ms
latency stddev: 1.250 ms
tps = 199.000000 (including connections establishing)
tps = 200.000000 (excluding connections establishing)
statement latencies in milliseconds:
\t0.002000\t\\setrandom aid 1 :range gaussian 10.0
\t4.000000\tSELECT abalance FROM pgbench_accounts WHERE aid = :aid;
"""
STYLE_11 = """\
transaction type: ./ro.sql
scaling factor: 1
query mode: prepared
number of clients: 8
number of threads: 8
duration: 120 s
number of transactions actually processed: 24000
latency average = 4.100 ms
latency stddev = 1.250 ms
tps = 199.000000 (including connections establishing)
tps = 200.000000 (excluding connections establishing)
statement latencies in milliseconds:
         0.002  \\set aid random_gaussian(1, :range, 10.0)
         4.000  SELECT abalance FROM pgbench_accounts WHERE aid = :aid;
"""
STYLE_14 = """\
pgbench (14.11, server 13.2)
transaction type: ./ro.sql
scaling factor: 1
query mode: prepared
number of clients: 8
number of threads: 8
duration: 120 s
number of transactions actually processed: 24000
latency average = 4.100 ms
latency stddev = 1.250 ms
initial connection time = 12.500 ms
tps = 200.000000 (without initial connection time)
script statistics:
 - statement latencies in milliseconds:
         0.002  \\set aid random_gaussian(1, :range, 10.0)
         4.000  SELECT abalance FROM pgbench_accounts WHERE aid = :aid;
"""
EACH_TIME_ANEW = STYLE_14.replace(
    "initial connection time = 12.500 ms\n", "average connection time = 3.2 ms\n"
).replace("without initial connection time", "including reconnection times")


def test_a_read_write_report_counts_the_statements_of_its_script():
    report = parse(READ_WRITE)

    assert report.tool_version == "15.18"
    assert (report.script, report.clients, report.jobs) == ("rw.sql", 4, 4)
    assert report.statements == Statements(reads=1, writes=4, other=2)
    seconds = 7923 / 2656.552343
    assert report.figures == Figures(
        tps=2656.552343,
        qps=2656.552343 * 5,
        transactions=7923,
        queries=7923 * 5,
        reads=7923,
        writes=7923 * 4,
        other=7923 * 2,
        reads_per_s=2656.552343,
        writes_per_s=2656.552343 * 4,
        other_per_s=2656.552343 * 2,
        errors_per_s=0,
        duration_s=seconds,
        latency_avg_ms=1.491,
    )
    assert report.latency_stddev_ms == 1.534
    assert report.connection_ms == 27.534
    assert len(list(progress_lines(READ_WRITE))) == 3
    commit = report.statement_latencies[-1]
    assert (commit.text, commit.latency_ms, commit.failures) == ("END;", 0.601, 0)


def test_a_read_only_report_has_one_statement_a_transaction():
    figures = parse(sample("read-only")).figures

    assert figures.qps == figures.reads_per_s == figures.tps == 58044.798987
    assert (figures.writes_per_s, figures.other_per_s) == (0, 0)


@pytest.mark.parametrize(
    ("text", "version"),
    [
        (STYLE_9_5, None),
        (STYLE_11, None),
        (STYLE_14, "14.11"),
        (EACH_TIME_ANEW, "14.11"),
    ],
    ids=["9.5", "11", "14", "14 with -C"],
)
def test_older_styles_say_the_same(text, version):
    report = parse(text)

    assert report.tool_version == version
    figures = report.figures
    assert (figures.tps, figures.qps, figures.transactions) == (200, 200, 24_000)
    assert figures.duration_s == 120
    assert (figures.latency_avg_ms, report.latency_stddev_ms) == (4.1, 1.25)
    assert figures.errors_per_s is None
    assert report.statements == Statements(reads=1, writes=0, other=0)


def test_failures_and_retries_are_read_where_they_are_printed():
    report = parse(sample("retries"))

    assert report.failed == 13
    assert report.figures.errors_per_s == pytest.approx(13 / report.figures.duration_s)
    assert [each.failures for each in report.statement_latencies] == [0, 0, 0, 1, 12, 0]
    assert report.statements == Statements(reads=0, writes=2, other=2)


def test_the_time_is_that_of_the_rate_where_the_run_took_longer_than_asked():
    report = parse(sample("several-scripts"))

    assert report.figures.duration_s == pytest.approx(2.028, abs=0.001)


def test_statements_of_several_scripts_do_not_add_up():
    report = parse(sample("several-scripts"))

    assert report.statements is None
    assert (report.figures.qps, report.figures.reads) == (None, None)


def test_a_fixed_rate_states_its_lag():
    report = parse(sample("rate"))

    assert (report.lag_avg_ms, report.lag_max_ms) == (0.247, 3.862)
    lines = progress_lines(sample("rate"))
    assert [line.lag_ms for line in lines] == [0.254, 0.217]


def test_transactions_that_were_too_late_to_begin_are_skipped():
    report = parse(sample("latency-limit"))

    assert report.skipped > 100_000
    assert next(progress_lines(sample("latency-limit"))).skipped > 100_000
    assert report.statements is None


def test_a_count_in_place_of_a_time_is_read():
    assert parse(sample("by-count")).figures.transactions == 50


@pytest.mark.parametrize("name", ["aborted", "no-tables"])
def test_a_run_that_was_broken_off_is_no_report_however_plausible(name):
    with pytest.raises(AbortedError) as caught:
        parse(sample(name))

    assert "client" in caught.value.line


def test_the_last_line_alone_tells_that_a_run_was_broken_off():
    last = "pgbench: error: Run was aborted; the above results are incomplete.\n"

    with pytest.raises(AbortedError):
        parse(READ_WRITE + last)


def test_no_transaction_is_no_report():
    text = READ_WRITE.replace("processed: 7923", "processed: 0").replace(
        "0 (0.000%)", "0 (NaN%)"
    )

    with pytest.raises(NoEventsError):
        parse(text)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("tps = 2656.552343", "tps = NaN"),
        ("tps = 2656.552343", "tps = 0.000000"),
        ("tps = 2656.552343", "tps = -1.0"),
        ("processed: 7923", "processed: many"),
        ("number of transactions actually", "transactions"),
        ("latency average = 1.491 ms", "latency average = nan ms"),
        ("transaction type:", "type:"),
    ],
)
def test_a_line_that_is_missing_or_cannot_be_read_is_an_error(old, new):
    with pytest.raises(ReportError):
        parse(READ_WRITE.replace(old, new))


def test_two_reports_are_an_error():
    with pytest.raises(ReportError):
        parse(READ_WRITE + READ_WRITE)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("pgbench (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)", "15.18"),
        ("pgbench (15.18 (Debian 15.18-0+deb12u1))", "15.18"),
        ("starting vacuum...end.", None),
        ("pgbench (19devel)", "19devel"),
        ("pgbench (16.2, server 12.3)", "16.2"),
    ],
)
def test_the_version_stands_in_the_first_line(line, expected):
    assert version_in(line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "progress: 1.0 s, 3618.8 tps, lat 1.077 ms stddev 0.323, 0 failed",
            {
                "seconds": 1,
                "tps": 3618.8,
                "latency_ms": 1.077,
                "stddev_ms": 0.323,
                "failed": 0,
            },
        ),
        (
            "progress: 2.0 s, 99.5 tps, lat 1.1 ms stddev 0.3",
            {"seconds": 2, "tps": 99.5, "latency_ms": 1.1, "stddev_ms": 0.3},
        ),
        (
            "progress: 3.0 s, 9.5 tps, lat 1.1 ms stddev 0.3, lag 0.098 ms",
            {
                "seconds": 3,
                "tps": 9.5,
                "latency_ms": 1.1,
                "stddev_ms": 0.3,
                "lag_ms": 0.098,
            },
        ),
        (
            "progress: 1.0 s, 10.0 tps, lat 1.126 ms stddev 0.164, 4 failed, "
            "lag 0.995 ms, 169217 skipped, 3 retried, 7 retries",
            {
                "seconds": 1,
                "tps": 10,
                "latency_ms": 1.126,
                "stddev_ms": 0.164,
                "failed": 4,
                "lag_ms": 0.995,
                "skipped": 169_217,
                "retried": 3,
                "retries": 7,
            },
        ),
        (
            "progress: 5.0 s, 0.0 tps, lat -nan ms stddev -nan, lag 0.000 ms",
            {"seconds": 5, "tps": 0},
        ),
        ("progress: 5.0 s, 0.0 tps, lat 0.000 ms stddev 0.000", {"seconds": 5}),
        ("progress: soon", None),
        ("creating tables...", None),
    ],
)
def test_a_progress_line_is_read(line, expected):
    nothing = dict.fromkeys(ProgressLine._fields) | {"tps": 0}

    told = parse_progress(line)

    if expected is None:
        assert told is None
    else:
        assert told == ProgressLine(**(nothing | expected))


def reader() -> ProgressReader:
    statements = SCRIPTS["pgbench_read_write"].statements
    return ProgressReader(statements, clients=8)


def progress(seconds: float, *, tps: float = 100, failed: int = 0) -> str:
    return (
        f"progress: {seconds:.1f} s, {tps:.1f} tps, lat 1.5 ms stddev 0.1, "
        f"{failed} failed"
    )


def test_an_interval_counts_qps_as_the_papers_do():
    interval = reader().read(progress(1))

    assert (interval.second, interval.threads) == (1, 8)
    assert (interval.tps, interval.qps) == (100, 500)
    assert (interval.reads_per_s, interval.writes_per_s) == (100, 400)
    assert interval.other_per_s == 200
    assert (interval.latency_ms, interval.percentile) == (1.5, None)
    assert interval.errors_per_s == 0


def test_failures_of_a_late_line_are_spread_over_its_time():
    told = reader()
    told.read(progress(1))

    assert told.read(progress(5, failed=8)).errors_per_s == 2


def test_a_second_has_one_interval():
    told = reader()

    seconds = [told.read(progress(at)) for at in (1.0, 2.0, 2.0, 2.4, 3.1)]

    assert [each and each.second for each in seconds] == [1, 2, None, None, 3]


def _only_report_errors_leave(text: str) -> None:
    with suppress(ReportError):
        parse(text)


@given(st.text())
def test_only_report_errors_leave_the_parser_for_any_text(text):
    _only_report_errors_leave(text)


@given(
    st.lists(
        st.one_of(
            st.sampled_from(READ_WRITE.splitlines()),
            st.sampled_from(sample("retries").splitlines()),
            st.sampled_from(STYLE_9_5.splitlines()),
            st.text(max_size=30),
        )
    )
)
def test_only_report_errors_leave_the_parser_for_shuffled_reports(lines):
    _only_report_errors_leave("\n".join(lines))


@given(
    st.integers(0, len(READ_WRITE)),
    st.integers(0, 40),
    st.text(max_size=20)
    | st.sampled_from(["nan", "inf", "-1", "9" * 5000, "1e999", "٣٤", "²", "0"]),
)
def test_only_report_errors_leave_the_parser_for_damaged_reports(at, cut, text):
    _only_report_errors_leave(READ_WRITE[:at] + text + READ_WRITE[at + cut :])


@given(st.text(max_size=80) | st.integers(0, 90).map(lambda n: progress(1)[:n]))
def test_nothing_leaves_the_reader_of_intervals(line):
    reader().read(line)
