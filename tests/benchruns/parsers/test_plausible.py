"""Figures of one report that contradict each other are told, and none that are sound."""

import json
import re

import pytest

from benchruns.figures.metrics import Figures
from benchruns.parsers import benchbase, plausible, recognition
from benchruns.parsers.errors import NoEventsError
from benchruns.parsers.tool_report import KINDS, Kind
from benchruns.sentences.catalogue import worded
from benchruns.vocabulary import Severity
from tests.benchruns.report_cases.case import SAMPLES, all_cases

READ = [
    case
    for case in all_cases()
    if not case.refused and KINDS[case.format] != Kind.TEMPLATE
]


def text_of(path: str) -> str:
    return (SAMPLES / path).read_text()


def told(text: str) -> list[str]:
    """What is said of contradictions, by figures and values."""
    findings = [f for f in recognition.read(text).findings if f.code == plausible.CODE]
    assert all(f.severity == Severity.CAUTION and f.values for f in findings)
    assert all(json.dumps(f.values, allow_nan=False) for f in findings)
    return [worded(f).message for f in findings]


@pytest.mark.parametrize("case", READ, ids=lambda case: case.path)
def test_sound_figures_contradict_nothing(case):
    assert told(case.text) == []


SYSBENCH = "sysbench/1.0-read-write.txt"


@pytest.mark.parametrize(
    ("path", "pattern", "new", "message"),
    [
        (
            SYSBENCH,
            r"(transactions:\s+\d+\s+\()[\d.]+",
            r"\g<1>1209.77",
            "transactions / duration_s makes 806.607, and tps is 1,209.77.",
        ),
        (
            SYSBENCH,
            r"(queries:\s+\d+\s+\()[\d.]+",
            r"\g<1>26159.43",
            "queries / duration_s makes 16,165.451, and qps is 26,159.43.",
        ),
        (
            SYSBENCH,
            r"(?m)^(\s+total:\s+)\d+",
            r"\g<1>48440",
            "reads + writes + other makes 48,540, and queries is 48,440.",
        ),
        (
            SYSBENCH,
            r"(?m)^(\s+95th percentile:\s+)[\d.]+",
            r"\g<1>300.70",
            "latency_p95_ms is 300.7, above latency_max_ms, which is 6.13.",
        ),
        (
            SYSBENCH,
            r"(?m)^(\s+avg:\s+)[\d.]+",
            r"\g<1>3.70",
            "latency_sum_ms / total_events makes 2.477, and latency_avg_ms is 3.7.",
        ),
        (
            "sysbench/1.0-csv-cumulative.txt",
            "16081.68",
            "26081.68",
            "reads_per_s + writes_per_s + other_per_s makes 16,081.68, and qps is "
            "26,081.68.",
        ),
        (
            "sysbench/0.4-seconds.txt",
            r"(max:\s+)[\d.]+s",
            r"\g<1>0.0150s",
            "latency_p95_ms is 28.7, above latency_max_ms, which is 15.",
        ),
        (
            "pgbench/15-read-write.txt",
            r"tps = [\d.]+",
            "tps = 99999.0",
            "transactions / tps makes 0.079, and duration_s is 3.",
        ),
        (
            "pgbench/15-read-write.txt",
            "duration: 3 s",
            "duration: 600 s",
            "transactions / tps makes 2.982, and duration_s is 600.",
        ),
        (
            "pgbench/15-rate.txt",
            r"\(max [\d.]+\) ms",
            "(max 0.001) ms",
            "schedule_lag_avg_ms is",
        ),
        (
            "hammerdb/6.0-mariadb-profile.txt",
            r"P95: 2\.014ms",
            "P95: 20.14ms",
            "neword_p95_ms is 20.14, above neword_p99_ms, which is 3.301.",
        ),
        (
            "hammerdb/6.0-mariadb-profile.txt",
            r"achieved (\d+) NOPM from (\d+)",
            r"achieved \2 NOPM from \1",
            "nopm is",
        ),
        (
            "go-tpc/1.0.11-plain.txt",
            r"(\[Summary\] DELIVERY - Takes\(s\): )[\d.]+",
            r"\g<1>5.0",
            "delivery_count / delivery_takes_s makes 16,524, and delivery_tpm is 137.8.",
        ),
        (
            "go-tpc/1.0.11-plain.txt",
            r"99th\(ms\): 771\.8",
            "99th(ms): 77.1",
            "payment_p95_ms is 570.4, above payment_p99_ms, which is 77.1.",
        ),
    ],
)
def test_a_contradiction_is_told_with_its_values(path, pattern, new, message):
    text, count = re.subn(pattern, new, text_of(path), count=1)

    assert count == 1
    assert message in " ".join(told(text))


