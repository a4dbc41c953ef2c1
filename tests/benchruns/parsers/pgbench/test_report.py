"""pgbench's texts as ToolReports: every figure of the samples, and hostile text."""

import math
import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.parsers.errors import AbortedError, NoEventsError, ReportError
from benchruns.parsers.pgbench import aggregate
from benchruns.parsers.pgbench.report import read, recognises
from benchruns.parsers.tool_report import Kind, ToolReport
from benchruns.sentences.catalogue import worded
from benchruns.workloads import WORKLOADS
from tests.benchruns.report_cases.case import SAMPLES
from tests.benchruns.report_cases.pgbench import CASES, REFUSED
from tests.growth import is_in_proportion

READABLE = [case for case in CASES if not case.refused]
READ_WRITE = (SAMPLES / "pgbench" / "15-read-write.txt").read_text()


def sample(name: str) -> str:
    return (SAMPLES / "pgbench" / name).read_text()


def codes(report: ToolReport) -> list[str]:
    return [finding.code for finding in report.findings]


@pytest.mark.parametrize("case", READABLE, ids=str)
def test_a_sample_is_read(case):
    report = read(case.text)

    figures = report.figures.as_dict()
    assert report.format == recognises(case.text) == case.format
    for name, value in case.expected.items():
        assert figures[name] == (value if value is None else pytest.approx(value)), name
    assert {name: report.printed.get(name) for name in case.printed} == case.printed
    assert {name: report.stated.get(name) for name in case.stated} == case.stated
    assert report.tool == "pgbench"


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_a_sample_is_refused_with_its_line(case):
    with pytest.raises(ReportError, match=case.refused) as caught:
        read(case.text)

    assert caught.value.line
    assert caught.value.line in case.text


@pytest.mark.parametrize("case", READABLE, ids=str)
def test_each_figure_is_printed_or_has_a_formula(case):
    report = read(case.text)

    printed = {"tps", "transactions", "latency_avg_ms"}
    if report.kind == Kind.COMPANION:
        printed = set()
    known = {
        name for name, value in report.figures.as_dict().items() if value is not None
    }
    assert known - printed == set(report.derived)


def test_every_file_of_the_tool_is_a_case():
    files = set((SAMPLES / "pgbench").iterdir())

    assert {case.file for case in CASES} == files


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


def test_the_scale_of_a_script_of_ones_own_is_unknown_unless_it_was_given():
    assert "scale" not in read(READ_WRITE).stated
    scaled = READ_WRITE.replace("scaling factor: 1", "scaling factor: 300")
    assert read(scaled).stated["scale"] == 300


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


def test_nothing_that_ended_is_no_report():
    text = READ_WRITE.replace("processed: 7923", "processed: 0")

    with pytest.raises(NoEventsError):
        read(text)


def test_progress_lines_of_a_run_that_was_broken_off_are_refused():
    text = sample("15-progress-alone-rate.txt") + "pgbench: error: Run was aborted;\n"

    with pytest.raises(AbortedError):
        read(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "0 1 2 3 4 5\n6 7 8 9 10 11\n",
        "time,tps\n1,2\n",
        "1795159638 1 2 3\n",
        "1795159638 10 100 9999 50 40\n",  # the least above the longest
        "1795159638 10 100 1 9 11\n",  # squares that the sum rules out
        "0 1 3305 0 12345 645824\n",  # not a time of the clock
        "progress: 50 %\n",
        "sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n",
        "<html><body>transaction type: x</body></html>",
    ],
)
def test_a_foreign_text_is_refused(text):
    assert recognises(text) is None
    with pytest.raises(ReportError, match="nothing that pgbench writes"):
        read(text)


def test_a_log_with_a_broken_line_is_refused_with_the_line():
    text = sample("15-log-threads.log") + "0 51 12"

    with pytest.raises(ReportError) as caught:
        read(text)

    assert caught.value.line == "0 51 12"


def test_a_report_of_endless_statements_is_refused():
    line = "         0.001           0  SELECT 1;\n"

    with pytest.raises(ReportError, match="more numbers"):
        read(READ_WRITE + line * 20_000)


def finite(report: ToolReport) -> bool:
    numbers = [
        *report.figures.as_dict().values(),
        *report.printed.values(),
        *report.stated.values(),
        *(value for each in report.samples for value in (each.tps, each.latency_ms)),
    ]
    return all(math.isfinite(each) for each in numbers if isinstance(each, int | float))


JUNK = st.text(max_size=20) | st.sampled_from(
    ["nan", "-nan", "inf", "-1", "9" * 5000, "1e999", "٣٤", "²", "0", "\x00", "\n", " "]
)


@given(
    st.sampled_from([case.text for case in CASES]),
    st.lists(
        st.tuples(st.integers(0, 4000), st.integers(0, 60), JUNK),
        min_size=1,
        max_size=4,
    ),
)
def test_only_report_errors_leave_the_reader_for_damaged_samples(text, changes):
    for at, cut, junk in changes:
        text = text[:at] + junk + text[at + cut :]
    with suppress(ReportError):
        assert finite(read(text))


@given(
    st.lists(
        st.sampled_from(sorted({line for c in CASES for line in c.text.splitlines()}))
        | JUNK,
        max_size=40,
    )
)
def test_only_report_errors_leave_the_reader_for_mixed_lines(lines):
    with suppress(ReportError):
        assert finite(read("\n".join(lines)))


@pytest.mark.parametrize(
    "name", ["15-read-only.txt", "15-retries.txt", "9.5-rate-limit.txt"]
)
def test_a_report_that_is_cut_short_gives_no_other_figure(name):
    """Up to the line of the rate there is none; from there on it is the whole one's."""
    text = sample(name)
    whole = read(text).figures

    for at in range(text.index("number of clients"), len(text)):
        with suppress(ReportError):
            cut = read(text[:at]).figures
            assert cut.tps == whole.tps
            assert cut.qps in (whole.qps, None)


def test_commands_that_may_read_or_write_leave_qps_unknown():
    for command in ("CALL pay(:aid);", "WITH moved AS (SELECT 1) SELECT 1;"):
        text = sample("15-retries.txt").replace("BEGIN;", command, 1)
        text = text.replace("END;", command)

        assert read(text).figures.qps is None


@pytest.mark.parametrize(
    "unit",
    [
        "client 1 ",
        "progress: 1.0 s, ",
        "0 1 3305 0 1795159641 645824 ",
        " ",
        "transaction type:\n",
        "SQL script 1: a\n",
        "tps = 1 (",
        "\n ",
    ],
)
def test_a_long_text_takes_no_quadratic_time(unit):
    def read_or_refuse(size: int) -> None:
        with suppress(ReportError):
            read(READ_WRITE + unit * (size // len(unit)))

    assert is_in_proportion(read_or_refuse, 300_000)


def test_an_aggregate_log_of_more_than_three_days_is_refused(monkeypatch):
    monkeypatch.setattr(aggregate, "LONGEST_SECONDS", 2)

    with pytest.raises(ReportError, match="more than one run") as caught:
        read(sample("15-aggregate.log"))

    assert caught.value.line == sample("15-aggregate.log").splitlines()[2]


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
