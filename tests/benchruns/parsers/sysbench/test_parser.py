"""The parser, against published listings and hostile text."""

import csv
import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.figures.metrics import Figures
from benchruns.parsers.errors import CheckpointError, NoEventsError, ReportError
from benchruns.parsers.sysbench.output import parse, parse_interval
from tests.samples import SAMPLES

# As captured from sysbench 1.0.20 (Debian 12) on MariaDB 10.11, two threads.
CAPTURED = """\
sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

Running the test with following options:
Number of threads: 2
Report intermediate results every 1 second(s)
Initializing random number generator from current time


Initializing worker threads...

Threads started!

[ 1s ] thds: 2 tps: 932.59 qps: 18678.70 (r/w/o: 13081.18/3730.35/1867.17) \
lat (ms,95%): 3.19 err/s: 0.00 reconn/s: 0.00
[ 2s ] thds: 2 tps: 898.09 qps: 17981.80 (r/w/o: 12590.26/3594.36/1797.18) \
lat (ms,95%): 2.91 err/s: 1.00 reconn/s: 0.00
Latency histogram (values are in milliseconds)
       value  ------------- distribution ------------- count
       0.856 |                                         4
       2.477 |**************************************** 1500
       2.861 |*                                        240
       3.075 |*                                        70
       5.183 |                                         20

SQL statistics:
    queries performed:
        read:                            25690
        write:                           7338
        other:                           3669
        total:                           36697
    transactions:                        1834   (914.54 per sec.)
    queries:                             36697  (18299.23 per sec.)
    ignored errors:                      1      (0.50 per sec.)
    reconnects:                          0      (0.00 per sec.)

General statistics:
    total time:                          2.0042s
    total number of events:              1834

Latency (ms):
         min:                                    0.86
         avg:                                    2.18
         max:                                    5.17
         95th percentile:                        3.07
         sum:                                 4000.88

Threads fairness:
    events (avg/stddev):           917.0000/2.00
    execution time (avg/stddev):   2.0004/0.00

"""

_SUMMARY = {
    "tps": "tps",
    "qps": "qps",
    "transactions": "transactions",
    "queries": "queries",
    "queries_total": "queries",
    "queries_read": "reads",
    "queries_write": "writes",
    "queries_other": "other",
    "ignored_errors_per_s": "errors_per_s",
    "reconnects_per_s": "reconnects_per_s",
    "total_time_s": "duration_s",
    "latency_min_ms": "latency_min_ms",
    "latency_avg_ms": "latency_avg_ms",
    "latency_max_ms": "latency_max_ms",
    "latency_p95_ms": "latency_p95_ms",
}

_RARE_RATES = ("ignored_errors_per_s", "reconnects_per_s")


def expected(scope: str) -> list[dict[str, str]]:
    with (SAMPLES / "expected.csv").open(newline="") as file:
        return [row for row in csv.DictReader(file) if row["scope"] == scope]


def sample(name: str) -> str:
    return (SAMPLES / name).read_text()


@pytest.mark.parametrize("name", sorted(p.name for p in SAMPLES.glob("*.txt")))
def test_every_printed_total_of_a_published_listing_is_read(name):
    rows = [row for row in expected("summary") if row["sample"] == name]

    report = parse(sample(name))

    for row in rows:
        if row["metric"] in _SUMMARY:
            figure = getattr(report.figures, _SUMMARY[row["metric"]])
            # rates of errors are computed: two decimals say too little
            rounding = 0.005 if row["metric"] in _RARE_RATES else 0
            assert figure == pytest.approx(float(row["value"]), abs=rounding, rel=0)
        elif row["metric"] == "total_events":
            assert report.events == int(row["value"])
        elif row["metric"] == "interval_lines":
            assert len(report.intervals) == int(row["value"])


@pytest.mark.parametrize("name", sorted(p.name for p in SAMPLES.glob("*.txt")))
def test_every_interval_of_a_published_listing_is_read(name):
    rows = [row for row in expected("interval") if row["sample"] == name]

    intervals = {
        interval.second: interval for interval in parse(sample(name)).intervals
    }

    assert len(intervals) == len({row["interval_s"] for row in rows})
    for row in rows:
        metric = row["metric"].replace("latency_p95_ms", "latency_ms")
        found = getattr(intervals[int(row["interval_s"])], metric)
        assert found == float(row["value"]), row


def test_a_whole_report_gives_every_figure_and_its_version():
    report = parse(CAPTURED)

    assert report.tool_version == "1.0.20"
    assert report.percentile == 95
    assert report.events == 1834
    assert report.fatal_lines == ()
    assert sum(count for _value, count in report.histogram) == 1834
    assert report.figures == Figures(
        tps=914.54,
        qps=18299.23,
        transactions=1834,
        queries=36697,
        reads=25690,
        writes=7338,
        other=3669,
        reads_per_s=25690 / 2.0042,
        writes_per_s=7338 / 2.0042,
        other_per_s=3669 / 2.0042,
        errors_per_s=1 / 2.0042,
        reconnects_per_s=0,
        latency_min_ms=0.86,
        latency_avg_ms=2.18,
        latency_p50_ms=2.477,
        latency_p90_ms=2.861,
        latency_p95_ms=3.07,
        latency_p99_ms=5.183,
        latency_p999_ms=5.183,
        latency_max_ms=5.17,
        duration_s=2.0042,
    )


def test_without_a_histogram_only_the_percentile_asked_for_is_known():
    text = CAPTURED.replace("95th percentile", "99th percentile").replace(" |", " !")

    figures = parse(text).figures

    assert figures.latency_p99_ms == 3.07
    assert figures.latency_p95_ms is None
    assert figures.latency_p50_ms is None


