"""Targets of make side by side: all are made, and each failure is seen."""

import os
import signal
import subprocess
import sys

import pytest

from local.places import ROOT
from tests.waiting import until

MAKEFILE = """
quick:
	@echo quick work
wrong:
	@echo wrong work; exit 3
after:
	@touch after
long:
	@echo long work
waiting:
	@while [ ! -e after ]; do sleep 0.05; done; echo waited
endless:
	@touch begun; exec sleep 3600
"""


@pytest.fixture
def start(tmp_path):
    (tmp_path / "Makefile").write_text(MAKEFILE)

    def started(*lanes: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "local.side_by_side", *lanes],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    return started


def test_all_that_is_well_is_told_with_its_time(start):
    process = start("quick", "long")
    output, _ = process.communicate()

    assert process.returncode == 0
    assert "long work" in output
    told = [line.split() for line in output.splitlines() if " s  " in line]
    assert sorted((line[0], *line[3:]) for line in told) == [
        ("long", "ok"),
        ("quick", "ok", "quick", "work"),
    ]
    assert output.count("quick work") == 1


def test_a_failure_is_shown_last_and_holds_nothing_up(start):
    process = start("wrong after", "long")
    output, _ = process.communicate()

    assert process.returncode == 1
    assert output.index("long work") < output.index("== wrong\nwrong work")
    assert "FAILED with 2" in output
    assert "after" in output


def test_lanes_are_made_at_the_same_time(start):
    process = start("quick after", "waiting")
    output, _ = process.communicate()

    assert process.returncode == 0
    assert "waited" in output


def test_a_failure_of_what_is_seen_counts_as_well(start):
    process = start("quick", "wrong long")
    output, _ = process.communicate()

    assert process.returncode == 1
    assert "long work" in output


@pytest.mark.parametrize(
    ("number", "send"),
    [(signal.SIGINT, os.killpg), (signal.SIGTERM, os.kill)],
    ids=["from a terminal", "to the process"],
)
def test_a_signal_ends_all(start, tmp_path, number, send):
    process = start("endless wrong", "waiting after")
    until((tmp_path / "begun").exists, what="the target")

    send(process.pid, number)

    output, _ = process.communicate()  # which ends when nobody can write any more
    assert process.returncode == 128 + number
    assert not (tmp_path / "after").exists()
    assert "wrong" not in output
