"""The driver's commands and progress, and what a probe reads for it on real servers."""

import json
import sys
from dataclasses import replace

import pytest

from benchruns.failures.failure import BenchbookError
from benchruns.sentences.failures.table import of_failure
from benchruns.workloads import WORKLOADS
from tests.tds_server import Failure, Rows, TdsServer
from tests.workers import accounts, situations
from tests.workers.engines import sqlserver_answers
from workers import probes
from workers.connecting.target import Target
from workers.tools import tpcc_data
from workers.tools.driver import Place
from workers.tools.progress import of_time, of_warehouses
from workers.tools.tpcc import schema
from workers.tools.tpcc_driver import PROJECT, TpccDriver

TARGET = Target(
    engine="mariadb",
    host="db.example",
    address="192.0.2.7",
    port=3306,
    username="someone",
    password="a 'secret'",
    database="shop",
    tls="require",
    tls_ca="PEM",
)
PLACE = Place(workspace="benchbook_0a", mark="benchbook_0a")
SPACE = "benchbook_0b"


def driver_with(**given):
    return TpccDriver("tpcc", WORKLOADS["tpcc"].clean(given))


def test_the_tool_is_told_where_to_connect_on_its_standard_input_alone():
    command = driver_with().measure(TARGET, PLACE)

    assert json.loads(command.stdin) == {
        "dialect": "mysql",
        "host": "db.example",
        "address": "192.0.2.7",
        "port": 3306,
        "username": "someone",
        "password": "a 'secret'",
        "database": "shop",
        "space": "benchbook_0a",
        "tls": "require",
        "tls_ca": "PEM",
        "allow_tls_1_0": False,
        "allow_cleartext_password": False,
    }
    visible = " ".join([*command.argv, *command.env, *command.env.values()])
    for private in ("db.example", "192.0.2.7", "someone", "secret", "shop", "0a"):
        assert private not in visible


def test_a_run_is_shown_as_anybody_would_type_it():
    driver = driver_with(
        profile="spec", virtual_users=1, keying_and_thinking=True, all_warehouses=True
    )

    command = driver.measure(TARGET, PLACE)

    assert command.displayed == (
        "python -m workers.tools.tpcc run --profile=spec --warehouses=10"
        " --virtual-users=1 --rampup-seconds=20 --duration-seconds=60"
        " --keying-and-thinking --all-warehouses --processes=1"
    )
    assert command.argv[0] == sys.executable
    assert command.env["PYTHONPATH"] == str(PROJECT)


def test_a_load_has_no_more_processes_than_warehouses():
    command = driver_with(warehouses=1).prepare(TARGET, PLACE)

    assert command.displayed == (
        "python -m workers.tools.tpcc load --profile=hammerdb --warehouses=1"
        " --processes=1 --seed=1"
    )


def test_without_a_workspace_there_is_no_command():
    with pytest.raises(ValueError, match="workspace"):
        driver_with().prepare(TARGET, Place(workspace=None, mark="benchbook_0a"))


def test_progress_of_a_load_rises_to_its_end():
    progress = of_warehouses()
    lines = [
        "Loading: 0.0 %, 0 of 8 warehouses, 90 s left, then indexes and statistics",
        "Loading: 37.5 %, 2 of 8 warehouses, 41 s left, then indexes and statistics",
        "Loading: 100.0 %, 8 of 8 warehouses, 0 s left, then indexes and statistics",
        "Step: indexes",
        "Step: routines",
        "Step: statistics",
        "Loaded: 8 warehouses in 75.2 s",
    ]

    shares = [progress(line, None) for line in lines]

    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0, 1)
    assert progress("anything else", None) is None


def test_progress_of_a_run_counts_the_ramp_up():
    driver, progress = driver_with(), of_time(60, ramp_up=20)

    def share(second):
        interval = driver.parse_interval(f"[ {second}s ] vu: 8 tps: 1.00")
        return progress("", interval)

    assert (share(-19), share(0), share(60)) == (1 / 80, 0.25, 1.0)


def test_counters_begin_when_measuring_does():
    driver = driver_with()

    assert driver.load_began("Ramp-up begins: 5 s") is None
    assert driver.load_began("Measuring begins") == 0.0


def test_rows_and_orders_beyond_sql_servers_integers_are_counted():
    overflow = Failure(8115, 2, 16, "Arithmetic overflow error converting to int.")
    most = schema.expected_rows(10_000)
    told = {
        rf"COUNT_BIG\(\*\) FROM {name}$": sqlserver_answers.value(
            "bigint", rows.start if isinstance(rows, range) else rows
        )
        for name, rows in most.items()
    }
    told |= {
        "CAST.*AS DECIMAL.*FROM district": sqlserver_answers.value("bigint", 2**33),
        r"COUNT\(|SUM\(": overflow,
    }

    with TdsServer(told | sqlserver_answers.answers()) as server:
        target = sqlserver_answers.target_of(server)
        with probes.connect(target) as probe:
            tpcc_data.verify_rows(
                probe, SPACE, 10_000, is_fresh=True, go_on=lambda: None
            )
            orders = tpcc_data.orders(probe, SPACE)

    assert orders == 2**33


