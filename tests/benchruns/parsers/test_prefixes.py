"""What others put before each line of a tool's output is no part of it."""

import pytest

from benchruns.parsers import recognition
from benchruns.parsers.stored.text import read_to_keep
from benchruns.parsers.text import prefixes
from benchruns.parsers.text.prefixes import without_prefixes
from benchruns.parsers.tool_report import Format
from tests.benchruns.report_cases.case import all_cases
from tests.growth import is_in_proportion

READ = [case for case in all_cases() if not case.refused]
SHORT = {case.format: case for case in reversed(READ)}
OUTPUTS = [
    SHORT[format]
    for format in (
        *(Format.SYSBENCH, Format.SYSBENCH_CSV, Format.PGBENCH, Format.HAMMERDB_LOG),
        *(Format.GO_TPC, Format.GO_TPC_JSON, Format.BENCHBASE, Format.MYSQL_VARIABLES),
    )
]
PREFIXES = {
    "mail": "> ",
    "mail of a mail": "> > ",
    "docker logs -t": "2026-01-05T12:00:{:02}.123456789Z ",
    "a node of Kubernetes": "2026-01-31T12:00:{:02}.000000000Z stdout F ",
    "a log": "[2026-01-05 12:00:{:02}] ",
    "ts": "Jan  5 12:00:{:02} ",
    "a clock": "12:00:{:02} ",
    "journald": "Jan 05 12:00:{:02} loader-1 bench.sh[4711]: ",
    "journald, iso": "2026-01-05T12:00:{:02}+0100 ",
    "docker compose": "bench-1  | ",
    "docker compose with times": "bench-1  | 2026-01-05T12:00:{:02}.1Z ",
    "kubectl": "[pod/bench-7d9f/bench] ",
}


def prefixed(text, prefix):
    lines = text.splitlines()
    return "\n".join(prefix.format(at % 60) + line for at, line in enumerate(lines))


@pytest.mark.parametrize("prefix", PREFIXES.values(), ids=PREFIXES)
@pytest.mark.parametrize("case", OUTPUTS, ids=lambda case: case.format)
def test_a_prefix_of_each_line_changes_nothing(case, prefix):
    found = recognition.read(prefixed(case.text, prefix))

    assert found.figures == recognition.read(case.text).figures
    assert found.format == case.format
    assert len(found.samples) == len(recognition.read(case.text).samples)


def test_what_a_shell_says_first_has_no_prefix():
    text = SHORT[Format.SYSBENCH].text

    lines = "$ docker logs -t bench\n" + prefixed(text, PREFIXES["docker logs -t"])

    assert recognition.read(lines).figures == recognition.read(text).figures


@pytest.mark.parametrize("case", READ, ids=lambda case: case.path)
def test_lines_of_the_tools_themselves_have_none(case):
    if case.file.suffix != ".xlsx":
        assert without_prefixes(case.text) == case.text


def test_a_word_of_the_tool_that_stands_behind_a_time_is_no_unit_of_journald():
    text = prefixed("queries performed:\nread: 5\ntotal time: 2s", PREFIXES["ts"])

    assert without_prefixes(text) == "queries performed:\nread: 5\ntotal time: 2s"


def test_a_secret_that_is_seen_behind_the_prefix_alone_is_blanked():
    text = "db_password S3cretWord\n" + SHORT[Format.SYSBENCH].text

    found = read_to_keep(prefixed(text, PREFIXES["docker compose"]))

    assert "S3cretWord" not in found.text
    assert found.secrets == 1


def test_a_text_without_secrets_is_kept_with_its_prefixes():
    text = prefixed(SHORT[Format.SYSBENCH].text, PREFIXES["ts"])

    assert read_to_keep(text).text == text


def test_looking_for_prefixes_takes_time_in_proportion():
    assert is_in_proportion(lambda size: without_prefixes("> > > x\n" * size), 40_000)


def test_endless_lines_are_not_looked_at():
    text = "> \n" * (prefixes.MOST_LINES + 1)

    assert without_prefixes(text) is text
