"""A command as everybody sees it is made of known words and numbers alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.parsers.commands import command_line
from benchruns.submissions.recognised.commands import public_command
from tests.benchruns.parsers.secret_texts import SECRETS
from tests.benchruns.parsers.test_command_line import ROWS, SAID

# What tells whose server it is, in the ways that commands do.
PLACES = (
    "sysbench --mysql-host=Pl4ce --pgsql-user 'Pl4ce' --mysql-db=Pl4ce --threads=8 run",
    "pgbench -h Pl4ce -p 5432 -U Pl4ce -c 8 -T 60 Pl4ce",
    "pgbench -c 8 'host=Pl4ce port=5432 user=Pl4ce dbname=Pl4ce'",
    "pgbench -c 8 postgresql://Pl4ce:x@Pl4ce:5432/Pl4ce?sslmode=require",
    "PGHOST=Pl4ce PGUSER=Pl4ce pgbench -dPl4ce",
    "mysql -h Pl4ce -P 3306 -uPl4ce -p Pl4ce < Pl4ce.sql",
    "go-tpc tpcc -H Pl4ce -P 4000 -U Pl4ce -D Pl4ce --warehouses 4 run -T 8",
    "diset connection mysql_host Pl4ce",
    "[Pl4ce@Pl4ce ~]# sysbench run",
    "ssh Pl4ce@Pl4ce sysbench run",
    "sqlcmd -S Pl4ce -U Pl4ce -d Pl4ce -Q 'select 1'",
)
SHOWN = {
    "sysbench --mysql-host=db --mysql-password=x --weird=y --table_size=5 "
    "--threads=8 oltp_read_write run": (
        "sysbench --table-size=5 --threads=8 oltp_read_write run\n"
        "# and 3 options that are not shown"
    ),
    "sysbench /home/ann/oltp_read_only.lua --threads 8 --skip-trx run": (
        "sysbench oltp_read_only.lua --threads=8 --skip-trx run"
    ),
    "sysbench --threads=8x --rand-type=secret --skip-trx=maybe mine.lua run": (
        "sysbench run\n# and 4 options that are not shown"
    ),
    "PGPASSWORD=x pgbench -h db -p 5432 -U ann -nrc8 -T60 -Mprepared -f /home/ann/rw.sql "
    "-D range=9 -D mine=1 shop": (
        "pgbench -n -r -c 8 -T 60 -M prepared -f rw.sql -D range=9\n"
        "# and 5 options that are not shown"
    ),
    "go-tpc tpcc -d mysql -H db -p x --warehouses 4 --weight 45,43,4,4,4 -T 8 run": (
        "go-tpc tpcc -d mysql --warehouses=4 --weight=45,43,4,4,4 -T 8 run\n"
        "# and 2 options that are not shown"
    ),
    "java -Xmx4g -jar /opt/benchbase.jar -b tpcc -c mine.xml --execute=true": (
        "java -jar benchbase.jar -b tpcc --execute=true\n"
        "# and 2 options that are not shown"
    ),
    "dbset db pg\ndiset connection pg_host db\ndiset tpcc pg_count_ware 10\nvurun": (
        "dbset db pg\ndiset tpcc pg_count_ware 10\nvurun\n"
        "# and 1 command that is not shown"
    ),
    "export A=b; ssh db sysbench --threads=8 run": "# and 2 commands that are not shown",
    "# a comment": "",
    "": "",
}


@pytest.mark.parametrize("text", SHOWN)
def test_a_command_is_written_anew_of_its_known_options(text):
    assert public_command(text) == SHOWN[text]


@pytest.mark.parametrize("text", [*(row["command"] for row in ROWS), *SAID])
def test_what_a_command_says_of_the_test_is_shown(text):
    shown = command_line.read(public_command(text))

    # which script a load is of is not told of one that is not known
    is_mixed = "two.sql" in text
    assert is_mixed or shown == command_line.read(text)


@given(
    st.lists(
        st.sampled_from(
            [*SECRETS, *PLACES, *SAID, "sysbench ", "pgbench -c", "\n", "'"]
        )
        | st.text(max_size=9),
        max_size=8,
    ).map("".join)
)
def test_a_command_shows_nothing_but_known_words(text):
    shown = public_command(text)

    assert public_command(shown) == "\n".join(
        line for line in shown.splitlines() if not line.startswith("#")
    )
    assert "S3cret" not in shown
    assert "Pl4ce" not in shown
