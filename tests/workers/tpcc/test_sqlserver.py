"""The dialect of SQL Server, over the server of tests/tds_server.py."""

import re
from dataclasses import replace

import pymssql
import pytest

from benchruns.evidence import tpcc_facts
from benchruns.parsers.tpcc import output as parser
from tests.tds_server import Asked, Failure, Hangup, Rows, TdsServer
from tests.workers.tpcc.memory_dialect import run_of
from workers.tools.tpcc.dialects import dialect_of
from workers.tools.tpcc.kinds import Kind, Trouble
from workers.tools.tpcc.options import Place, Profile
from workers.tools.tpcc.running import measurement

DIALECT = dialect_of("sqlserver")
ONE = Rows([("committed", "int")], [(1,)])
NONE = Rows([("committed", "int")], [(0,)])
CALLS = {
    Kind.NEWORD: (1, 10, 3, 42, 15),
    Kind.PAYMENT: (1, 3, 2, 4, 42, 1, 5000, "BARBARBAR"),
    Kind.DELIVERY: (1, 10),
    Kind.OSTAT: (1, 3, 42, 1, "BARBARBAR"),
    Kind.SLEV: (1, 3, 15),
}


@pytest.fixture
def server():
    with TdsServer() as started:
        yield started


@pytest.fixture
def session(server):
    with DIALECT.connect(place_of(server)) as connected:
        yield connected


def place_of(server, **changes):
    place = Place(
        dialect="sqlserver",
        host="127.0.0.1",
        address="127.0.0.1",
        port=server.port,
        username="sa",
        password=server.password,
        database="master",
        space="benchbook_1",
        allow_cleartext_password=True,
    )
    return replace(place, **changes)


def failed(raising) -> Exception:
    with pytest.raises(Exception) as caught:  # noqa: PT011 - the driver's kinds differ
        raising()
    return caught.value


def test_a_session_is_in_the_workspace_with_its_settings(server, session):
    assert server.asked[0] == Asked("login", "sa", ("benchbook_1",))
    settings = server.texts("batch")[0]
    for setting in ("QUOTED_IDENTIFIER ON", "ARITHABORT ON", "LOCK_TIMEOUT 50000"):
        assert f"SET {setting};" in settings


@pytest.mark.parametrize("kind", Kind)
def test_a_transaction_is_one_call_of_its_routine(server, session, kind):
    server.answers[f"^dbo.{kind.upper()}$"] = ONE
    before = len(server.asked)

    assert session.call(kind, CALLS[kind]) is True

    assert server.asked[before:] == [Asked("rpc", f"dbo.{kind.upper()}", CALLS[kind])]


def test_a_call_without_a_name_gives_none(server, session):
    server.answers["OSTAT"] = ONE

    session.call(Kind.OSTAT, (1, 3, 42, 0, ""))

    assert server.asked[-1].values[:4] == (1, 3, 42, 0)
    assert not server.asked[-1].values[4]  # FreeTDS sends an empty text as NULL


def test_a_rollback_on_purpose_is_told(server, session):
    server.answers["NEWORD"] = NONE

    assert session.call(Kind.NEWORD, CALLS[Kind.NEWORD]) is False


def test_an_answer_without_rows_is_told_in_a_sentence(server, session):
    server.answers["OSTAT"] = Rows([("committed", "int")], [])
    error = failed(lambda: session.call(Kind.OSTAT, CALLS[Kind.OSTAT]))

    assert DIALECT.trouble(error) is Trouble.OTHER
    assert DIALECT.line_of(error).startswith(
        "0: dbo.OSTAT answered no row: load the data"
    )


def test_the_empty_routine_is_called(server, session):
    server.answers["NOTHING"] = ONE

    session.call_empty()

    assert server.asked[-1] == Asked("rpc", "dbo.NOTHING", ())


@pytest.mark.parametrize(
    ("number", "trouble"),
    [
        (1205, Trouble.DEADLOCK),
        (3960, Trouble.SERIALIZATION),
        (3961, Trouble.SERIALIZATION),
        (1222, Trouble.LOCK_TIMEOUT),
        (547, Trouble.OTHER),
    ],
)
def test_what_a_routine_caught_keeps_its_number(server, session, number, trouble):
    server.answers["PAYMENT"] = [Failure(50000, 1, 16, f"{number}: the text"), ONE]
    error = failed(lambda: session.call(Kind.PAYMENT, CALLS[Kind.PAYMENT]))

    assert DIALECT.trouble(error) is trouble
    assert DIALECT.line_of(error) == f"{number}: the text"
    assert server.asked[-1].kind == "rpc"  # the routine has rolled back
    assert session.call(Kind.PAYMENT, CALLS[Kind.PAYMENT])


def test_what_a_routine_could_not_catch_is_rolled_back_here(server, session):
    server.answers["SLEV"] = Failure(1205, 51, 13, "chosen as the deadlock victim")
    error = failed(lambda: session.call(Kind.SLEV, CALLS[Kind.SLEV]))

    assert DIALECT.trouble(error) is Trouble.DEADLOCK
    assert server.asked[-1].text == "IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION"


def test_an_error_behind_the_rows_is_not_missed(server, session):
    server.answers["OSTAT"] = (ONE, Failure(50000, 1, 16, "1205: at the commit"))
    error = failed(lambda: session.call(Kind.OSTAT, CALLS[Kind.OSTAT]))

    assert DIALECT.trouble(error) is Trouble.DEADLOCK


