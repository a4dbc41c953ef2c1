"""Each tool's own connection, as a check of an endpoint tries it."""

import shutil
from dataclasses import replace

import pytest

from benchruns.sentences.endpoints import check_message
from local.servers import MariaDb
from tests.targets import endpoint_of
from tests.workers.accounts import execute
from tests.workers.own_servers import mariadb
from tests.workers.tpcc.certificates import self_signed
from workers import checker
from workers.tools import connections

pytestmark = pytest.mark.engine


@pytest.fixture(params=["mariadb", "postgres"])
def target(request):
    return request.getfixturevalue(f"{request.param}_target")


def codes(target, *, has_tls=False):
    found = connections.failures(target, has_tls=has_tls)
    return {tool: failure and failure.code for tool, failure in found.items()}


def test_every_tool_of_the_family_reaches_the_server(target):
    own = {"mysql": set(), "postgresql": {"pgbench"}}[target.family.name]

    assert codes(target) == dict.fromkeys({"sysbench", "benchbook-tpcc"} | own)


def test_a_wrong_password_is_named_for_each(target):
    found = codes(replace(target, password="wrong"))

    assert set(found.values()) == {"wrong_password"}


def test_a_tool_that_starts_and_stands_is_ended(target, monkeypatch):
    monkeypatch.setattr(connections, "SECONDS", 0.01)

    assert set(codes(target).values()) == {"connection_timeout"}


@pytest.fixture(scope="module")
def encrypted(server_folder):
    """A MySQL or MariaDB that offers TLS."""
    path = server_folder / "check-tls.pem"
    self_signed(path, name="db.example")
    if user := MariaDb(home=server_folder, port=0, password="").user:
        shutil.chown(path, user, user)
    with mariadb(server_folder, f"--ssl-cert={path}", f"--ssl-key={path}") as target:
        execute(
            target,
            "CREATE USER 'safe'@'%' IDENTIFIED BY 'for-tests' REQUIRE SSL",
            "GRANT ALL ON *.* TO 'safe'@'%'",
        )
        yield replace(target, username="safe", tls="prefer")


def test_a_tool_without_tls_is_told_where_the_probe_has_it(encrypted):
    found = codes(encrypted, has_tls=True)

    assert found == {"sysbench": "tool_without_tls", "benchbook-tpcc": None}


@pytest.mark.django_db(transaction=True)
def test_a_check_says_which_tool_cannot_connect_and_why(encrypted):
    endpoint = endpoint_of(encrypted, tls="prefer")
    check = endpoint.checks.create()

    checker.perform(check.pk)

    check.refresh_from_db()
    assert check.ok
    assert check.server["tools"] == {
        "sysbench": {"code": "tool_without_tls", "values": {}},
        "benchbook-tpcc": None,
    }
    assert "sysbench cannot connect: With TLS “if offered”" in check_message(
        check.code, check.values
    )