BENCHBASE = json.loads(text_of("benchbase/newer-postgresql-tpcc.json"))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"Goodput (requests/second)": 9000},
            "goodput_requests_per_s is 9,000, above throughput_requests_per_s, which "
            "is 1,751.193.",
        ),
        (
            {"Measured Requests": 1000},
            "measured_requests / elapsed_ns makes 16.667, and "
            "throughput_requests_per_s is 1,751.193.",
        ),
        (
            {
                "Latency Distribution": {
                    **BENCHBASE["Latency Distribution"],
                    "25th Percentile Latency (microseconds)": 9000,
                }
            },
            "latency_p25_ms is 9, above latency_p50_ms, which is 0.532.",
        ),
    ],
)
def test_a_contradiction_of_a_summary_is_told(changes, message):
    assert told(json.dumps({**BENCHBASE, **changes})) == [message]


@pytest.mark.parametrize(
    "key", ["Goodput (requests/second)", "Throughput (requests/second)"]
)
def test_a_rate_of_zero_is_no_result(key):
    with pytest.raises(NoEventsError) as error:
        benchbase.read(json.dumps({**BENCHBASE, key: 0}))

    assert error.value.line == f"{key}: 0"


def test_what_tools_round_is_no_contradiction():
    sound = Figures(
        transactions=1000,
        duration_s=10.1,
        tps=100.0,
        latency_p95_ms=1.96,  # a bucket of the histogram is 1.8 % wide
        latency_max_ms=1.95,
    )

    assert list(plausible.of_figures(sound)) == []


def test_a_run_that_took_hardly_longer_than_its_rates_took_to_print_is_sound():
    """Ten transactions, as sysbench --events=10 --time=0 printed them."""
    figures = Figures(
        transactions=10, duration_s=0.0133, tps=659.78, queries=200, qps=13195.54
    )

    assert list(plausible.of_figures(figures)) == []
    minute = Figures(transactions=60_000, duration_s=60, tps=1100)
    assert [f.code for f in plausible.of_figures(minute)] == [plausible.CODE]


@pytest.mark.parametrize(
    ("warm_up", "found"), [("Warmup time: 2s\n", []), ("", ["latency_avg_ms"])]
)
def test_events_that_a_warm_up_left_half_done_contradict_nothing(warm_up, found):
    """Four threads: 3 of 40 events began before the time that is measured."""
    text = text_of("sysbench/1.1-warm-up.txt").replace("Warmup time: 2s\n", warm_up)
    text = text[: text.index("Warming up")] + text[text.index("SQL statistics") :]
    for old, new in (
        ("51011", "560"), ("14572", "160"), ("7285", "80"), ("72868 ", "800 "),
        ("3643 ", "40 "), ("3643\n", "40\n"), ("1213.24", "13.32"),
        ("24267.49", "266.43"), ("11985.47", "121.73"), ("72868\n", "800\n"),
    ):  # fmt: skip
        text = text.replace(old, new)
    report = recognition.read(text)

    told = [each.values["unlike"] for each in plausible.findings(report)]

    assert told == found


def test_new_orders_are_some_of_all_transactions():
    (finding,) = plausible.of_figures(Figures(nopm=1_000_000, tpm=1))

    assert worded(finding).message == "nopm is 1,000,000, above tpm, which is 1."
    assert list(plausible.of_figures(Figures(nopm=45, tpm=100))) == []


def test_derived_figures_contradict_nothing():
    figures = Figures(transactions=1000, duration_s=10, tps=200)

    assert [f.code for f in plausible.of_figures(figures)] == [plausible.CODE]
    assert list(plausible.of_figures(figures, derived={"tps": "a formula"})) == []


def test_connecting_anew_before_14_makes_two_rates_that_contradict_nothing():
    rates = (
        "tps = 50.0 (including connections establishing)\n"
        "tps = 5000.0 (excluding connections establishing)"
    )
    text = re.sub(r"progress: .*\n", "", text_of("pgbench/15-tpcb.txt"))
    text = re.sub(r"tps = [^\n]*", rates, text, count=1)
    text = re.sub(r"processed: \d+", "processed: 500", text)

    assert told(re.sub(r"duration: \d+ s", "duration: 10 s", text)) == []


def test_a_report_has_no_more_than_a_few_of_them():
    text = text_of("go-tpc/1.0.11-plain.txt")
    text = re.sub(r"(95th\(ms\): )[\d.]+", r"\g<1>99999.0", text)
    text = re.sub(r"(Takes\(s\): )[\d.]+", r"\g<1>1.0", text)

    assert len(told(text)) == plausible.MOST
