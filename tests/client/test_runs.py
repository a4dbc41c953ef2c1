"""Runs from a command line: planned, waited for, listed."""

import json
import re
import subprocess
import sys

import pytest

from benchruns.models import Run
from tests import waiting
from tests.client import command
from tests.factories import EndpointFactory, GeneratorFactory, ResultFactory, RunFactory
from tests.targets import endpoint_of
from workers import checker
from workers.runs import executor

SMALL = ("-p", "tables=1", "-p", "table_size=1000", "-p", "threads=1")
SHORT = (*SMALL, "-p", "duration_seconds=1", "-p", "rate=50")


@pytest.fixture
def shop(user):
    return EndpointFactory(owner=user, name="shop", checked=True)


def test_endpoints_are_listed(benchbook, shop):
    answer = benchbook("endpoints")

    assert answer.exit_code == 0
    assert "shop" in answer.stdout
    assert str(shop.pk) in answer.stdout
    (row,) = json.loads(benchbook("endpoints", "--json").stdout)
    assert row["name"] == "shop"


def test_a_plan_says_what_would_be_created(benchbook, shop):
    answer = benchbook("plan", "shop", "oltp_read_write", *SMALL, "--threads", "1,2")

    assert answer.exit_code == 0, answer.output
    assert "1,000" in answer.stdout
    assert re.search(r"^reported by the server +\d", answer.stdout, re.M)
    assert re.search(r"^measuring +2 times \d", answer.stdout, re.M)
    assert re.search(r"^preflight +\d", answer.stdout, re.M)
    assert re.search(r"^all of it +\d", answer.stdout, re.M)
    assert Run.objects.count() == 0


def test_a_plan_that_would_not_start_exits_with_2(benchbook, shop):
    answer = benchbook("plan", "shop", "oltp_read_write", "-p", "threads=1900")

    assert answer.exit_code == 2
    assert "refused: " in answer.stdout


def test_a_vendor_s_figure_in_doubt_is_said_to_be_beside_what_was_measured(
    benchbook, user
):
    row = ResultFactory(doubted=True)
    run = RunFactory(owner=user, succeeded=True, reproduces=row)

    answer = benchbook("watch", run.pk)

    assert answer.exit_code == 0, answer.output
    heads = r"^figure +published +measured +ratio +in doubt +note"
    assert re.search(heads, answer.stdout, re.M)
    assert re.search(rf"^TPS +{row.tps:,.0f} .* figure\b", answer.stdout, re.M)


def test_a_run_starts_from_a_preset(benchbook, shop):
    words = ("run", "shop", "oltp_read_write", "--preset", "cached", "-p", "threads=3")

    assert benchbook(*words).exit_code == 0
    parameters = Run.objects.get().parameters
    assert parameters["threads"] == 3
    assert parameters["warmup_seconds"] > 0
    assert "no preset 'x'" in benchbook(*words[:4], "x").stderr


def test_a_run_is_named_and_told_once(benchbook, shop):
    words = ("run", shop.pk, "oltp_read_write", *SMALL, "--name", "n", "--tag", "t")
    key = ("--idempotency-key", "build-7")

    first, second = benchbook(*words, *key), benchbook(*words, *key)

    run = Run.objects.get()
    assert first.stdout == second.stdout == f"{run.pk}\n"
    assert (run.name, run.tags) == ("n", "t")


@pytest.mark.parametrize("kind", ["run", "sweep"])
def test_several_generators_are_asked_for_by_number_and_labels(benchbook, shop, kind):
    words = (kind, "shop", "oltp_read_write", *SMALL[:4])
    threads = ("-p", "threads=4") if kind == "run" else ("--threads", "2,4")
    asked = (
        *("--generators", "2", "--go-on-without-lost"),
        *("--label", "region=cn-hangzhou", "--label", "network=25g"),
    )

    answer = benchbook(*words, *threads, *asked)

    assert answer.exit_code == 0, answer.output
    wanted = {"region": "cn-hangzhou", "network": "25g"}
    for run in Run.objects.all():
        assert (run.generators, run.goes_on_without_lost) == (2, True)
        assert run.generator_labels == wanted


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--generators", "3"), "1 to 1"),
        (("--label", "cn-hangzhou"), "name=text"),
    ],
    ids=["threads", "label"],
)
def test_generators_that_cannot_be_asked_for_exit_with_2(benchbook, shop, more, said):
    answer = benchbook("run", "shop", "oltp_read_write", *SMALL, *more)

    assert answer.exit_code == 2
    assert said in answer.stderr
    assert not Run.objects.exists()


