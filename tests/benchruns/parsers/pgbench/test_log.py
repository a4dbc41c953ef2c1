"""Percentiles from pgbench's transaction log."""

import random
import tracemalloc
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.parsers.errors import ReportError
from benchruns.parsers.pgbench.log import read


def line(time: object, *, rest: str = "") -> str:
    return f"0 1 {time} 0 1795173159 91967{rest}\n"


def test_percentiles_are_those_of_the_times():
    found = read(line(us) for us in range(1, 10_001))

    assert found.percentiles() == {
        "latency_p50_ms": 5.0,
        "latency_p90_ms": 9.0,
        "latency_p95_ms": 9.5,
        "latency_p99_ms": 9.9,
        "latency_p999_ms": 9.99,
    }
    assert (found.max_ms, found.timed) == (10.0, 10_000)


def test_a_long_time_is_kept_to_a_thousandth_and_the_longest_whole():
    found = read([line(7), line(123_456_789)])

    assert found.percentiles()["latency_p999_ms"] == pytest.approx(
        123_456.789, rel=1e-3
    )
    assert found.max_ms == 123_456.789


def test_lag_and_retries_behind_the_time_change_nothing():
    found = read([line(100, rest=" 77"), line(300, rest=" 12 3")])

    assert (found.timed, found.max_ms) == (2, 0.3)


def test_transactions_without_a_time_are_counted_apart():
    words = ["failed", "serialization", "deadlock", "skipped", "skipped"]

    found = read([line(500), *map(line, words)])

    assert (found.timed, found.failed, found.skipped) == (1, 3, 2)
    assert found.percentiles()["latency_p50_ms"] == 0.5


def test_an_empty_log_has_no_percentiles():
    found = read([])

    assert found.percentiles() == {}
    assert found.max_ms is None


@pytest.mark.parametrize(
    "damaged",
    ["", "0 1", line("-5"), line("1.5"), line("²"), line("9" * 16), line("slow")],
)
def test_a_line_that_cannot_be_read_is_an_error(damaged):
    with pytest.raises(ReportError):
        read([line(5), damaged])


@given(st.lists(st.text(max_size=40)))
def test_only_report_errors_leave_the_reader(lines):
    with suppress(ReportError):
        read(lines)


@pytest.mark.parametrize(
    ("timed", "transactions", "share", "is_whole"),
    [
        (1_000, 1_000, 1.0, True),
        (999, 1_000, 1.0, False),
        (10_100, 1_000_000, 0.01, True),
        (9_000, 1_000_000, 0.01, False),
        (0, 1_000_000, 0.01, False),
    ],
)
def test_a_log_that_was_cut_short_is_known(timed, transactions, share, is_whole):
    found = read([line(1)] * timed)

    assert found.is_whole(transactions=transactions, share=share) == is_whole


def test_memory_does_not_grow_with_the_log():
    draw = random.Random(1)  # noqa: S311 - no secret

    def lines(count: int):
        return (line(int(draw.lognormvariate(7, 0.5))) for _ in range(count))

    tracemalloc.start()
    read(lines(50_000))
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert most < 2_000_000