VIOLATED = Rows(
    [(name, "int") for name in ("warehouse", "district", "expected", "found")],
    [(1, 2, 30, 29)],
)
WHOLE = Rows(VIOLATED.columns)


def confirmed(found, monkeypatch):
    """How long it paused for a condition that finds this, one answer after another."""
    pauses = []
    monkeypatch.setattr(tpcc_data.time, "sleep", pauses.append)
    conditions = {"FROM new_order": found, "AS warehouse": WHOLE}
    with TdsServer(conditions | sqlserver_answers.answers()) as server:
        target = sqlserver_answers.target_of(server)
        place = Place(workspace=SPACE, mark=SPACE)
        with probes.connect(target) as probe:
            driver_with().confirm(probe, place, None, go_on=lambda: None)
    return pauses


def test_a_violation_that_a_late_commit_heals_fails_no_run(monkeypatch):
    assert confirmed([VIOLATED, WHOLE], monkeypatch) == [2]


def test_whole_data_are_asked_about_once(monkeypatch):
    assert confirmed(WHOLE, monkeypatch) == []


def test_a_violation_that_stays_fails_the_run(monkeypatch):
    with pytest.raises(BenchbookError) as caught:
        confirmed(VIOLATED, monkeypatch)

    assert caught.value.failure.code == "data_inconsistent"
    assert "30 expected and 29 found" in of_failure(caught.value.failure)


class OfOneMoment:
    """A probe whose statements see whole transactions alone."""

    reads_one_moment = True

    def __init__(self):
        self.asked = 0

    def rows(self, statement, *, workspace, go_on):
        self.asked += 1
        return VIOLATED.rows


def test_where_a_statement_reads_one_moment_a_violation_fails_at_once():
    probe = OfOneMoment()

    with pytest.raises(BenchbookError, match="data_inconsistent"):
        driver_with().confirm(probe, PLACE, None, go_on=lambda: None)

    assert probe.asked == 1


# On servers ---------------------------------------------------------------------------

# MySQL 9 multiplies what it need not look at.
ENDLESS = (
    "SELECT COUNT(*) FROM n a, n b, n c, n d, n e, n f, n g, n h, n i, n j"
    " WHERE a.id + b.id + c.id + d.id + e.id + f.id + g.id + h.id + i.id + j.id < 0"
)


@pytest.fixture(params=["mariadb", "postgres", "mssql"])
def target(request):
    """With a table ``n`` of 20 rows in a workspace."""
    found = request.getfixturevalue(f"{request.param}_target")
    table = f"{SPACE}.dbo.n" if found.family.name == "sqlserver" else f"{SPACE}.n"
    rows = ", ".join(f"({number})" for number in range(20))
    with probes.connect(found) as probe:
        probe.create_workspace(SPACE)
    accounts.execute(
        found,
        f"CREATE TABLE {table} (id integer)",
        f"INSERT INTO {table} VALUES {rows}",
    )
    yield found
    with probes.connect(found) as probe:
        probe.drop_workspace(SPACE)


@pytest.mark.engine
def test_a_statement_reads_the_tables_of_its_workspace(target):
    with probes.connect(target) as probe:
        rows = probe.rows(
            "SELECT COUNT(*), '100 %' FROM n", workspace=SPACE, go_on=lambda: None
        )

    assert [tuple(row) for row in rows] == [(20, "100 %")]


@pytest.mark.engine
@pytest.mark.parametrize("target", ["mariadb", "postgres"], indirect=True)
def test_a_statement_that_writes_is_refused(target):
    with (
        probes.connect(target) as probe,
        pytest.raises(BenchbookError) as caught,
    ):
        probe.rows("DELETE FROM n", workspace=SPACE, go_on=lambda: None)

    assert caught.value.failure.code == "server_read_only"
    assert accounts.execute(target, f"SELECT COUNT(*) FROM {SPACE}.n")[0][0] == 20


class Stop(Exception):
    pass


@pytest.mark.engine
def test_whoever_waits_for_a_statement_can_have_it_ended(target):
    looks = iter([None, Stop()])

    def go_on():
        if (error := next(looks)) is not None:
            raise error

    with probes.connect(target) as probe, pytest.raises(Stop):
        probe.rows(ENDLESS, workspace=SPACE, go_on=go_on)

    with probes.connect(target) as probe:
        probe.drop_workspace(SPACE)  # which a statement that goes on would hold up


@pytest.mark.engine
def test_the_privilege_for_routines_is_asked_for(mariadb_target):
    rights = "SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, INDEX, ALTER"
    grant = f"{rights} ON `benchbook\\_%`.*"
    with (
        accounts.mysql_account(mariadb_target, grant) as account,
        probes.connect(replace(account, database="")) as probe,
    ):
        assert probe.missing_privileges(own_space=True) == ()
        assert probe.missing_for_routines() == ("CREATE ROUTINE", "ALTER ROUTINE")
    with (
        situations.confined(mariadb_target) as account,
        probes.connect(account) as probe,
    ):
        assert "CREATE" in probe.missing_privileges(own_space=True)
