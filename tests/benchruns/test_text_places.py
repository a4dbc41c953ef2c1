"""What tells whose server it is goes from uploaded texts, and nothing else does."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchruns.parsers import recognition
from benchruns.parsers.commands import command_line
from benchruns.parsers.concealing.concealing import conceal
from benchruns.parsers.concealing.places import blank_places
from benchruns.parsers.errors import ReportError
from benchruns.parsers.tool_report import Kind
from tests.benchruns.test_text_secrets import SAMPLES
from tests.examples import few_or
from tests.growth import is_in_proportion

PLACES = {
    "sysbench --mysql-host=Pl4ce --mysql-port=3306 --mysql-db=Pl4ce --threads=8 run": 3,
    "sysbench --pgsql-user Pl4ce --pgsql-host 'Pl4ce' --tables=4 run": 2,
    "mysql-host=Pl4ce\nmysql-socket = /Pl4ce/my.sock": 2,
    "pgbench -h Pl4ce -p 5432 -U Pl4ce -c 8 -T 60 Pl4ce": 4,
    "pgbench -hPl4ce -c8 --progress 1 --no-vacuum Pl4ce": 2,
    "$ pgbench -c 8 \\\n  -h Pl4ce \\\n  Pl4ce": 2,
    "pgbench -c 8 'host=Pl4ce port=5432 user=Pl4ce dbname=Pl4ce'": 4,
    "pgbench -c 8 postgresql://Pl4ce:x@Pl4ce:5432/Pl4ce?sslmode=require": 1,
    "PGHOST=Pl4ce PGUSER=Pl4ce pgbench -c 8": 2,
    "psql -d Pl4ce -f ro.sql": 1,
    "mysql -h Pl4ce -P 3306 -uPl4ce -p Pl4ce < schema.sql": 4,
    "go-tpc tpcc -H Pl4ce -P 4000 -U Pl4ce -D Pl4ce --warehouses 4 run -T 8": 4,
    "tiup bench tpcc --host Pl4ce --db Pl4ce run": 2,
    "Pl4ce:x@tcp(Pl4ce:4000)/Pl4ce": 1,
    "diset connection mysql_host Pl4ce": 1,
    "diset tpcc pg_superuser {Pl4ce}": 1,
    "diset('connection','mssqls_server','Pl4ce')": 1,
    "Changed connection:pg_host from Pl4ce to Pl4ce for PostgreSQL": 2,
    '{"mysql_host": "Pl4ce", "hostname": "Pl4ce", "mysql_port": "3306"}': 3,
    '{"jobdict": "{\\"pg_host\\": \\"Pl4ce\\"}"}': 1,
    "<url>jdbc:mysql://Pl4ce:3306/Pl4ce?a=b</url><username>Pl4ce</username>": 2,
    "[Pl4ce@Pl4ce ~]# sysbench run": 1,
    "Pl4ce@Pl4ce:~/tests$ sysbench run": 1,
    "ssh Pl4ce@Pl4ce sysbench run": 1,
    'connection to server at "Pl4ce" (10.1.2.3), port 5432 failed: FATAL:  password '
    'authentication failed for user "Pl4ce"': 4,
    'could not translate host name "Pl4ce" to address': 1,
    'FATAL:  database "Pl4ce" does not exist': 1,
    "Can't connect to MySQL server on 'Pl4ce' (110)": 1,
    "sqlcmd -S Pl4ce -U Pl4ce -d Pl4ce -Q 'select 1'": 3,
    "mysqlsh Pl4ce:***@Pl4ce:33060": 1,
    "Pl4ce:5432:Pl4ce:Pl4ce:***": 1,
    "mysql.exe -h Pl4ce": 1,
    "sysbench --mysql-host \\\n Pl4ce run": 1,
    'a log: {"pg_host": "Pl4ce", "pg_port": 5432}': 2,
    "FATAL: Access denied for user 'Pl4ce'@'Pl4ce' (using password: YES)": 1,
    "pgbench -d Pl4ce -c 8 -T 60": 1,
    "pghost: Pl4ce pgport: 5432 nclients: 8 duration: 60 dbName: Pl4ce": 3,
    "pgbench -dPl4ce --client=8 -T 60": 1,
    "go-tpc tpcc -d mysql -H Pl4ce -p *** -U Pl4ce --warehouses 4 run": 2,
    "['pgbench', '-h', 'Pl4ce', '-c', '8', 'Pl4ce']": 2,
    "Value Pl4ce for connection:pg_host is the same as existing value Pl4ce, no change "
    "made": 2,
    "Value Pl4ce for tpcc:pg_superuser is the same as existing value Pl4ce, no change "
    "made": 2,
    "Changed connection:mssqls_server from Pl4ce 1 to Pl4ce 2 for SQL Server": 2,
}  # fmt: skip
HARMLESS = (
    "sysbench oltp_read_write --db-driver=mysql --tables=4 --threads=$THREADS run",
    "pgbench -i -s 100 -n --builtin select-only",
    "pgbench (16.2 (Debian 16.2-1.pgdg120+2))",
    "pgbench (PostgreSQL) 16.2",
    "mysql  Ver 8.0.36 for Linux on x86_64 (MySQL Community Server - GPL)",
    "pgbench -h $HOST -c 8",
    "diset tpcc mysql_count_ware 10",
    "dbset db mysql",
    "go-tpc tpcc -d mysql --warehouses 4 run -T 8 --time 10m",
    "https://example.com/report",
    "a user may host a port",
    "host_cache_size 428",
    '{"pg_host": null, "pg_user": true}',
    '{"cpu": {"user": 70.7, "sys": 6}, "ports": 4}',
    "[ 1s ] thds: 2 tps: 10:5432:1",
)


@pytest.mark.parametrize("text", PLACES)
def test_a_place_is_blanked_and_counted(text):
    blanked = blank_places(text)

    assert "Pl4ce" not in blanked.text
    assert blanked.count == PLACES[text]


@pytest.mark.parametrize("text", HARMLESS)
def test_what_is_no_place_stays(text):
    assert blank_places(text) == type(blank_places(text))(text, 0)


@pytest.mark.parametrize("text", [*PLACES, *HARMLESS])
def test_what_a_command_says_of_the_test_stays(text):
    assert command_line.read(blank_places(text).text) == command_line.read(text)


def test_what_surrounds_a_place_stays_readable():
    text = 'sysbench --mysql-host="db 7" --threads=8 run | tee db.log'

    assert blank_places(text).text == (
        'sysbench --mysql-host="***" --threads=8 run | tee db.log'
    )


def test_every_sample_is_read_as_before():
    for path in (p for p in SAMPLES.rglob("*") if p.is_file()):
        try:
            text = path.read_text()
            report = recognition.read(text)
        except (UnicodeDecodeError, ReportError):
            continue
        if report.kind != Kind.SETTINGS:  # these have rules of their own
            assert recognition.read(conceal(text).text) == report, path


_PIECES = st.sampled_from(
    [*PLACES, *HARMLESS, "host=", '"', "'", "\\", "\n", " ", "-h", "mysql ", "pgbench ",
     "://", "@", ":x@", "***", '\\"', "{", "}", "</", "=", "&", "--host ", "ssh "]
)  # fmt: skip


@settings(max_examples=few_or(200, few=50), deadline=None)
@given(st.lists(_PIECES | st.text(max_size=8), max_size=12).map("".join))
def test_concealing_twice_changes_nothing(text):
    once = conceal(text)

    assert conceal(once.text) == type(once)(once.text, 0, 0)


@pytest.mark.parametrize(
    "piece",
    ["host", "host=", "-", "mysql ", "mysql -h ", "a", "://", "mysql://", '"', "\\",
     " -h", "pghost: ", "value ", "'pgbench', '-h', ", "mysql mysql ", "a@a", "a@tcp(", "ssh ", "'", '\\"host', "=", "_host ", "pg_host from a "],
)  # fmt: skip
def test_time_grows_no_faster_than_the_text(piece):
    def blank(size):
        blank_places(piece * (size // len(piece)) + " host=x")

    assert is_in_proportion(blank, 120_000)
