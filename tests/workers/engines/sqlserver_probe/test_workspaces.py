"""The probe of SQL Server: workspaces, rows and connections."""

import re
import threading

import pytest

from tests import waiting
from tests.tds_server import Rows, TdsServer
from tests.workers.engines import sqlserver_answers as says
from tests.workers.engines.sqlserver_answers import answers, target_of
from tests.workers.engines.sqlserver_probe.probing import SPACE, probing
from workers.engines.sqlserver.probe import SQLServerProbe
from workers.probes import connect


def in_this_process(server):
    return SQLServerProbe(target_of(server), timeout_seconds=2)


def test_a_workspace_is_a_database_and_its_sessions_are_ended():
    with TdsServer(answers()) as server, probing(server) as probe:
        probe.create_workspace(SPACE)
        probe.drop_workspace(SPACE)
        created, dropped = server.texts("batch")[-2:]

    assert f"CREATE DATABASE [{SPACE}]" in created
    assert f"ALTER DATABASE [{SPACE}] SET AUTO_CLOSE OFF" in created
    steps = [
        f"ALTER DATABASE [{SPACE}] SET AUTO_UPDATE_STATISTICS_ASYNC OFF;",
        f"USE [{SPACE}];",
        f"ALTER DATABASE [{SPACE}] SET SINGLE_USER WITH ROLLBACK IMMEDIATE;",
        "USE master;",
        f"DROP DATABASE [{SPACE}];",
    ]
    commands = re.sub(r"--.*", "", dropped)
    assert re.findall(r"(?:ALTER|USE|DROP) [^;]*;", commands) == steps


def test_creating_and_dropping_a_workspace_may_take_long():
    slowly = Rows([("value", "int")], Slowly(3))
    with (
        TdsServer({"(CREATE|DROP) DATABASE": slowly} | answers()) as server,
        connect(target_of(server), timeout_seconds=2) as probe,
    ):
        probe.create_workspace(SPACE)
        probe.drop_workspace(SPACE)

        assert probe.ping_ms() >= 0


@pytest.mark.parametrize("name", ["master", "benchbook_", "benchbook_0]; --"])
def test_nothing_but_a_workspace_is_ever_dropped(name):
    with TdsServer(answers()) as server, probing(server) as probe:
        for act in (probe.create_workspace, probe.drop_workspace):
            with pytest.raises(ValueError, match="workspace"):
                act(name)
        assert not [text for text in server.texts("batch") if "DATABASE" in text]


def test_rows_are_counted_part_by_part():
    counted = [("counted", "bigint"), ("last_key", "bigint")]
    parts = [Rows(counted, [(3, 9)]), Rows(counted, [(0, None)])]
    with (
        TdsServer({"COUNT_BIG": parts} | answers()) as server,
        probing(server) as probe,
    ):
        assert probe.row_count("orders", workspace=SPACE, key="o_id") == 3
        last = server.texts("batch")[-1]

    assert f"FROM [{SPACE}].dbo.[orders]" in last
    assert "WHERE [o_id] > 9" in last


class Slowly:
    """Rows that come when ``is_over`` is set, or after so many seconds."""

    def __init__(self, seconds=waiting.ENDLESS_SECONDS):
        self.is_over = threading.Event()
        self.seconds = seconds

    def __iter__(self):
        self.is_over.wait(self.seconds)
        return iter([(7,)])

    def __len__(self):
        return 1


def test_a_statement_of_ours_is_asked_in_the_workspace():
    with (
        TdsServer({"SELECT seven": says.value("int", 7)} | answers()) as server,
        probing(server) as probe,
    ):
        found = probe.rows("SELECT seven", workspace=SPACE, go_on=lambda: None)
        asked = server.texts("batch")

    assert found == [(7,)]
    assert asked[-2:] == [f"USE [{SPACE}]", "SELECT seven"]


def test_a_long_statement_is_broken_off_and_the_probe_goes_on():
    def stop():
        raise InterruptedError

    slowly = Slowly()
    slow = Rows([("value", "int")], slowly)
    with (
        TdsServer({"SELECT slow": slow} | answers()) as server,
        in_this_process(server) as probe,
    ):
        with pytest.raises(InterruptedError):
            probe.rows("SELECT slow", workspace=SPACE, go_on=stop)
        slowly.is_over.set()

        assert probe.ping_ms() >= 0


@pytest.mark.parametrize(("granted", "has_turn"), [(0, True), (1, True), (-1, False)])
def test_one_connection_at_a_time_drops_what_is_left(granted, has_turn):
    turn = says.value("int", granted)
    with TdsServer(answers(turn=turn)) as server, probing(server) as probe:
        assert probe.take_turn() is has_turn


def test_threads_that_connect_at_once_get_sockets_of_their_own():
    with TdsServer(answers()) as server:
        probes = []
        threads = [
            threading.Thread(target=lambda: probes.append(in_this_process(server)))
            for _ in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        numbers = [probe._link.file_number() for probe in probes]
        for probe in probes:
            probe.close()

        assert len(set(numbers)) == 4
        with pytest.raises(OSError, match="closed"):
            probes[0]._link.file_number()
