"""What pasted command lines say of a test."""

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.commands.example import measuring_command
from benchruns.engines import FAMILIES
from benchruns.parsers.commands.command_line import CommandFacts, read
from benchruns.results import published
from benchruns.vocabulary import Variant
from benchruns.workloads import WORKLOADS

PUBLISHED = Path(published.__file__).parent / "data" / "commands.csv"
ROWS = list(csv.DictReader(PUBLISHED.read_text().splitlines()))


@pytest.mark.parametrize("number", range(len(ROWS)))
def test_every_published_command_is_read(number):
    row = ROWS[number]
    workloads = row["workload"].split(";")

    facts = read(row["command"])

    assert facts.stated["tool"] == row["tool"]
    assert facts.stated.get("workload", workloads[0]) in workloads
    assert len(workloads) > 1 or facts.stated["workload"] == workloads[0]
    for name, value in _printed(row).items():
        assert facts.stated.get(name) == value, name


def _printed(row):
    """What the words of the command say, read the plain way."""
    words = row["command"].replace("=", " ").split()

    def after(*names):
        found = [words[i + 1] for i, word in enumerate(words) if word in names]
        return int(found[0]) if found and found[0].isdigit() else None

    is_run = row["phase"] == "run"
    return {
        "tables": after("--tables", "--oltp-tables-count"),
        "table_size": after("--table_size", "--oltp-table-size"),
        "scale": after("-s") or after("scale"),
        "hot_records": int(row["hot_records"]) if row["hot_records"] else None,
        "threads": after("--threads", "--num-threads", "-c") if is_run else None,
        "duration_seconds": after("--time", "--max-time", "-T") if is_run else None,
        "percentile": after("--percentile") if is_run else None,
    }


def test_all_published_commands_are_looked_at():
    assert len(ROWS) == 56
    variants = [read(row["command"]).variant for row in ROWS]
    assert [v for v in variants if v] == [Variant.NO_TRANSACTIONS]


# What the tool of Benchbook's own prints is no upload, so its command is not read.
@pytest.mark.parametrize(
    "name",
    [
        name
        for name, workload in WORKLOADS.items()
        if workload.tool in ("sysbench", "pgbench") and not workload.is_custom
    ],
)
def test_what_benchbook_itself_would_run_is_read(name):
    workload = WORKLOADS[name]
    family = next(each for each in FAMILIES.values() if each in workload.families)
    parameters = workload.clean({"duration_seconds": 77, workload.load: 5, "rate": 9}
                                if name != "hot_row_update"
                                else {"duration_seconds": 77, workload.load: 5})  # fmt: skip

    facts = read(measuring_command(workload, parameters, family=family))

    assert facts.stated["workload"] == name
    assert facts.stated["threads"] == 5
    assert facts.stated["duration_seconds"] == 77
    assert facts.stated.get("rate") == parameters.get("rate")
    assert (facts.variant == Variant.RATE_LIMITED) == ("rate" in parameters)