def test_a_lost_connection_is_lost_at_every_call(server, session):
    server.answers["NEWORD"] = Hangup()
    errors = [
        failed(lambda: session.call(Kind.NEWORD, CALLS[Kind.NEWORD])) for _ in range(2)
    ]

    assert [DIALECT.trouble(error) for error in errors] == [Trouble.LOST] * 2


def test_a_missing_table_is_told_with_its_number(server, session):
    server.answers["missing"] = Failure(208, 1, 16, "Invalid object name 'missing'.")
    error = failed(lambda: session.rows("SELECT * FROM missing"))

    assert DIALECT.trouble(error) is Trouble.OTHER
    assert DIALECT.line_of(error) == "208: Invalid object name 'missing'."


def test_nobody_there_is_told_as_such_after_a_wrong_password(server):
    wrong = failed(lambda: DIALECT.connect(place_of(server, password="wrong")))
    nobody = failed(lambda: DIALECT.connect(place_of(server, port=1)))

    # in a process that has failed before, pymssql has lost the server's text
    assert DIALECT.line_of(wrong).startswith(("18456: Login failed", "20002:"))
    assert DIALECT.line_of(nobody).startswith("20009: Unable to connect")
    assert DIALECT.trouble(nobody) is Trouble.LOST


def test_an_error_that_is_not_the_drivers_is_no_trouble():
    assert DIALECT.trouble(ValueError("7")) is None


def test_new_orders_are_counted_before_batch_requests(server, session):
    server.answers["dbo.district"] = Rows([("n", "bigint")], [(30_010,)])
    server.answers["Batch Requests/sec"] = Rows([("n", "bigint")], [(2**33,)])

    counts = session.counts()

    assert (counts.new_orders, counts.transactions) == (30_010, 2**33)
    assert counts.batch_requests == 2**33
    assert counts.new_orders_at <= counts.at
    assert "dbo.district" in server.asked[-2].text
    assert "BIGINT" in server.asked[-1].text


@pytest.mark.parametrize("number", [297, 300])
def test_without_the_permission_new_orders_alone_are_counted(server, session, number):
    server.answers["dbo.district"] = Rows([("n", "bigint")], [(1,)])
    server.answers["dm_os_performance"] = Failure(number, 1, 14, "denied")

    counts = session.counts()

    assert counts.new_orders == 1
    assert (counts.transactions, counts.batch_requests) == (None, None)


def test_another_failure_of_the_counters_is_none_of_permission(server, session):
    server.answers["dbo.district"] = Rows([("n", "bigint")], [(1,)])
    server.answers["dm_os_performance"] = Failure(208, 1, 16, "Invalid object name")

    assert DIALECT.line_of(failed(session.counts)).startswith("208: ")


def test_a_run_without_the_permission_has_every_figure_but_tpm(server):
    server.answers |= {
        "FROM warehouse": Rows([("n", "int")], [(2,)]),
        "FROM customer": Rows([("n", "int"), ("bad", "int")], [(3_000, 1_500)]),
        "SERVERPROPERTY": Rows([(n, "nvarchar(9)") for n in "abc"], [("16", "", "")]),
        "dbo.district": [Rows([("n", "bigint")], [(n,)]) for n in (60_000, 60_900)],
        "dm_os_performance": Failure(300, 1, 14, "VIEW SERVER STATE was denied"),
        "^dbo[.]": ONE,
    }
    said: list[str] = []

    measurement.run(place_of(server), run_of(virtual_users=2), say=said.append)

    report = parser.parse("\n".join(said))
    assert report.figures.tpm is None
    assert report.figures.nopm > 0
    assert report.figures.tps > 0
    facts = tpcc_facts.facts_of(report, warehouses=2, orders_before=60_000)
    codes = {finding.code for finding in tpcc_facts.findings(facts)}
    assert codes == {"counters_not_readable"}


def test_the_engine_is_described_in_one_line(server, session):
    columns = [(name, "nvarchar(128)") for name in ("version", "level", "edition")]
    told = ("16.0.4135.4", "RTM", "Developer Edition (64-bit)")
    server.answers["SERVERPROPERTY"] = Rows(columns, [told])

    line = DIALECT.describe(session)

    assert line == "SQL Server 16.0.4135.4 RTM Developer Edition (64-bit)"


def test_what_is_done_before_and_after_the_load():
    tables = DIALECT.before_load()
    steps = DIALECT.after_load(Profile.SPEC)

    created = [text.split()[2] for text in tables if text.startswith("CREATE TABLE")]
    assert len(created) == len(set(created)) == 9
    assert list(steps) == ["indexes", "routines", "statistics"]
    routines = steps["routines"]
    dropped = [re.findall(r"DROP PROCEDURE (\S+)", text) for text in routines[:6]]
    made = [re.findall(r"CREATE PROCEDURE (\S+)", text) for text in routines[6:]]
    assert dropped == made
    assert len(made) == 6
    assert "Items are drawn by NURand" in routines[6]


@pytest.mark.parametrize(
    "changes", [{"tls": "verify-ca"}, {"password": "two\nlines"}, {"host": "a\0b"}]
)
def test_what_freetds_cannot_do_is_refused(server, changes):
    with pytest.raises(pymssql.InterfaceError, match=r"verify-full|line end"):
        DIALECT.connect(place_of(server, **changes))

    assert server.asked == []
