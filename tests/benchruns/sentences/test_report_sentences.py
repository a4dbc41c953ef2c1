"""What rows hold of uploaded reports is said in sentences, whatever keys come first."""

import ast
import json
from pathlib import Path

import pytest

from benchruns.findings import Finding
from benchruns.parsers import recognition
from benchruns.parsers.tool_report import KINDS, Kind
from benchruns.sentences.catalogue import TABLES, worded
from benchruns.sentences.sentence import rounded
from benchruns.submissions.checks.contradictions import contradictions
from benchruns.submissions.statement import clean
from benchruns.submissions.statement.conditions import Origin, conditions
from benchruns.submissions.statement.fields import FIELDS
from benchruns.submissions.statement.usable import findings, usable
from tests.benchruns.report_cases.case import all_cases

BENCHRUNS = Path(recognition.__file__).parents[1]
OF_REPORTS = (
    *(BENCHRUNS / "parsers").rglob("*.py"),
    *(BENCHRUNS / "submissions" / "understanding").rglob("*.py"),
    BENCHRUNS / "submissions" / "checks" / "duplicates.py",
)
READ = [
    case
    for case in all_cases()
    if not case.refused and KINDS[case.format] != Kind.TEMPLATE
]


def said(finding):
    """As a row of PostgreSQL gives it back, which keeps no order of keys."""
    return worded(json.loads(json.dumps(finding.as_dict(), sort_keys=True)))


def finding_of(code, **values):
    return Finding(code=code, severity="caution", values=values)


