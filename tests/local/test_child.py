"""A child dies with its parent, keeps its arguments and loses what it should."""

import json
import os
import subprocess
import sys
import time

import psutil
import pytest

from local import child
from tests.waiting import for_ends

# Starts a child that sleeps, names it, and waits.
PARENT = """
import subprocess, sys, time
from local import child
process = subprocess.Popen(child.command_line(["sleep", "3600"]))
print(process.pid, flush=True)
time.sleep(3600)
"""
SHOW = "import json, os; print(json.dumps([os.getcwd(), dict(os.environ)]))"


def test_a_child_dies_with_a_killed_parent():
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE)
    sleeper = psutil.Process(int(parent.stdout.readline()))
    while sleeper.name() != "sleep":
        time.sleep(0.01)

    parent.kill()
    parent.communicate()

    for_ends(sleeper)


def test_a_child_of_a_parent_that_has_ended_does_not_start():
    ended = subprocess.Popen(["true"])
    ended.wait()

    command = child.command_line(["echo", "started"], parent=str(ended.pid))
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode != 0
    assert done.stdout == ""
    assert "the parent process has ended" in done.stderr


def test_arguments_arrive_as_given():
    arguments = ["-c", "import sys; print(sys.argv[1:])", "--user", "a b", "--"]

    command = child.command_line([sys.executable, *arguments])
    done = subprocess.run(command, capture_output=True, text=True, check=True)

    assert done.stdout.strip() == str(["--user", "a b", "--"])


def test_a_bare_child_gets_no_secret():
    command = child.command_line([sys.executable, "-c", SHOW], bare=True)
    environment = os.environ | {"SECRET_KEY": "secret"}
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment, check=True
    )
    folder, seen = json.loads(done.stdout)

    assert folder == "/"
    assert "SECRET_KEY" not in seen
    assert "PATH" in seen


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_a_child_of_root_becomes_another_user():
    command = child.command_line(["id", "-un"], user="nobody")
    done = subprocess.run(command, capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "nobody"
