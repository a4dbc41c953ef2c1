"""The demo from its start to its end, with each of its processes killed on the way."""

import os
import signal
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pymysql
import pytest

from local import ports
from local.servers import switch_to
from tests.local.demo_process import Demo
from tests.waiting import for_ends, until

pytestmark = pytest.mark.fault

PROGRAMS = [
    "mariadb",
    "postgresql",
    "redis",
    "web",
    "worker-runs",
    "worker-control",
    "worker-tend",
    "worker-webhooks",
    "beat",
]


@pytest.fixture(scope="module")
def demo(server_folder: Path) -> Iterator[Demo]:
    demo = Demo(server_folder / "demo", port=ports.choose())
    demo.start()
    yield demo
    demo.end()


def databases_answer(demo: Demo) -> bool:
    variables = demo.variables()
    server = variables["MARIADB_URL"].removeprefix("mysql://benchbook:")
    password, _, place = server.partition("@127.0.0.1:")
    port = int(place.partition("/")[0])
    try:
        pymysql.connect(
            host="127.0.0.1",
            port=port,
            user="benchbook",
            password=password,
            ssl_disabled=True,  # reading all CAs takes longer than the rest
        ).close()
        psycopg.connect(variables["POSTGRES_URL"]).close()
    except (pymysql.MySQLError, psycopg.Error):
        return False
    return True


def is_whole(demo: Demo) -> bool:
    """Every program runs, the databases log us in and ``/healthz`` answers 200."""
    states = demo.states()
    return (
        set(states) == set(PROGRAMS)
        and all(state.word == "RUNNING" for state in states.values())
        and demo.client().is_healthy()
        and databases_answer(demo)
    )


def test_the_tests_know_every_program(demo):
    assert set(demo.states()) == set(PROGRAMS)


def test_demo_env_is_private_and_says_how_to_get_in(demo):
    variables = demo.variables()

    assert stat.S_IMODE(demo.env_file.stat().st_mode) == 0o600
    assert variables["BENCHBOOK_URL"] == f"http://127.0.0.1:{demo.port}"
    assert variables["BENCHBOOK_USER"] == "demo"
    assert variables["BENCHBOOK_PASSWORD"] in demo.output.read_text()
    assert variables["BENCHBOOK_TOKEN"] in demo.output.read_text()
    assert variables["BENCHBOOK_CUSTOMER"] == "customer"
    assert variables["BENCHBOOK_CUSTOMER_PASSWORD"] in demo.output.read_text()
    assert databases_answer(demo)


def test_both_servers_have_a_run_that_succeeded(demo):
    client = demo.client()
    names = {
        each["id"]: each["name"]
        for each in client.each("/api/v1/endpoints/")
        if each["name"].startswith("Local")
    }
    runs = list(client.each("/api/v1/runs/"))

    assert sorted(names.values()) == ["Local MariaDB", "Local PostgreSQL"]
    assert {names[run["endpoint"]] for run in runs} == set(names.values())
    assert [run["state"] for run in runs] == ["succeeded", "succeeded"]


def test_a_new_user_finds_finished_runs_and_endpoints_to_try(demo):
    customer = demo.client("BENCHBOOK_CUSTOMER_TOKEN")

    runs = list(customer.each("/api/v1/runs/"))
    endpoints = list(customer.each("/api/v1/endpoints/"))

    assert [(run["state"], run["visibility"]) for run in runs] == [
        ("succeeded", "public")
    ] * 2
    assert {each["name"] for each in endpoints} == {
        "Sample MariaDB",
        "Sample PostgreSQL",
    }
    assert all(each["last_check"]["ok"] for each in endpoints)


def test_secrets_are_not_in_any_argument(demo):
    variables = demo.variables()
    secrets = [variables["BENCHBOOK_PASSWORD"], variables["BENCHBOOK_TOKEN"]]

    arguments = [part for process in demo.processes() for part in process.cmdline()]

    assert not [part for part in arguments if any(s in part for s in secrets)]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root starts as another user")
def test_database_servers_do_not_know_the_portals_keys(demo):
    for name, user in (("mariadb", "mysql"), ("postgresql", "postgres")):
        process = psutil.Process(demo.states()[name].pid)

        assert process.username() == switch_to(user)
        assert "SECRET_KEY" not in process.environ()


def test_a_second_demo_of_the_same_folder_is_refused(demo):
    second = demo.spawn()

    assert second.wait() == 1
    assert "already running" in demo.output.read_text()
    assert demo.env_file.exists()


def test_a_port_in_use_is_named(server_folder):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        refused = Demo(server_folder / "refused", port=port)

        assert refused.spawn().wait() == 1

    assert f"Port {port} is in use" in refused.output.read_text()


@pytest.mark.cases_in_turn
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_killed_program_is_started_again(demo, name):
    before = demo.states()[name].pid

    os.kill(before, signal.SIGKILL)

    until(
        lambda: is_whole(demo) and demo.states()[name].pid != before,
        what=f"a new {name} in a whole demo",
    )


@pytest.mark.cases_in_turn
@pytest.mark.parametrize("name", ["web", "worker-runs", "worker-control"])
def test_a_killed_child_of_a_program_is_replaced(demo, name):
    parent = psutil.Process(demo.states()[name].pid)
    before = parent.children()

    before[0].kill()

    until(
        lambda: (
            len(parent.children()) == len(before)
            and before[0].pid not in [child.pid for child in parent.children()]
        ),
        what=f"a new child of {name}",
    )
    until(lambda: is_whole(demo), what="a whole demo")


def test_a_killed_supervisor_is_started_again(demo):
    before = demo.processes()

    demo.supervisor().kill()

    until(lambda: is_whole(demo) and demo.processes() != before, what="a whole demo")
    for_ends(*before)


def test_a_stop_leaves_nothing_and_a_new_start_keeps_everything(demo):
    variables = demo.variables()

    children = demo.send(signal.SIGTERM)

    assert demo.process.wait() == 0
    for_ends(*children)
    assert not demo.env_file.exists()

    demo.start()

    assert demo.variables() == variables
    assert len(list(demo.client().each("/api/v1/runs/"))) == 2


def test_a_killed_demo_leaves_nothing_running(demo):
    children = demo.send(signal.SIGKILL)
    demo.process.wait()

    for_ends(*children)


def test_a_stop_in_the_middle_of_the_start_leaves_nothing(demo):
    demo.process = demo.spawn()
    until(lambda: len(demo.processes()) > 5, what="some processes")

    children = demo.send(signal.SIGHUP)

    assert demo.process.wait() == 0
    for_ends(*children)
