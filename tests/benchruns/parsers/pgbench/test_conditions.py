"""What a report of pgbench says against its own figures: failures, a second rate."""

import pytest

from benchruns.parsers.errors import ReportError
from benchruns.parsers.pgbench.report import read
from benchruns.sentences.catalogue import worded
from benchruns.vocabulary import Severity
from tests.benchruns.report_cases.case import SAMPLES

TEXT = (SAMPLES / "pgbench/15-read-write.txt").read_text()
OLD = (SAMPLES / "pgbench/10-one-script.txt").read_text()
PROCESSED = "number of transactions actually processed: 7923\n"


def with_lines(*lines):
    assert PROCESSED in TEXT
    return TEXT.replace(PROCESSED, PROCESSED + "".join(f"{line}\n" for line in lines))


def told(text, code):
    return [finding for finding in read(text).findings if finding.code == code]


@pytest.mark.parametrize(
    "line",
    [
        "tps = 1090.5 (without initial connection time)",
        "tps = 1090.5 (including reconnection times)",
        "tps = 2090.5 (excluding connections establishing)",
    ],
)
def test_a_rate_of_another_run_is_no_figure_of_this_one(line):
    with pytest.raises(ReportError, match="more than one report") as error:
        read(f"{TEXT}\n{line}\n")

    assert error.value.line == line


def test_both_rates_of_an_old_report_are_one_report():
    assert read(OLD).figures.tps


@pytest.mark.parametrize(
    ("line", "code", "values"),
    [
        (
            "number of failed transactions: 7923 (50.000%)",
            "many_errors",
            {"failed": 7923, "begun": 15846, "share": 0.5},
        ),
        (
            "number of transactions skipped: 7923 (50.000%)",
            "many_skipped",
            {"skipped": 7923, "planned": 15846, "share": 0.5},
        ),
    ],
)
def test_many_transactions_that_were_not_done_are_a_caution(line, code, values):
    (finding,) = told(with_lines(line), code)

    assert finding.severity == Severity.CAUTION
    assert finding.values == values
    assert "50 % of the transactions" in worded(finding).message
    assert "7,923 of 15,846" in worded(finding).message


def test_a_few_are_none():
    text = with_lines(
        "number of failed transactions: 79 (0.980%)",
        "number of transactions skipped: 80 (0.990%)",
    )

    assert not told(text, "many_errors")
    assert not told(text, "many_skipped")
