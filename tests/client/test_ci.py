"""The examples of docs/ci.md: one build passes, and one fails once the server is slower."""

import re
import subprocess
import sys

import pytest
import yaml

from benchruns.models import Endpoint, Run, Sweep
from local.places import ROOT
from tests import waiting
from tests.client import command
from tests.slow_way import slow_way
from tests.targets import endpoint_of
from workers import checker
from workers.runs import executor

DOCUMENT = (ROOT / "docs" / "ci.md").read_text()
GITHUB, GITLAB = map(
    yaml.safe_load, re.findall(r"^```yaml\n(.*?)^```$", DOCUMENT, re.M | re.S)
)
# The same commands with less to do.
LESS = {
    "--threads 1,8": "--threads 1",
    "--repetitions 5": "--repetitions 2",
    "--settle-seconds 10": "--settle-seconds 0",
    "tables=4": "tables=1",
    "table_size=25000": "table_size=500",
    "duration_seconds=60": "duration_seconds=1",
}


def github_steps():
    return [step["run"] for step in GITHUB["jobs"]["benchmark"]["steps"]]


def gitlab_steps():
    job = GITLAB["benchmark"]
    return [*job["before_script"], *job["script"], *job["after_script"]]


@pytest.fixture
def build(environment, tmp_path):
    """A folder of a build, in which a step is done while a worker carries runs out."""
    program = tmp_path / "benchbook"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m benchbook_client "$@"\n')
    program.chmod(0o755)
    env = command.bare() | environment
    env["PATH"] = f"{tmp_path}:{env['PATH']}"

    def done(step, **variables):
        for whole, less in LESS.items():
            step = step.replace(whole, less)
        with subprocess.Popen(
            ["bash", "-e", "-o", "pipefail", "-c", step],
            env=env | variables,
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            waiting.until(
                lambda: _carry_out() or process.poll() is not None, what="the step"
            )
            return process.wait(), process.stderr.read()

    return done


def _carry_out():
    for run in Run.objects.filter(state="queued").order_by("sweep_position"):
        executor.execute(run.pk)


def test_both_examples_ask_for_the_same():
    both = [steps()[1].split("--name")[0] for steps in (github_steps, gitlab_steps)]

    assert both[0] == both[1]
    assert {steps()[0] for steps in (github_steps, gitlab_steps)} == {github_steps()[0]}


@pytest.mark.long
@pytest.mark.engine
def test_a_build_fails_once_the_server_is_slower(build, user, mariadb_target, tmp_path):
    endpoint = endpoint_of(mariadb_target, owner=user, name="shop")
    checker.perform(endpoint.checks.create().pk)
    summary = tmp_path / "summary.md"
    github = {
        "GITHUB_STEP_SUMMARY": str(summary),
        "GITHUB_RUN_NUMBER": "7",
        "GITHUB_RUN_ID": "1",
        "GITHUB_RUN_ATTEMPT": "1",
    }
    _install, measure, compare = github_steps()

    code, told = build(measure, **github)
    assert code == 0, told
    assert "nothing before" in told
    assert build(compare, **github)[0] == 0
    assert "| oltp\\_read\\_write, 1 threads | TPS |  | " in summary.read_text()
    assert Run.objects.filter(name="build 7").count() == 2

    # As far away as another continent: far slower than any noise of this machine.
    gitlab = {"CI_PIPELINE_IID": "8", "CI_JOB_ID": "2"}
    _install, measure, compare = gitlab_steps()
    with slow_way(mariadb_target, delay_ms=10) as far:
        Endpoint.objects.filter(pk=endpoint.pk).update(port=far.port)
        code, told = build(measure, **gitlab)
    assert code == 1, told
    assert re.search(r"[\d.]+ TPS, \d+\.\d % slower than [\d,.]+ before", told)
    assert build(compare, **gitlab)[0] == 0
    table = (tmp_path / "comparison.md").read_text()
    assert re.search(r"\| TPS \| [\d,.]+ \| [\d,.]+ \| -\d\d\.\d % \|", table), table
    assert Sweep.objects.count() == 2
