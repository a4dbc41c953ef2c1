"""What benchbook-tpcc prints becomes figures, or is refused with a reason."""

import json
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchruns.figures.metrics import Interval
from benchruns.parsers.errors import NoEventsError, ReportError
from benchruns.parsers.tpcc import output as parser
from benchruns.parsers.tpcc.output import Fatal
from tests.benchruns.parsers.tpcc.tpcc_reports import HEAD, document, kind, output
from tests.examples import few_or


def test_a_report_gives_its_figures():
    report = parser.parse(output())

    figures = {n: v for n, v in report.figures.as_dict().items() if v is not None}
    assert figures == {
        "tps": 1150.0,
        "transactions": 2300.0,
        "nopm": 29_700.0,
        "tpm": 69_000.0,
        "errors_per_s": 0.0,
        "latency_min_ms": 0.4,
        "latency_avg_ms": 3.1,
        "latency_p50_ms": 2.9,
        "latency_p90_ms": 4.0,
        "latency_p95_ms": 4.25,
        "latency_p99_ms": 8.5,
        "latency_p999_ms": 15.0,
        "latency_max_ms": 21.5,
        "duration_s": 2.0,
    }
    assert (report.profile, report.engine) == ("hammerdb", "MariaDB 10.11.19")
    assert (report.tool_version, report.virtual_users) == ("1", 8)
    assert report.kinds["neword"].rolled_back == 10
    assert report.total.retries["deadlock"] == 1
    assert [each.second for each in report.intervals] == [-1, 0, 1, 2]


def test_a_line_is_one_second():
    assert parser.interval(HEAD.splitlines()[-1]) == Interval(
        second=2,
        threads=8,
        tps=1150.0,
        latency_ms=4.3,
        percentile=95.0,
        errors_per_s=0.5,
    )


def test_a_second_without_transactions_has_no_latency():
    found = parser.interval("[  3s ] vu: 8 tps: 0.00 neword/s: 0.00 err/s: 0.00")

    assert (found.second, found.tps, found.latency_ms) == (3, 0.0, None)


def test_new_orders_and_tries_are_told_beside():
    assert parser.levels(HEAD.splitlines()[-2]) == {
        "new_orders_per_s": 499.0,
        "retries_per_s": 2.0,
    }


@pytest.mark.parametrize("line", ["", "Measuring begins", "[ 12s ] vu: x tps: 1"])
def test_any_other_line_is_no_second(line):
    assert parser.interval(line) is None
    assert parser.levels(line) == {}


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("FATAL: 1213: Deadlock found", Fatal(number="1213", text="Deadlock found")),
        ("FATAL: 40P01: deadlock", Fatal(number="40P01", text="deadlock")),
        ("FATAL: no connection", Fatal(number=None, text="no connection")),
    ],
)
def test_the_tools_complaint_is_found(line, found):
    assert parser.fatal(f"Ramp-up begins: 2 s\n{line}\n") == found


def test_what_follows_the_document_is_not_read():
    assert parser.parse(output() + "a driver's last word\n").figures.tps == 1150.0


def test_batch_requests_are_those_of_sql_server():
    told = document(batch_requests_per_s=1150.0)
    told["counters"]["batch_requests"] = [10, 2310]

    assert parser.parse(output(told)).figures.batch_requests_per_s == 1150.0


def test_tpm_may_be_unknown_where_its_counter_is():
    told = document(tpm=None)
    told["counters"]["transactions"] = None

    report = parser.parse(output(told))

    assert (report.figures.tpm, report.counters.transactions) == (None, None)
    assert report.figures.nopm == 29_700.0


@pytest.mark.parametrize("more", [0.0016, -0.0016])
def test_a_small_rate_must_follow_from_its_count_too(more):
    told = document(tps=0.5, all=kind(1), measured_seconds=2.0)
    told["transactions"] = {name: kind(0) for name in told["transactions"]}
    told["transactions"]["slev"] = kind(1)

    assert parser.parse(output(told)).figures.tps == 0.5
    with pytest.raises(ReportError, match="“tps” does not follow"):
        parser.parse(output(told | {"tps": 0.5 + more}))


def changed(*path, to):
    told = document()
    inner = told
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return told


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        (changed("tps", to=2_300.0), "“tps” does not follow"),
        (changed("nopm", to=60_000.0), "“nopm” does not follow"),
        (changed("tpm", to=1.0), "“tpm” does not follow"),
        (changed("tpm", to=None), "no “tpm”"),
        (changed("counters", "transactions", to=None), "without the counter behind"),
        (changed("profile", to="other"), "neither hammerdb nor spec"),
        (changed("transactions", "slev", "count", to=99), "do not add up"),
        (changed("transactions", "slev", to=None), "no “slev”"),
        (changed("all", "latency_ms", "p99", to=0.1), "do not rise"),
        (changed("all", "count", to=-1), "negative"),
        (changed("all", "failed", to=1.5), "not a whole number"),
        (changed("counters", "new_orders", to=[5, 4]), "counter behind “nopm” fell"),
        (changed("counters", "transactions", to=[1]), "not a pair"),
        (changed("counters", to={}), "no “counters”"),
        (changed("measured_seconds", to=0), "no time that was measured"),
    ],
)
def test_a_report_that_contradicts_itself_is_refused(told, reason):
    with pytest.raises(ReportError, match=reason):
        parser.parse(output(told))


def test_a_report_of_nothing_is_no_measurement():
    told = document(tps=0.0, all=kind(0), nopm=0.0, tpm=0.0)
    told["transactions"] = {name: kind(0) for name in told["transactions"]}
    told["counters"] |= {"new_orders": [1, 1], "transactions": [1, 1]}

    with pytest.raises(NoEventsError):
        parser.parse(output(told))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (HEAD, "has no report"),
        (HEAD + "FATAL: 2013: Lost connection\n", "has no report"),
        (output()[:-300], "not whole JSON"),
        (output() + output(), "more than one report"),
        ("Report benchbook-tpcc-report-v1:\n[]", "not a JSON object"),
    ],
)
def test_a_text_without_a_whole_report_is_refused(text, reason):
    with pytest.raises(ReportError, match=reason):
        parser.parse(text)


PATHS = [
    (key, *rest)
    for key, value in document().items()
    for rest in ([(inner,) for inner in value] if isinstance(value, dict) else [()])
]
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**40), 10**40),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=20),
    st.lists(st.integers(-5, 5), max_size=3),
    st.dictionaries(st.text(max_size=5), st.integers(), max_size=2),
)


@settings(deadline=None, max_examples=few_or(200, few=50))
@given(path=st.sampled_from(PATHS), junk=JUNK)
def test_only_a_report_error_leaves_the_parser(path, junk):
    with suppress(ReportError):
        parser.parse(output(changed(*path, to=junk)))


@settings(deadline=None, max_examples=few_or(200, few=50))
@given(cut=st.integers(0, 3_000), noise=st.text(max_size=30), keep=st.booleans())
def test_only_a_report_error_leaves_for_damaged_texts(cut, noise, keep):
    text = output()
    with suppress(ReportError):
        parser.parse(text[:cut] + noise + (text[cut:] if keep else ""))
    parser.interval(noise)
    parser.fatal(noise)


def test_the_sample_is_json_as_the_tool_prints_it():
    _head, _begin, told = output().partition("report-v1:\n")
    assert json.loads(told) == document()
