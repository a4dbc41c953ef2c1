"""Findings are read by everybody: they repeat no word of the text that they are about."""

import pytest

from benchruns.figures.metrics import Figures
from benchruns.parsers import plausible, recognition
from benchruns.submissions.files.stored.findings import without_texts
from tests.benchruns.report_cases.case import SAMPLES

WORD = "zq7word"
# By the code of the finding: a sample, what stands in it, and what takes its place.
TEXTS = {
    "tool_warning": ("sysbench/1.0-warnings.txt", "--num-threads", WORD),
    "workload_unknown": ("pgbench/15-retries.txt", "dl.sql", f"{WORD}.sql"),
    "settings_left_out": (
        "settings/postgresql-17.conf",
        "shared_buffers",
        f"{WORD}_password = x\nshared_buffers",
    ),
}


@pytest.mark.parametrize("code", TEXTS)
def test_a_finding_repeats_no_text(code):
    path, before, after = TEXTS[code]
    text = (SAMPLES / path).read_text()
    assert before in text

    findings = recognition.read(text.replace(before, after, 1)).findings

    assert code in {finding.code for finding in findings}
    assert WORD not in str(findings)


def test_a_benchmark_that_is_not_known_is_not_named():
    path = SAMPLES / "benchbase" / "newer-postgresql-ycsb.json"

    findings = recognition.read(path.read_text().replace("ycsb", WORD)).findings

    assert "workload_unknown" in {finding.code for finding in findings}
    assert WORD not in str(findings)


@pytest.mark.parametrize("name", ["NEW_ORDER_ERR", WORD])
def test_figures_at_odds_are_named_by_known_names(name):
    path = SAMPLES / "go-tpc" / "0.9-no-last-line.txt"
    row = f"[Summary] {name} - Takes(s): 599.9, Count: 4, TPM: 0.4, Sum(ms): 208, "
    told = path.read_text().replace(row.replace(name, "NEW_ORDER_ERR"), row)

    report = recognition.read(told.replace("90th(ms): 88", "90th(ms): 988"))

    codes = {finding.code for finding in report.findings}
    assert (plausible.CODE in codes) == (name != WORD)
    assert WORD in str(report.printed) or name != WORD
    assert WORD not in str(report.findings)


@pytest.mark.parametrize(
    "figures",
    [
        Figures(latency_p95_ms=9.0, latency_max_ms=2.0),
        Figures(transactions=1000, duration_s=10, tps=200),
    ],
)
def test_of_stored_ones_those_of_known_names_stay(figures):
    (found,) = (finding.as_dict() for finding in plausible.of_figures(figures))
    named = {**found, "values": {**found["values"], f"{WORD}_p95_ms": 9.0}}

    assert without_texts([found, named]) == [found]
