"""``python -m workers.tools.tpcc`` as it is started, on real servers without data."""

import json
import os
import subprocess
import sys
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from tests import waiting
from workers.tools import tpcc
from workers.tools.tpcc import sql_files
from workers.tools.tpcc.dialects import dialect_of

pytestmark = pytest.mark.engines_in_turn

PROJECT = Path(tpcc.__file__).parents[3]
RUN = (
    *("run", "--profile=hammerdb", "--warehouses=1", "--virtual-users=2"),
    *("--rampup-seconds=0", "--duration-seconds=1"),
)
DENIED = {"mysql": "1045", "postgresql": "08001", "sqlserver": "18456"}
NO_TABLE = {"mysql": "1146", "postgresql": "42P01", "sqlserver": "208"}
LOST = {"mysql": ("1053", "1927", "2006", "2013"), "postgresql": ("57P01", "08006")}
OTHERS = {
    "mysql": "SELECT id FROM information_schema.processlist WHERE db = DATABASE()"
    " AND id <> CONNECTION_ID()",
    "postgresql": "SELECT pid FROM pg_stat_activity WHERE application_name ="
    " 'benchbook-tpcc' AND pid <> pg_backend_pid() AND query NOT LIKE '%pg_sleep%'",
}
KILL = {"mysql": "KILL {}", "postgresql": "SELECT pg_terminate_backend({})"}


def started(place, *argv: str, folder) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-m", "workers.tools.tpcc", *argv],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(PROJECT)},
    )
    process.stdin.write(json.dumps(asdict(place)))
    process.stdin.close()
    process.stdin = None
    return process


def ended(process: subprocess.Popen[str]) -> tuple[str, str]:
    return process.communicate(timeout=waiting.HANG_SECONDS)


@pytest.fixture
def place_with_empty_routine(place):
    with dialect_of(place.dialect).connect(place) as session:
        session.execute(sql_files.empty_routine(place.dialect))
    return place


def test_the_ceiling_is_measured(place_with_empty_routine, tmp_path):
    argv = ("ceiling", "--virtual-users=3", "--duration-seconds=1", "--processes=2")

    with started(place_with_empty_routine, *argv, folder=tmp_path) as process:
        out, err = ended(process)

    assert (process.returncode, err) == (0, "")
    told = json.loads(out)
    assert told["calls_per_core_second"] > 0
    assert told["calls_per_s"] == round(told["calls"], 1) > 0


def test_a_server_that_refuses_is_told_in_one_line(place, tmp_path):
    wrong = replace(place, password="not-this-one")

    with (
        started(wrong, *RUN, folder=tmp_path) as refused,
        started(place, *RUN, folder=tmp_path) as without_tables,
    ):
        denied, no_table = ended(refused), ended(without_tables)

    assert (refused.returncode, without_tables.returncode) == (1, 1)
    assert denied[0].startswith(f"FATAL: {DENIED[place.dialect]}: ")
    assert no_table[0].startswith(f"FATAL: {NO_TABLE[place.dialect]}: ")
    for out, err in (denied, no_table):
        assert (out.count("\n"), err) == (1, "")
        assert "not-this-one" not in out


def test_a_session_that_is_ended_by_the_server_ends_the_tool(
    place_with_empty_routine, tmp_path
):
    place = place_with_empty_routine
    if place.dialect == "sqlserver":
        pytest.skip("the others show it; KILL needs ALTER ANY CONNECTION there")
    argv = (
        "ceiling",
        "--virtual-users=2",
        f"--duration-seconds={waiting.ENDLESS_SECONDS}",
    )

    with (
        dialect_of(place.dialect).connect(place) as session,
        started(place, *argv, folder=tmp_path) as process,
    ):
        waiting.until(
            lambda: len(session.rows(OTHERS[place.dialect])) == 2,
            what="two users",
        )
        ((one,), _) = session.rows(OTHERS[place.dialect])
        session.rows(KILL[place.dialect].format(one))
        out, err = ended(process)

    assert (process.returncode, err) == (1, "")
    assert out.startswith(tuple(f"FATAL: {number}: " for number in LOST[place.dialect]))
