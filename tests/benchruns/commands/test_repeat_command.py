"""The commands that repeat a run by hand."""

import re
import shlex

import pytest

from benchruns.commands.repeat import commands_to_repeat
from benchruns.engines import FAMILIES
from workers.connecting.target import Target
from workers.tools import sysbench

MYSQL = (
    "sysbench --mysql-password=... oltp_read_write --db-driver=mysql "
    "--mysql-host=10.0.0.7 --mysql-port=3306 --mysql-user=demo "
    "--mysql-db=benchbook_649a --tables=4 --table_size=25000 --threads=8 --time=60 "
    "--events=0 --report-interval=1 --percentile=95 --histogram=on run"
)
POSTGRESQL = (
    "PGHOSTADDR=10.0.0.7 PGOPTIONS='-c search_path=benchbook_a6' sysbench "
    "--pgsql-password=... oltp_read_only --db-driver=pgsql --pgsql-host=db.example "
    "--pgsql-user=postgres --pgsql-db=shop --tables=1 --threads=2 --time=5 run"
)


def words_of(text, name):
    """The words of one of the commands."""
    part = text.split(f"# {name}\n")[1].split("\n\n")[0]
    return shlex.split(part.replace("\\\n", ""))


def test_nothing_of_the_server_is_left():
    for command in (MYSQL, POSTGRESQL):
        told = commands_to_repeat(command, family=FAMILIES["mysql"])

        for secret in (
            "10.0.0.7",
            "db.example",
            "demo",
            "postgres ",
            "benchbook",
            "PG",
        ):
            assert secret not in told


def test_the_measuring_command_keeps_its_options_in_order():
    assert words_of(
        commands_to_repeat(MYSQL, family=FAMILIES["mysql"]), "measure"
    ) == shlex.split(
        "sysbench --mysql-password=PASSWORD oltp_read_write --db-driver=mysql "
        "--mysql-host=HOST --mysql-port=PORT --mysql-user=USER --mysql-db=DATABASE "
        "--tables=4 --table_size=25000 --threads=8 --time=60 --events=0 "
        "--report-interval=1 --percentile=95 --histogram=on run"
    )


def test_prepare_and_cleanup_know_the_tables_alone():
    told = commands_to_repeat(MYSQL, family=FAMILIES["mysql"])

    for name in ("prepare", "cleanup"):
        words = words_of(told, name)
        assert words[-1] == name
        assert "--tables=4" in words
        assert not any(word.startswith("--time") for word in words)


def test_a_warm_up_is_the_same_load_for_its_own_time():
    told = commands_to_repeat(MYSQL, family=FAMILIES["mysql"], warmup_seconds=30)

    assert "--time=30" in words_of(told, "warm-up, not counted")
    assert "--time=60" in words_of(told, "measure")
    assert "warm-up" not in commands_to_repeat(MYSQL, family=FAMILIES["mysql"])


def options_of(words):
    """Script, options and action, without the ways to the server."""
    private = ("--config-file=", "--mysql-", "--pgsql-")
    return [word for word in words if not word.startswith(private)]


@pytest.mark.parametrize("engine", ["mariadb", "postgresql"])
@pytest.mark.parametrize("tables", [1, 3, 12])
def test_the_commands_are_those_that_the_worker_gives(engine, tables):
    target = Target(
        engine=engine,
        host="db.example",
        address="192.0.2.7",
        port=3306,
        username="bench",
        password="hunter2",
        database="bench",
        tls="prefer",
    )
    parameters = {
        "tables": tables,
        "table_size": 1000,
        "threads": 8,
        "duration_seconds": 60,
        "warmup_seconds": 5,
        "percentile": 99,
        "skip_trx": True,
        "rate": 50,
    }
    given = (target, "oltp_read_write", parameters, "benchbook_ab")
    measure = sysbench.measure(*given)

    told = commands_to_repeat(
        measure.displayed, family=FAMILIES["mysql"], warmup_seconds=5
    )

    for name, command in (
        ("prepare", sysbench.prepare(*given)),
        ("warm-up, not counted", sysbench.warmup(*given)),
        ("measure", measure),
    ):
        assert options_of(words_of(told, name)) == options_of(command.argv)
    assert options_of(words_of(told, "cleanup"))[-1] == "cleanup"


def test_no_command_gives_none():
    assert commands_to_repeat("", family=FAMILIES["mysql"]) == ""


PGBENCH = (
    "PGCONNECT_TIMEOUT=10 PGSSLMODE=prefer PGOPTIONS='-c search_path=benchbook_a6' "
    "pgbench -M prepared -n -r -P 1 -f rw.sql -c 8 -j 8 -T 60 -D scale=10 "
    "-D range=500000 -l --sampling-rate=0.5"
)


def test_pgbench_is_repeated_with_its_script_and_never_drops_before_it_loads():
    told = commands_to_repeat(PGBENCH, family=FAMILIES["postgresql"], warmup_seconds=30)

    assert "benchbook" not in told
    assert "# rw.sql\ncat > rw.sql <<'SQL'\n\\set aid" in told
    assert words_of(told, "prepare") == shlex.split("pgbench -i -I tgvp -s 10")
    assert words_of(told, "measure") == shlex.split(PGBENCH)[3:]
    warm_up = " ".join(words_of(told, "warm-up, not counted"))
    assert warm_up.endswith("-T 30 -D scale=10 -D range=500000")
    assert told.index("# prepare") < told.index("# cleanup")


def test_scripts_of_our_own_are_fetched_first(settings):
    own = MYSQL.replace("oltp_read_write", "./oltp_legacy.lua")

    settings.SITE_URL = "https://bench.example/"

    told = commands_to_repeat(own, family=FAMILIES["mysql"])

    address = "https://bench.example/guide/scripts/"
    assert told.startswith(
        "# scripts, from Benchbook\ncurl -fsS --remote-name-all \\\n "
        f"{address}oltp_legacy.lua \\\n {address}benchbook_tables.lua \\\n "
        f"{address}benchbook_load.lua\n\n# prepare"
    )
    assert "curl " not in commands_to_repeat(MYSQL, family=FAMILIES["mysql"])


@pytest.mark.parametrize(
    "name", ["oltp_read_write", "./oltp_legacy.lua", "./orders.lua"]
)
def test_no_command_names_a_path_of_the_source(name):
    told = commands_to_repeat(
        MYSQL.replace("oltp_read_write", name), family=FAMILIES["mysql"]
    )

    assert "workers/" not in told
    assert "BENCHBOOK/" not in told


def test_a_script_of_ones_own_is_fetched_and_its_tables_are_benchbooks():
    command = MYSQL.replace("oltp_read_write", "./orders.lua")

    told = commands_to_repeat(command, family=FAMILIES["mysql"])

    assert "guide/scripts/benchbook_prepare.lua" in told
    assert "cp SCRIPTS/orders.lua Benchbook.own.lua" in told
    assert re.search(r"curl -fsS -o orders.lua \S+/scripts/benchbook_custom.lua", told)
    assert "./orders.lua" in words_of(told, "measure")
    for step in ("prepare", "cleanup"):
        assert "./benchbook_prepare.lua" in words_of(told, step)
        assert "./orders.lua" not in words_of(told, step)
