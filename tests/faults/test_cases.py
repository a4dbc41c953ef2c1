"""A few of the faults of ``make test-faults``; nothing here is judged by its time."""

import sqlite3
import time
from contextlib import closing

import pytest
from django.db import connection

from local import ports
from tests import waiting
from tests.faults import cases, checks, table
from tests.faults.kinds import BRIEF_SECONDS, KINDS, NO_STEP, Kind
from tests.faults.way import way_to
from tests.faults.world import PROGRAMS, Side, World
from tests.stack import stack

pytestmark = [
    pytest.mark.long,
    pytest.mark.fault,
    pytest.mark.engine,
    pytest.mark.django_db(transaction=True),
]

CASES = (
    ("pool processes killed", "measure"),
    ("way cut", "prepare"),
    ("claims at once", "between"),
    ("tool killed", "measure"),
    ("beat killed", "queued"),
    ("portal's database frozen", "measure"),
    ("Redis emptied", "queued"),
    ("messages doubled", "preflight"),
    ("uploads broken off", "measure"),
    ("web killed", "prepare"),
    ("tend killed", "preflight"),
    ("clock an hour ahead", "measure"),
)


@pytest.fixture(scope="module")
def whole(
    child_environment, redis_server, mariadb_server, mariadb_target, tmp_path_factory
):
    """All programs, with two workers of runs, and one target behind a way."""
    port = str(ports.choose())
    clock = tmp_path_factory.mktemp("faults") / "clock"
    clock.write_text(NO_STEP)
    environment = child_environment | {
        "WEB_PORT": port,
        "RUN_LEASE_SECONDS": "5",
        "BENCHBOOK_TEST_CLOCK": str(clock),
        "DJANGO_SETTINGS_MODULE": "tests.faults.settings",
    }
    log = tmp_path_factory.mktemp("faults") / "whole.log"
    with (
        way_to(mariadb_target) as way,
        stack(environment, log=log, programs=PROGRAMS) as programs,
    ):
        url = f"http://127.0.0.1:{port}"
        world = World(programs, redis_server, url, clock=clock)
        waiting.until(lambda: world.answer("/"), what="the site")
        yield world, Side("mariadb", mariadb_server, mariadb_target, way)


def hold_all(_world, _side, _runs):
    """Nobody writes to the portal's database meanwhile, which is SQLite here."""
    connection.close()
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as database:
        database.isolation_level = None
        database.execute("BEGIN EXCLUSIVE")
        time.sleep(BRIEF_SECONDS)
        database.execute("ROLLBACK")


locked = Kind(name="portal's database frozen", inject=hold_all)


@pytest.mark.parametrize(("name", "aim"), CASES)
def test_a_fault_loses_nothing_and_leaves_nothing(whole, transactional_db, name, aim):
    if name == locked.name and connection.vendor != "sqlite":
        pytest.skip("a PostgreSQL of the portal's is frozen by make test-faults")
    world, side = whole
    side.register()
    case = cases.Case(number=0, kind=name, aim=aim, engine=side.engine)

    kind = locked if name == locked.name else KINDS[name]
    cases.carry_out(world, side, kind, case, patience=checks.Patience())

    assert case.hit == aim
    assert case.troubles == []


def test_the_same_seed_is_the_same_order():
    def order(seed):
        found = cases.plan(seed=seed)
        return [
            (kind.name, aim)
            for (kind, aim, _engine), _ in zip(found, range(50), strict=False)
        ]

    assert order(1) == order(1) != order(2)


def test_the_table_counts_what_was_survived_of_what_was_injected():
    case = {"seed": 1, "number": 2, "kind": "web killed", "engine": "mariadb"}
    good = {**case, "hit": "measure", "troubles": []}
    bad = {**case, "hit": "measure", "troubles": ["no page comes"]}

    assert "| web killed |  |  |  |  | 1 of 2 |" in table.table([good, bad])
    assert "seed 1, number 2): no page comes" in table.troubles([good, bad])