SAID = {
    "sysbench --test=oltp --oltp-table-size=1000000 --num-threads=16 --max-time=60 run": {
        "tool": "sysbench", "workload": "oltp_legacy", "table_size": 1_000_000,
        "threads": 16, "duration_seconds": 60,
    },
    "sysbench oltp_read_only --tables 10 --table-size 5000 --threads 4 --time 0 "
    "--db-driver=pgsql --warmup-time=30 run": {
        "tool": "sysbench", "workload": "oltp_read_only", "engine": "postgresql",
        "tables": 10, "table_size": 5000, "threads": 4, "warmup_seconds": 30,
    },
    "pgbench -i -s 50 bench && PGPASSWORD=x pgbench -nS -c8 -j 8 -T60 bench": {
        "tool": "pgbench", "workload": "pgbench_read_only", "engine": "postgresql",
        "scale": 50, "threads": 8, "duration_seconds": 60,
    },
    "pgbench --client=8 --time=60 --builtin=tpcb-like": {
        "tool": "pgbench", "workload": "pgbench_tpcb", "engine": "postgresql",
        "threads": 8, "duration_seconds": 60,
    },
    "pgbench -c 8 -T 60 -f one.sql@2 -f two.sql": {
        "tool": "pgbench", "engine": "postgresql", "threads": 8, "duration_seconds": 60,
    },
    "go-tpc tpcc -H db -P 4000 --warehouses 40 -T 16 --time 1h10m run": {
        "tool": "go-tpc", "workload": "tpcc", "scale": 40, "threads": 16,
        "duration_seconds": 4200,
    },
    "dbset db maria\ndbset bm TPC-C\ndiset tpcc mysql_count_ware 100\n"
    "diset tpcc mysql_rampup 2\ndiset tpcc mysql_duration 5\nvuset vu 24\nvurun": {
        "tool": "hammerdb", "workload": "tpcc", "engine": "mariadb", "scale": 100,
        "rampup_seconds": 120, "duration_seconds": 300, "threads": 24,
    },
    "dbset('db','pg')\ndiset('tpcc','pg_count_ware','10')\nvuset('vu','8')": {
        "tool": "hammerdb", "engine": "postgresql", "scale": 10, "threads": 8,
    },
    "java -jar benchbase.jar -b tpcc -c config.xml --create=true --load=true "
    "--execute=true": {"tool": "benchbase", "workload": "tpcc"},
    "ls -la": {},
    "": {},
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "is_loopback"),
    [
        ("sysbench oltp_read_write --mysql-host=127.0.0.1 run", True),
        ("sysbench oltp_read_write --pgsql-host=localhost run", True),
        ("pgbench -h ::1 -c 8 bench", True),
        ("pgbench --host=[::1] -c 8 bench", True),
        ("go-tpc tpcc -H 127.1.2.3 run", True),
        ("sysbench oltp_read_write --mysql-host=10.0.0.1 run", None),
        ("sysbench oltp_read_write --mysql-host=rm-1.example run", None),
        ("pgbench -c 8 bench", None),
        ("pgbench -h /var/run/postgresql -c 8 bench", True),
        ("pgbench -c 8 -T 60 postgresql://u:pw@127.0.0.1/demo", True),
        ("pgbench -c 8 -T 60 postgresql://u:***@127.0.0.1:5432/demo", True),
        ("pgbench -c 8 postgres://u:p%40w@[::1]:5432/demo?sslmode=disable", True),
        ("pgbench -c 8 postgresql://%2Fvar%2Frun%2Fpostgresql/demo", True),
        ("pgbench -c 8 'postgresql:///demo?host=localhost'", True),
        ("pgbench -c 8 -d postgresql://u:127.0.0.1@localhost/demo", True),
        ("pgbench -c 8 postgresql://u:127.0.0.1@10.0.0.1/demo", None),
        ("pgbench -c 8 postgresql://u@127.0.0.1:1,10.0.0.1:1/demo", None),
        ("pgbench -c 8 postgresql://u@[127.0.0.1/demo", None),
        ("pgbench -c 8 postgresql:///demo", None),
        ('pgbench -c 8 "host=127.0.0.1 dbname=demo password=pw"', True),
        ("pgbench -c 8 --dbname=\"dbname=demo host = '127.0.0.1'\"", True),
        ('pgbench -c 8 "host=db.example hostaddr=127.0.0.1 dbname=demo"', True),
        ('pgbench -c 8 "host=10.0.0.1 dbname=demo"', None),
        ('pgbench -c 8 "dbname=demo myhost=127.0.0.1"', None),
        ("pgbench -h /tmp,10.0.0.1 -c 8 demo", None),
        ("pgbench -h @bench -c 8 demo", True),
        # libpq takes the string before the option, and this before the environment
        ("pgbench -h 10.0.0.1 -c 8 postgresql://127.0.0.1/demo", True),
        ("pgbench -h 127.0.0.1 -c 8 postgresql://10.0.0.1/demo", None),
        ("PGPASSWORD=x PGHOST=127.0.0.1 pgbench -c 8 demo", True),
        ("PGHOST=127.0.0.1 pgbench -h 10.0.0.1 -c 8 demo", None),
        ("PGHOST=127.0.0.1 true; pgbench -c 8 demo", None),
    ],
)
def test_a_server_on_the_tool_s_own_machine_is_seen(text, is_loopback):
    assert read(text).stated.get("loopback") == is_loopback


def test_no_part_of_a_connection_string_is_kept():
    address = "postgresql://reader:hush@127.0.0.1:5433/shop"
    pairs = "host=127.0.0.1 user=reader password=hush dbname=shop port=5433"

    for database in (address, f'"{pairs}"'):
        stated = read(f"PGPASSWORD=hush pgbench -c 8 {database}").stated

        assert set(stated) == {"tool", "engine", "workload", "threads", "loopback"}
        assert stated["loopback"] is True


@pytest.mark.parametrize("text", SAID)
def test_commands_of_every_tool(text):
    assert dict(read(text).stated) == SAID[text]


def test_the_run_tells_the_load_and_the_preparation_the_size():
    text = (
        "sysbench oltp_read_write --tables=10 --table-size=80000 --threads=4 prepare\n"
        "sysbench oltp_read_write --tables=5 \\\n  --threads=64 --time=60 run\n"
        "sysbench oltp_read_write --threads=99 --tables=7 cleanup"
    )

    stated = read(text).stated

    assert (stated["tables"], stated["table_size"]) == (10, 80_000)
    assert (stated["threads"], stated["duration_seconds"]) == (64, 60)


def test_what_two_runs_say_differently_is_not_told():
    text = "\n".join(
        f"sysbench oltp_read_only --threads={n} --time=60 run" for n in "124"
    )

    assert dict(read(text).stated) == {
        "tool": "sysbench",
        "workload": "oltp_read_only",
        "duration_seconds": 60,
    }


def test_of_several_tools_the_one_asked_for_counts():
    text = "sysbench oltp_read_only --threads=4 run; pgbench -c 8 -S"

    assert read(text, tool="pgbench").stated["threads"] == 8
    assert read(text, tool="sysbench").stated["threads"] == 4
    assert "threads" not in read(text).stated


def test_skipped_transactions_make_a_variant():
    assert (
        read("sysbench oltp_read_only --skip_trx=on run").variant == "no_transactions"
    )
    assert read("sysbench oltp_read_only --skip-trx=off run").variant == ""
    assert read("sysbench oltp_read_only --rate=100 run").variant == "rate_limited"


@given(
    st.text(
        alphabet=st.sampled_from("sysbench -=\"'\\\n;&|()0123456789pgrt$#"),
        max_size=200,
    )
)
def test_any_text_is_read(text):
    assert isinstance(read("sysbench " + text), CommandFacts)
    assert isinstance(read(text), CommandFacts)
