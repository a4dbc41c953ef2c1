"""Progress lines and logs of a run become its samples, of that run alone."""

import re

import pytest

from benchruns.parsers.errors import AbortedError, ReportError
from benchruns.parsers.pgbench import aggregate
from benchruns.parsers.pgbench.report import read
from tests.benchruns.parsers.pgbench.texts import READ_WRITE, codes, sample


def test_progress_lines_of_two_runs_are_not_mixed():
    first = "".join(
        line for line in READ_WRITE.splitlines(True) if "progress: " in line
    )

    for text in (first + READ_WRITE, first + first):
        with pytest.raises(ReportError, match="more than one run") as error:
            read(text)
        assert error.value.line == first.splitlines()[0]


def test_progress_lines_that_count_otherwise_than_the_report_are_of_another_run():
    with pytest.raises(ReportError, match="of another run: they tell of 4,2"):
        read(re.sub(r"(progress: \d.0 s), [\d.]+ tps", r"\1, 1400.0 tps", READ_WRITE))


def test_progress_lines_that_are_not_whole_are_counted():
    cut = re.sub(r"(progress: 2.0 s, 2581.0 tps, lat).*", r"\1", READ_WRITE)

    (unread,) = (each for each in read(cut).findings if each.code == "samples_unread")

    assert unread.values == {"lines": 1}
    assert "samples_unread" not in codes(read(READ_WRITE))


def test_progress_lines_become_samples():
    report = read(READ_WRITE)

    assert [each.second for each in report.samples] == [1, 2, 3]
    first = report.samples[0]
    assert (first.tps, first.qps) == (2717.8, 2717.8 * 5)
    assert (first.threads, first.latency_ms, first.errors_per_s) == (4, 1.418, 0)


def test_the_clock_of_progress_lines_is_counted_from_the_start():
    for name in ("15-progress-timestamp.txt", "15-progress-alone-timestamp.txt"):
        samples = read(sample(name)).samples

        assert [each.second for each in samples] == [1, 2, 3]


def test_a_single_line_with_the_clocks_time_tells_no_second():
    line = (
        "progress: 1795202108.912 s, 2344.9 tps, lat 0.840 ms stddev 0.181, 0 failed\n"
    )

    assert read(line).samples == ()


def test_a_log_has_a_sample_a_second_with_the_failures():
    samples = read(sample("15-words.log")).samples

    assert [(each.tps, each.errors_per_s) for each in samples] == [
        (1, 1),
        (1, 2),
        (1, 0),
    ]


def test_an_aggregate_log_tells_means_and_no_percentiles():
    report = read(sample("12-aggregate.log"))

    assert [each.second for each in report.samples] == [5, 10, 15]
    assert report.samples[0].tps == 8112 / 5
    assert report.samples[0].latency_ms == pytest.approx(1.98630, abs=1e-5)
    assert report.printed["latency_stddev_ms"] == pytest.approx(0.98668, abs=1e-5)
    assert report.figures.latency_p50_ms is None


def test_failures_of_an_aggregate_log_are_unknown_where_none_is_counted():
    """They are counted with --failures-detailed alone."""
    plain, detailed = map(sample, ("15-aggregate.log", "15-aggregate-failures.log"))

    assert {each.errors_per_s for each in read(plain).samples} == {None}
    assert [each.errors_per_s for each in read(detailed).samples] == [3, 0, 1]


def test_progress_lines_of_a_run_that_was_broken_off_are_refused():
    text = sample("15-progress-alone-rate.txt") + "pgbench: error: Run was aborted;\n"

    with pytest.raises(AbortedError):
        read(text)


def test_an_aggregate_log_of_more_than_three_days_is_refused(monkeypatch):
    monkeypatch.setattr(aggregate, "LONGEST_SECONDS", 2)

    with pytest.raises(ReportError, match="more than one run") as caught:
        read(sample("15-aggregate.log"))

    assert caught.value.line == sample("15-aggregate.log").splitlines()[2]