def test_a_plan_says_where_no_generator_is_there(benchbook, shop):
    words = ("plan", "shop", "oltp_read_write", *SMALL, "--label", "rack=4")

    before = benchbook(*words)
    GeneratorFactory(labels={"rack": "4"})
    after = benchbook(*words)

    assert "rack=4" in before.stdout
    assert "rack=4" not in after.stdout


def test_a_plan_says_which_tool_no_generator_has(benchbook, shop):
    GeneratorFactory(tools={"pgbench": "15.18"})

    told = benchbook("plan", "shop", "oltp_read_write", *SMALL).stdout

    assert "No load generator that is connected has sysbench." in " ".join(told.split())


@pytest.mark.parametrize("state", ["failed", "cancelled"])
def test_a_run_that_came_to_nothing_exits_with_3(benchbook, user, state):
    run = RunFactory(owner=user, **{state: True})

    answer = benchbook("watch", run.pk)

    assert answer.exit_code == 3
    assert f"Run {run.pk}" in answer.stderr
    assert state in answer.stdout


def test_a_run_that_succeeded_is_shown(benchbook, user):
    run = RunFactory(owner=user, succeeded=True)

    answer = benchbook("watch", run.pk)

    assert answer.exit_code == 0, answer.output
    assert "TPS" in answer.stdout
    assert json.loads(benchbook("watch", run.pk, "--json").stdout)["id"] == str(run.pk)


def test_a_run_in_doubt_says_so_under_its_figures(benchbook, user):
    run = ResultFactory(measured=True, doubted=True, owner=user).run

    assert "in doubt: the figure\n" in benchbook("watch", run.pk).stdout


def test_results_are_found_by_what_they_are(benchbook):
    ResultFactory(tps=336.98)
    ResultFactory(engine_version="5.7")

    answer = benchbook("results", "--engine-version", "5.7", "--json")

    (row,) = json.loads(answer.stdout)
    assert row["engine_version"] == "5.7"
    assert (
        "337" in benchbook("results", "--limit", "1", "--engine-version", "8.0").stdout
    )


def test_what_an_answer_says_does_not_steer_a_terminal(benchbook, user):
    EndpointFactory(owner=user, name="\x1b[31mred\x9b2J")

    answer = benchbook("endpoints")

    assert "red" in answer.stdout
    assert not {"\x1b", "\x9b"} & set(answer.stdout)


@pytest.mark.engine
def test_the_command_waits_for_a_real_run(environment, user, mariadb_target):
    endpoint = endpoint_of(mariadb_target, owner=user, name="shop")
    checker.perform(endpoint.checks.create().pk)
    words = ("run", "shop", "oltp_read_write", *SHORT, "--wait", "--json")

    with command.start(*words, environment=environment) as process:
        run = waiting.until(Run.objects.first, what="the run that it asks for")
        executor.execute(run.pk)
        out, err = process.communicate(timeout=waiting.HANG_SECONDS)

    assert process.returncode == 0, err
    told = json.loads(out)
    assert (told["id"], told["state"]) == (str(run.pk), "succeeded")
    assert told["figures"]["tps"] > 0
    assert "succeeded" in err
    assert environment["BENCHBOOK_TOKEN"] not in out + err


def test_the_client_needs_no_django():
    """Nor anything else of Benchbook's."""
    program = (
        "import sys, benchbook_client.commands\n"
        "print({'django', 'portal', 'benchruns'} & {m.split('.')[0] for m in sys.modules})"
    )
    told = subprocess.run(
        [sys.executable, "-c", program],
        env=command.bare(),
        capture_output=True,
        text=True,
        check=True,
    )

    assert told.stdout.strip() == "set()"
