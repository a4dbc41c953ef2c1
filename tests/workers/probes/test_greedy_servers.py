"""A server that asks for the password itself: it gets none, unless the owner allows it."""

from dataclasses import replace

import pytest

from benchruns.failures.failure import BenchbookError
from benchruns.sentences.failures.table import of_failure
from tests.workers.probes.greedy_servers import ASKING, CASES, greedy_server
from workers import probes
from workers.tools import connections

TOOLS = [
    (engine, way, tool)
    for engine, tools in {
        "mysql": ("sysbench", "benchbook-tpcc"),
        "postgresql": ("sysbench", "pgbench", "benchbook-tpcc"),
        "sqlserver": ("benchbook-tpcc",),
    }.items()
    for way in ASKING[engine]
    for tool in tools
]
# MariaDB's client then proves the password another way, and leaves it to the server.
DENIED = {("mysql_clear_password", "sysbench"), ("dialog", "sysbench")}
# It asks a terminal for its answer to a question, and there is none.
UNASKED = {("dialog", "sysbench")}


def probed(target) -> BenchbookError:
    with (
        pytest.raises(BenchbookError) as caught,
        probes.connect(target) as probe,
    ):
        probe.facts()
    return caught.value


def reached(tool, target):
    return connections._failure(tool, target, has_tls=False, go_on=lambda: None)


@pytest.mark.parametrize(("engine", "way"), CASES)
def test_a_probe_does_not_tell_its_password(engine, way):
    with greedy_server(engine, way) as server:
        error = probed(server.target)

    assert not server.has_password
    assert error.failure.code == "password_in_clear"
    assert "allow" in of_failure(error.failure)


@pytest.mark.parametrize("tls", ["disable", "prefer"])
def test_no_mode_that_does_without_tls_tells_it(tls):
    for engine, way in CASES:
        with greedy_server(engine, way) as server:
            probed(replace(server.target, tls=tls))
        assert not server.has_password, (engine, way)


@pytest.mark.parametrize(("engine", "way"), CASES)
def test_a_probe_tells_it_where_the_owner_allows_it(engine, way):
    with greedy_server(engine, way) as server:
        probed(replace(server.target, allow_cleartext_password=True))

    assert server.has_password


@pytest.mark.parametrize(("engine", "way", "tool"), TOOLS)
def test_no_tool_tells_its_password(engine, way, tool):
    with greedy_server(engine, way) as server:
        refused = reached(tool, server.target)

    assert not server.has_password
    expected = "wrong_password" if (way, tool) in DENIED else "password_in_clear"
    assert refused.code == expected, refused


@pytest.mark.cases_in_turn
@pytest.mark.parametrize(
    ("engine", "way", "tool"), [case for case in TOOLS if case[1:] not in UNASKED]
)
def test_a_tool_tells_it_where_the_owner_allows_it(engine, way, tool):
    with greedy_server(engine, way) as server:
        allowed = replace(server.target, allow_cleartext_password=True)
        reached(tool, allowed)

    assert server.has_password


def test_a_library_named_with_a_path_is_not_loaded():
    way = (
        "../" * 12 + "usr/lib/x86_64-linux-gnu/libmariadb3/plugin/mysql_clear_password"
    )
    with greedy_server("mysql", way) as server:
        refused = reached("sysbench", server.target)

    assert not server.has_password
    assert refused is not None
