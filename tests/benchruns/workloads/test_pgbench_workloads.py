"""The pgbench workloads of the registry: the papers' scripts and their parameters."""

import csv
from pathlib import Path

import pytest

from benchruns.results import published
from benchruns.workloads import WORKLOADS, ParameterError
from benchruns.workloads.pgbench_scripts import (
    SCRIPTS,
    Statements,
    count,
    statements_in,
)

DATA = Path(published.__file__).parent / "data"
READ_WRITE = WORKLOADS["pgbench_read_write"]


def published_lines(workload: str) -> list[str]:
    with (DATA / "statements.csv").open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["workload"] == workload]
    return [row["statement"] for row in rows]


@pytest.mark.parametrize("workload", SCRIPTS)
def test_a_script_is_the_papers_line_by_line(workload):
    assert SCRIPTS[workload].text.splitlines() == published_lines(workload)


def test_statements_are_counted_in_the_script():
    assert WORKLOADS["pgbench_read_only"].statements == {
        "reads": 1,
        "writes": 0,
        "other": 0,
    }
    assert READ_WRITE.statements == {"reads": 1, "writes": 4, "other": 2}


def test_both_ways_of_counting_are_known():
    statements = count(["\\set a 1", "begin;", " Select 1;", "DELETE FROM t;", "END;"])

    assert statements == Statements(reads=1, writes=1, other=2)
    assert (statements.data, statements.all) == (2, 4)


def test_defaults_are_all_records_and_a_thread_a_client():
    cleaned = READ_WRITE.clean({})

    assert (cleaned["hot_records"], cleaned["jobs"]) == (None, None)
    assert READ_WRITE.size(cleaned).hot_records == 1_000_000
    assert READ_WRITE.threads(cleaned) == 8


@pytest.mark.parametrize(
    ("given", "field", "told"),
    [
        ({"scale": 2, "hot_records": 200_001}, "hot_records", "200,000 at most"),
        ({"clients": 4, "jobs": 5}, "jobs", "at most 4"),
        ({"scale": 0}, "scale", "from 1 to 100,000"),
        ({"hot_records": 0}, "hot_records", "from 1 to"),
        ({"threads": 4}, "threads", "no parameter of this name"),
    ],
)
def test_what_does_not_fit_is_told_by_field(given, field, told):
    with pytest.raises(ParameterError) as caught:
        READ_WRITE.clean(given)

    assert list(caught.value.errors) == [field]
    assert told in caught.value.errors[field]


def test_the_largest_values_that_fit_are_taken():
    READ_WRITE.clean({"scale": 2, "hot_records": 200_000, "clients": 4, "jobs": 4})


@pytest.mark.parametrize("name", READ_WRITE.presets)
def test_every_preset_can_be_run(name):
    READ_WRITE.clean(READ_WRITE.presets[name])


def test_every_published_row_can_be_asked_for():
    with (DATA / "results.csv").open(newline="") as file:
        rows = [r for r in csv.DictReader(file) if r["workload"].startswith("pgbench")]

    assert rows
    for row in rows:
        cleaned = WORKLOADS[row["workload"]].clean(
            {
                "scale": int(row["scale"]),
                "hot_records": int(row["hot_records"]),
                "clients": int(row["threads"]),
                "duration_seconds": int(row["duration_seconds"]),
            }
        )
        assert READ_WRITE.size(cleaned).rows == int(row["total_records"])


@pytest.mark.parametrize(
    ("command", "statements"),
    [
        ("SELECT 1;", ["SELECT 1"]),
        ("SELECT 1 \\; SELECT 2 \\; SELECT 3;", ["SELECT 1", "SELECT 2", "SELECT 3"]),
        ("SELECT 1 ; SELECT 2;", ["SELECT 1", "SELECT 2"]),  # as pgbench -r lists it
        ("SELECT 'a;b', \"c;d\" ; END;", ["SELECT 'a;b', \"c;d\"", "END"]),
        ("SELECT 'a", ["SELECT 'a"]),
        ("\\set aid random(1, 5); x", []),
        ("  ;;", []),
    ],
)
def test_joined_statements_are_told_apart(command, statements):
    assert statements_in(command) == statements
