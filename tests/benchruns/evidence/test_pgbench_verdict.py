"""Which runs of pgbench are believed."""

import pytest

from benchruns.engines import FAMILIES
from benchruns.evidence import pgbench_verdict
from benchruns.failures.failure import BenchbookError
from tests.benchruns.parsers.pgbench.test_parser import READ_WRITE, sample

LOADED = """\
creating tables...
generating data (client-side)...
1000000 of 1000000 tuples (100%) done (elapsed 0.51 s, remaining 0.00 s)
vacuuming...
creating primary keys...
done in 1.15 s (create tables 0.01 s, client-side generate 0.70 s, vacuum 0.10 s).
"""
NO_EVENTS = """\
transaction type: ro.sql
number of transactions actually processed: 0
number of failed transactions: 0 (NaN%)
"""


def failure_of(exit_status: int, output: str):
    with pytest.raises(BenchbookError) as caught:
        pgbench_verdict.judge(
            exit_status=exit_status, output=output, family=FAMILIES["postgresql"]
        )
    return caught.value.failure


def test_a_whole_report_is_believed():
    report = pgbench_verdict.judge(
        exit_status=0, output=READ_WRITE, family=FAMILIES["postgresql"]
    )

    assert report.figures.tps == 2656.552343


@pytest.mark.parametrize(
    ("exit_status", "output", "code"),
    [
        (2, sample("aborted"), "server_gone"),
        (0, sample("aborted"), "server_gone"),
        (2, sample("no-tables"), "table_missing"),
        (2, READ_WRITE, "unknown"),
        (0, NO_EVENTS, "no_events"),
        (0, "pgbench (15.18)\n", "incomplete_report"),
        (0, "", "incomplete_report"),
        (-9, "pgbench (15.18)\n", "tool_killed"),
        (-11, "pgbench (15.18)\n", "tool_died"),
        (1, "", "unknown"),
        (
            2,
            "pgbench: error: client 1 script 0 aborted in command 3 query 0: why\n",
            "incomplete_report",
        ),
        (
            2,
            'pgbench: error: connection to server at "db", port 5432 failed: FATAL:  '
            'password authentication failed for user "u"\n',
            "wrong_password",
        ),
        (
            2,
            "pgbench: error: client 3 aborted in command 4 (SQL) of script 0; perhaps "
            "the backend died while processing\n",
            "server_gone",
        ),
    ],
)
def test_any_other_is_told_by_its_cause(exit_status, output, code):
    assert failure_of(exit_status, output).code == code


def test_the_failure_quotes_pgbenchs_own_line():
    detail = failure_of(2, sample("aborted")).detail

    assert "terminating connection due to administrator command" in detail


def test_a_load_that_came_to_its_end_is_believed():
    pgbench_verdict.check_load(
        exit_status=0, output=LOADED, family=FAMILIES["postgresql"]
    )


@pytest.mark.parametrize(
    ("exit_status", "output", "code"),
    [
        (0, LOADED.replace("done in 1.15", "ending in"), "incomplete_report"),
        (
            1,
            'pgbench: error: query failed: ERROR:  relation "pgbench_history" already '
            "exists\n",
            "table_exists",
        ),
        (
            1,
            "pgbench: error: query failed: ERROR:  could not extend file: No space "
            "left on device\n",
            "disk_full",
        ),
    ],
)
def test_a_load_that_did_not_is_told_by_its_cause(exit_status, output, code):
    with pytest.raises(BenchbookError) as caught:
        pgbench_verdict.check_load(
            exit_status=exit_status, output=output, family=FAMILIES["postgresql"]
        )

    assert caught.value.failure.code == code