def codes_in(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        is_finding = isinstance(node, ast.Call) and ast.unparse(node.func) == "Finding"
        for keyword in node.keywords if is_finding else ():
            if keyword.arg == "code" and isinstance(keyword.value, ast.Constant):
                yield keyword.value.value


def test_every_code_has_its_sentences():
    codes = {code for path in OF_REPORTS for code in codes_in(path)}

    assert len(codes) > 25
    assert codes | FIELDS.keys() <= {code for table in TABLES for code in table}


@pytest.mark.parametrize("case", READ, ids=lambda case: case.path)
def test_what_is_found_in_a_report_is_said(case):
    for finding in recognition.read(case.text).findings:
        assert "has no sentence" not in said(finding).message


def contradiction(name, **known):
    sources = {Origin(origin): {name: value} for origin, value in known.items()}
    (finding,) = contradictions(conditions(sources))
    return finding


@pytest.mark.parametrize(
    ("finding", "message"),
    [
        (
            contradiction("threads", catalogue=4, command=1600, output=8),
            "Threads is stated in two ways: the tool's output: 8; the command line: "
            "1,600; the catalogue: 4.",
        ),
        (
            contradiction("memory_gb", settings=2.5, file=4),
            "Memory is stated in two ways: the statement on this file: 4 GB; the "
            "server's settings: 2.5 GB.",
        ),
        (
            contradiction("engine", statement="mysql", output="postgresql"),
            "Engine is stated in two ways: the tool's output: PostgreSQL; the "
            "statement: MySQL.",
        ),
        (  # one that is more exact goes before one that is more reliable
            contradiction(
                "engine_version", output="8.0", file="8.0.36", command="5.7.1"
            ),
            "Engine version is stated in two ways: the statement on this file: 8.0.36; "
            "the command line: 5.7.1.",
        ),
    ],
    ids=lambda value: getattr(value, "code", ""),
)
def test_of_a_contradiction_what_is_taken_comes_first(finding, message):
    assert said(finding).message == message
    is_printed = finding.values["taken"] == Origin.OUTPUT
    assert said(finding).why.startswith("What the tool itself printed") is is_printed


@pytest.mark.parametrize(
    ("name", "value", "rule", "remedy"),
    [
        ("threads", "0", "whole", "Give a whole number from 1 to 1,000,000."),
        ("memory_gb", "x", "number", "Give a number from 0.1 to 65,536."),
        ("memory_gb", "1,5", "decimal_dot", "Write a dot before decimals, and no"),
        ("replication", "x", "choice", "Give one of: none, async, semi_sync, sync."),
        ("tested_on", "soon", "day", "Give a day that has been, as 2026-01-31."),
        ("storage", [1], "text", "Give a text."),
        ("storage", "\x01", "no_controls", "Remove the control characters."),
        ("storage", 81 * "x", "length", "Give 80 characters at most; these are 81."),
        ("provider", "n/a?", "signs", "Give letters, digits, blanks and . _ - +"),
        ("provider", "none", "provider", "Name the provider, as alibaba-cloud"),
        ("provider", 9 * "a&&&&", "short_name", "Give a shorter name."),
        ("instance_class", "nil", "class_code", "Give the code of the class as it is"),
        ("instance_class", "-", "beginning", "Begin with a letter or a digit."),
        ("engine_version", "beta", "version_number", "Give the version with its"),
        ("engine_version", "8\u200b", "visible", "Remove the characters that cannot"),
    ],
)
def test_what_is_not_used_tells_the_rule_that_it_breaks(name, value, rule, remedy):
    (finding,) = findings({Origin.OUTPUT: usable({name: value})})

    assert finding.values["rule"] == rule
    assert rule in clean.RULES
    label = FIELDS[name].label
    assert said(finding).message == (
        f"{label}, as the tool's output tells it, is not used."
    )
    assert said(finding).remedy.startswith(remedy)


@pytest.mark.parametrize(
    ("finding", "message", "remedy"),
    [
        (
            finding_of("statements_as_text", query_mode="simple"),
            "Measured without prepared statements.",
            "Repeat the run with -M prepared",
        ),
        (
            finding_of("statements_as_text"),
            "Measured without prepared statements.",
            "Raise max_prepared_stmt_count",
        ),
        (
            finding_of("nopm_tpm_ratio", nopm=6, tpm=10, low=0.42, high=0.44),
            "NOPM / TPM is 0.600; this load gives 0.42 to 0.44.",
            "Compare NOPM",
        ),
        (
            finding_of("nopm_tpm_ratio", ratio=0.6, least=0.42, most=0.44),
            "NOPM are 0.600 of TPM; by the mix they are 0.420 to 0.440.",
            "See what else uses the server",
        ),
        (
            finding_of("end_not_told", tool="benchbase"),
            "The file does not tell whether the run ended well.",
            "Use a newer BenchBase",
        ),
        (
            finding_of("end_not_told", tool="hammerdb", line="ALL DONE"),
            "The log does not tell that all virtual users ended well.",
            "A log up to “ALL DONE” would tell.",
        ),
        (
            finding_of("statement_mix", reads=7, writes=4, other=2, are_blurred=True),
            "Too many transactions were repeated to tell the workload.",
            "Repeat the run with a script of this site",
        ),
        (
            finding_of("duplicate_figures", results=2, is_draft=False),
            "The same figures stand in 2 other results.",
            "Remove one of them",
        ),
        (
            finding_of("duplicate_figures", results=1, is_draft=False, is_first=True),
            "The same figures stand in a later result, which is not counted.",
            "Withdraw the later report",
        ),
        (
            finding_of("duplicate_figures", results=2, is_draft=False, is_first=False),
            "The same figures stand in an earlier result: that one alone counts.",
            "Withdraw the later report",
        ),
        (
            finding_of("belongs_to_no_report", reports=0, fitting=0, reason=""),
            "The report of pgbench that this file belongs to is missing.",
            "",
        ),
        (
            finding_of("belongs_to_no_report", reports=2, fitting=2, reason=""),
            "This file fits 2 of the reports.",
            "",
        ),
    ],
    ids=[
        *(
            "pgbench",
            "a run without statements prepared",
            "HammerDB",
            "a run",
            "BenchBase",
        ),
        *("HammerDB's end", "repeats", "two others", "first", "later"),
        *("no report", "two reports"),
    ],
)
def test_of_one_code_values_tell_which_sentence_it_is(finding, message, remedy):
    assert said(finding).message == message
    assert said(finding).remedy.startswith(remedy)


@pytest.mark.parametrize(
    ("finding", "message"),
    [
        (
            finding_of("errors_ignored", errors=430, transactions=1, share=430),
            "99.8 % of the tries of a transaction ended in an error and were repeated.",
        ),
        (
            finding_of("errors_ignored", errors=5, transactions=995, share=5 / 995),
            "0.5 % of the tries of a transaction ended in an error and were repeated.",
        ),
        (
            finding_of(
                "many_errors", failed=43_000, begun=43_001, share=43_000 / 43_001
            ),
            "100 % of the transactions failed: 43,000 of 43,001.",
        ),
        (
            finding_of("many_skipped", skipped=2, planned=2, share=1.0),
            "100 % of the transactions were skipped: 2 of 2.",
        ),
        (
            finding_of("writes_without_row", share=0.041),
            "4.1 % of the writes met no row.",
        ),
    ],
)
def test_a_share_is_told_in_plain_digits_and_never_above_the_whole(finding, message):
    assert said(finding).message == message


@pytest.mark.parametrize(
    ("value", "text"),
    [(43_000.4, "43,000"), (99.96, "100"), (0.00123, "0.0012"), (0, "0"), (7, "7")],
)
def test_rounded_numbers_have_no_exponent(value, text):
    assert rounded(value) == text
