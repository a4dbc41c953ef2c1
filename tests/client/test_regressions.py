"""What was measured is held against what was before it."""

import json

import pytest

from benchruns.trends import exclusions, regressions
from tests.benchruns.runs.watched import measure, rule_for, series_with

BEFORE = (1000.0, 1010.0, 990.0)


@pytest.fixture
def series(user):
    return series_with(*BEFORE, owner=user)


def newest(series, tps):
    return measure(series, tps)[0]


@pytest.mark.parametrize(
    ("tps", "code", "words"),
    [
        (960.0, 0, "4.0 % slower"),
        (940.0, 1, "6.0 % slower"),
        (1200.0, 0, "20.0 % faster"),
    ],
)
def test_a_run_is_a_regression_beyond_the_limit(benchbook, series, tps, code, words):
    run = newest(series, tps).run_id

    answer = benchbook("watch", run, "--fail-if-slower-than", "5%")

    assert answer.exit_code == code, answer.output
    assert f"{words} than 1,000 before (3 results)" in answer.stderr


def test_more_latency_is_slower(benchbook, series):
    series.results.update(latency_p95_ms=20.0)
    result = measure(series, 1000.0, latency_p95_ms=22.0)[0]
    words = ("--fail-if-slower-than", "5", "--figure", "latency_p95_ms")

    answer = benchbook("watch", result.run_id, *words)

    assert answer.exit_code == 1
    assert "10.0 % slower than 20.0 before" in answer.stderr


def test_the_first_of_a_series_has_nothing_before_it(benchbook, user):
    first = series_with(1000.0, owner=user).results.get()

    answer = benchbook("watch", first.run_id, "--fail-if-slower-than", "5%")

    assert answer.exit_code == 0
    assert "nothing before" in answer.stderr


def test_what_is_excluded_is_no_measure(benchbook, series, user):
    outlier = newest(series, 5000.0)
    exclusions.exclude(outlier.pk, by=user, reason="a mistake")

    answer = benchbook(
        "watch", newest(series, 990.0).run_id, "--fail-if-slower-than", "5%"
    )

    assert answer.exit_code == 0, answer.output


@pytest.mark.parametrize("command", ["watch", "compare"])
def test_what_does_not_count_passes_no_build(benchbook, series, user, command):
    new = newest(series, 100.0)
    exclusions.exclude(new.pk, by=user, reason="a mistake")
    named = new.run_id if command == "watch" else new.pk

    answer = benchbook(command, named, "--fail-if-slower-than", "5%")

    assert answer.exit_code == 3
    assert "Nothing that was measured counts" in answer.stderr


def test_a_figure_that_neither_side_has_passes_no_build(benchbook, series):
    old, new = series.results.order_by("measured_at").first(), newest(series, 100.0)
    limit = ("--fail-if-slower-than", "5%", "--figure", "nopm")

    answer = benchbook("compare", new.pk, old.pk, *limit)

    assert answer.exit_code == 2
    assert "No figure of the two sides" in answer.stderr


@pytest.mark.parametrize(
    "options",
    [
        ("--fail-if-slower-than", ""),
        ("--fail-if-slower-than", "5%", "--baseline", ""),
    ],
)
def test_an_option_that_a_build_left_empty_passes_no_build(benchbook, series, options):
    answer = benchbook("watch", newest(series, 100.0).run_id, *options)

    assert answer.exit_code == 2


@pytest.mark.parametrize(("baseline", "limit"), [("", "5%"), (None, "")])
def test_nor_does_one_of_a_comparison(benchbook, series, baseline, limit):
    sides = [newest(series, 100.0).pk, *([] if baseline is None else [baseline])]

    answer = benchbook("compare", *sides, "--fail-if-slower-than", limit)

    assert answer.exit_code == 2


def test_a_baseline_takes_the_place_of_what_was_before(benchbook, series):
    old = series.results.order_by("measured_at").first()
    new = newest(series, 980.0)
    limit = ("--fail-if-slower-than", "1.5%", "--baseline", old.pk)

    answer = benchbook("watch", new.run_id, *limit)

    assert answer.exit_code == 1
    assert "2.0 % slower than 1,000 before (one result)" in answer.stderr


@pytest.mark.parametrize(("repeats", "code"), [(1, 1), (3, 0)])
def test_a_rule_decides_where_it_is_asked(benchbook, series, repeats, code):
    rule = rule_for(series, repeats=repeats)
    run = newest(series, 800.0).run_id
    regressions.evaluate(rule)

    answer = benchbook("watch", run, "--fail-by-rule")

    assert answer.exit_code == code, answer.output
    assert ("a rule has confirmed" in answer.stderr) == bool(code)


def test_without_a_rule_none_decides(benchbook, series):
    answer = benchbook("watch", newest(series, 800.0).run_id, "--fail-by-rule")

    assert answer.exit_code == 2
    assert "no rule of yours watches this series" in answer.stderr


def test_two_results_are_compared(benchbook, series):
    old, new = series.results.order_by("measured_at").first(), newest(series, 900.0)

    answer = benchbook("compare", new.pk, old.pk, "--markdown")

    assert answer.exit_code == 0, answer.output
    line = "| oltp\\_read\\_write, 8 threads | TPS | 1,000 | 900 | -10.0 % |"
    assert line in answer.stdout
    limit = ("--fail-if-slower-than", "5%", "--json")
    failing = benchbook("compare", f"{new.pk}", old.pk, *limit)
    assert failing.exit_code == 1
    told = {each["figure"]: each for each in json.loads(failing.stdout)["lines"]}
    assert told["tps"]["change_percent"] == pytest.approx(-10)


def test_a_comparison_of_other_loads_is_refused(benchbook, series, user):
    old = series.results.first()
    other = measure(series, 900.0, threads=16)[0]

    answer = benchbook("compare", other.pk, old.pk)

    assert answer.exit_code == 2
    assert "share no workload" in answer.stderr


def test_an_answer_in_a_file_names_what_it_told_of(benchbook, series, tmp_path):
    run = newest(series, 900.0).run_id
    file = tmp_path / "run.json"
    file.write_text(benchbook("watch", run, "--json").stdout)

    answer = benchbook("compare", f"@{file}")

    assert answer.exit_code == 0, answer.output
    assert "-10.0 %" in answer.stdout
    assert benchbook("compare", f"@{tmp_path}/none.json").exit_code == 2