def test_percentiles_turned_off_are_unknown_not_zero():
    text = CAPTURED.replace(
        "95th percentile:      ", "percentile stats: disabled"
    ).replace(" |", " !")

    report = parse(text)

    assert report.percentile is None
    assert report.figures.latency_p95_ms is None


def test_leading_and_trailing_blanks_and_missing_blank_lines_do_not_matter():
    lines = [line.strip() for line in CAPTURED.splitlines() if line.strip()]

    tight = parse("\r\n".join(f"\t {line}  " for line in lines))

    assert tight.figures == parse(CAPTURED).figures


def test_fatal_lines_are_collected():
    text = CAPTURED.replace(
        "SQL statistics:",
        "FATAL: `thread_run' function failed\n"
        "Number of unfinished transactions: 2\nSQL statistics:",
    )

    assert parse(text).fatal_lines == (
        "FATAL: `thread_run' function failed",
        "Number of unfinished transactions: 2",
    )


def test_a_report_cut_before_its_general_statistics_is_refused():
    with pytest.raises(ReportError, match="General statistics"):
        parse(CAPTURED[: CAPTURED.index("General statistics")])


@pytest.mark.parametrize(
    "line", ["total time:", "total number of events:", "transactions:", "queries:"]
)
def test_a_required_line_that_is_missing_is_refused(line):
    kept = [row for row in CAPTURED.splitlines() if not row.strip().startswith(line)]

    with pytest.raises(ReportError, match=line):
        parse("\n".join(kept))


def test_an_unreadable_line_is_refused_and_named():
    with pytest.raises(ReportError) as caught:
        parse(CAPTURED.replace("1834   (914.54 per sec.)", "many"))

    assert caught.value.line.startswith("transactions:")
    assert caught.value.line.endswith("many")


def test_a_run_without_events_is_refused_whatever_its_figures():
    text = CAPTURED.replace("events:              1834", "events:              0")

    with pytest.raises(NoEventsError):
        parse(text)


def test_a_report_with_checkpoints_is_refused():
    with pytest.raises(CheckpointError):
        parse(
            CAPTURED.replace("SQL statistics:", "Checkpoint report:\nSQL statistics:")
        )


def test_two_reports_in_one_text_are_refused():
    with pytest.raises(ReportError, match="more than one"):
        parse(CAPTURED + CAPTURED)


def test_the_throughput_block_of_one_point_one_is_read():
    text = CAPTURED.replace(
        "General statistics:\n    total time:                          2.0042s",
        "Throughput:\n    events/s (eps):   915.0\n    time elapsed:     2.0042s",
    )

    assert parse(text).figures == parse(CAPTURED).figures


def test_an_interval_of_zero_point_five_has_no_statement_rate():
    interval = parse_interval(
        "[  10s] threads: 8, tps: 1234.50, reads: 17283.00, writes: 4938.00, "
        "response time: 9.12ms (95%), errors: 0.00, reconnects:  0.00"
    )

    assert interval is not None
    assert (interval.second, interval.tps, interval.qps) == (10, 1234.5, None)


def test_a_second_in_which_no_transaction_ended_has_no_latency():
    stalled = parse_interval(
        "[ 10s ] thds: 16 tps: 0.00 qps: 0.00 (r/w/o: 0.00/0.00/0.00)"
        " lat (ms,95%): 0.00 err/s: 0.00 reconn/s: 0.00"
    )

    assert stalled is not None
    assert (stalled.tps, stalled.latency_ms, stalled.percentile) == (0, None, 95)


def test_an_interval_without_percentiles_has_no_latency():
    (first,) = (row for row in CAPTURED.splitlines() if row.startswith("[ 1s ]"))
    line = first.replace("95%): 3.19", "0%): 0.00")

    interval = parse_interval(line)

    assert interval is not None
    assert interval.latency_ms is None
    assert interval.percentile is None


@pytest.mark.parametrize(
    "line",
    [
        "",
        "Threads started!",
        "[ 1s ] queue length: 17, concurrency: 1",
        "[ 1s ] thds: 2",
    ],
)
def test_other_lines_are_no_intervals(line):
    assert parse_interval(line) is None


def _only_report_errors_leave(text: str) -> None:
    with suppress(ReportError):
        parse(text)


@given(st.text())
def test_only_report_errors_leave_the_parser_for_any_text(text):
    _only_report_errors_leave(text)


@given(
    st.lists(
        st.one_of(
            st.sampled_from(CAPTURED.splitlines()),
            st.sampled_from(sample("sysbench-0.5-hot-row-update.txt").splitlines()),
            st.text(max_size=30),
        )
    )
)
def test_only_report_errors_leave_the_parser_for_shuffled_reports(lines):
    _only_report_errors_leave("\n".join(lines))


@given(
    st.integers(0, len(CAPTURED)),
    st.integers(0, 40),
    st.text(max_size=20)
    | st.sampled_from(["nan", "inf", "-1", "9" * 5000, "1e999", "٣٤", "²", "0"]),
)
def test_only_report_errors_leave_the_parser_for_damaged_reports(at, cut, text):
    _only_report_errors_leave(CAPTURED[:at] + text + CAPTURED[at + cut :])


def test_rare_errors_are_counted_where_the_printed_rate_says_none():
    text = CAPTURED.replace(
        "ignored errors:                      1      (0.50 per sec.)",
        "ignored errors:                      17     (0.00 per sec.)",
    ).replace("2.0042s", "3600.0042s")

    figures = parse(text).figures

    assert figures.errors_per_s == pytest.approx(17 / 3600.0042)
    assert figures.reconnects_per_s == 0


def test_a_percentile_beyond_the_histogram_is_not_known():
    text = re.sub(r"(95th percentile: +)3\.07", r"\g<1>100000.00", CAPTURED)

    assert parse(text).figures.latency_p95_ms is None
