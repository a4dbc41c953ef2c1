"""What a dialect promises besides its routines: loading, counting, telling troubles."""

import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from threading import Thread

import pytest

from tests import waiting
from tests.workers.tpcc import small_data
from tests.workers.tpcc.small_data import one
from workers.tools.tpcc.dialects import dialect_of
from workers.tools.tpcc.dialects.base import Dialect, Session
from workers.tools.tpcc.kinds import Kind, Trouble
from workers.tools.tpcc.options import Place, Profile

TABLE = "CREATE TABLE texts (id INT NOT NULL, text VARCHAR(40) NULL)"
HOSTILE = ["tab\there", "line\nend", "back\\slash", "'quoted'", r"\N", "", "% %s", None]


@pytest.fixture(scope="module")
def dialect(lasting_place: Place) -> Dialect:
    return dialect_of(lasting_place.dialect)


@pytest.fixture(scope="module")
def filled(lasting_place: Place, dialect: Dialect) -> Iterator[Session]:
    with dialect.connect(lasting_place) as session:
        small_data.create(session, dialect, items=2)
        for statement in dialect.after_load(Profile.SPEC)["routines"]:
            session.execute(statement)
        yield session


@pytest.fixture
def session(filled: Session) -> Session:
    small_data.restore(filled)
    return filled


# Other tests' sessions wait for locks of the same server too, so it is asked for one.
ITS_NUMBER = {
    "mysql": "SELECT CONNECTION_ID()",
    "postgresql": "SELECT pg_backend_pid()",
    "sqlserver": "SELECT @@SPID",
}
WAITS = {
    "mysql": "SELECT COUNT(*) FROM information_schema.innodb_trx"
    " WHERE trx_state = 'LOCK WAIT' AND trx_mysql_thread_id = {}",
    "postgresql": "SELECT COUNT(*) FROM pg_stat_activity"
    " WHERE wait_event_type = 'Lock' AND pid = {}",
    "sqlserver": "SELECT COUNT(*) FROM sys.dm_exec_requests"
    " WHERE blocking_session_id <> 0 AND session_id = {}",
}


def waits(session: Session, asks: str) -> object:
    """MySQL looks again only when nobody has asked for 0.1 s."""
    time.sleep(0.2)
    return one(session, asks)


def in_turn(
    first: Callable[[], object],
    then: Callable[[], object],
    *,
    waits: Callable[[], object],
) -> list[Exception]:
    """What fails of two: the second begins when the first waits for a lock."""
    failed: list[Exception] = []

    def watched() -> None:
        try:
            first()
        except Exception as error:  # noqa: BLE001 - the test looks at it
            failed.append(error)

    thread = Thread(target=watched)
    thread.start()
    waiting.until(waits, what="the first one's waiting")
    try:
        then()
    except Exception as error:  # noqa: BLE001 - the test looks at it
        failed.append(error)
    thread.join()
    return failed


def test_hostile_texts_are_loaded_as_they_are(session: Session, dialect: Dialect):
    """DB-Library sends an empty text as NULL; the tool loads none."""
    texts = [text for text in HOSTILE if text or dialect.name != "sqlserver"]
    session.execute(TABLE)
    rows = list(enumerate(texts))

    session.fill("texts", ("id", "text"), iter(rows))

    assert session.rows("SELECT id, text FROM texts ORDER BY id") == rows
    session.execute("DROP TABLE texts")


def test_a_row_that_does_not_fit_fails_the_load(session: Session, dialect: Dialect):
    if dialect.name == "sqlserver":
        pytest.skip("DB-Library cuts texts in a bulk copy; the tool's own all fit")
    session.execute(TABLE)

    with pytest.raises(Exception) as caught:  # noqa: PT011 - each driver has its own
        session.fill("texts", ("id", "text"), [(1, "fits"), (2, "long" * 20)])

    assert dialect.trouble(caught.value) is Trouble.OTHER
    session.execute("DROP TABLE texts")


def test_statistics_are_gathered(session: Session, dialect: Dialect):
    for statement in dialect.after_load(Profile.SPEC)["statistics"]:
        session.execute(statement)


def test_the_empty_routine_can_be_called(session: Session):
    session.call_empty()


def counts_late(session: Session, dialect: Dialect) -> bool:
    """PostgreSQL before 15 does, by half a second."""
    if dialect.name != "postgresql":
        return False
    [(version,)] = session.rows("SHOW server_version_num")
    return int(version) < 150_000


def test_every_transaction_is_counted_once(session: Session, dialect: Dialect):
    if counts_late(session, dialect):
        pytest.skip("what came before is counted late as well: see the next test")
    before = session.counts()
    for _ in range(10):
        session.call(Kind.PAYMENT, (1, 1, 1, 1, 1, 0, 5, ""))
        session.call(Kind.OSTAT, (1, 1, 1, 0, ""))
        session.call(Kind.DELIVERY, (1, 1))
        session.call(Kind.SLEV, (1, 1, 10))
    after = session.counts()

    assert before.new_orders == after.new_orders == 20 * 4
    # the readings are transactions on some engines, and others are at work
    assert 40 <= after.transactions - before.transactions <= 60
    assert before.new_orders_at <= before.at < after.new_orders_at <= after.at


def test_every_transaction_is_counted_in_the_end(session: Session):
    before = session.counts()
    for _ in range(40):
        session.call(Kind.SLEV, (1, 1, 10))

    waiting.until(
        lambda: session.counts().transactions - before.transactions >= 40,
        what="the session's transactions",
    )


def test_a_deadlock_is_told_as_such_and_leaves_nothing_behind(
    session: Session, dialect: Dialect, lasting_place: Place
):
    # the payment has the warehouse and waits for the district, which the other has
    asks = WAITS[dialect.name].format(one(session, ITS_NUMBER[dialect.name]))
    with dialect.connect(lasting_place) as other:
        other.execute("BEGIN" if dialect.name != "sqlserver" else "BEGIN TRANSACTION")
        other.execute("UPDATE customer SET c_payment_cnt = 9")
        other.execute("UPDATE district SET d_ytd = 31 WHERE d_w_id = 1")
        failed = in_turn(
            lambda: session.call(Kind.PAYMENT, (1, 1, 1, 1, 1, 0, 5, "")),
            lambda: other.execute("UPDATE warehouse SET w_ytd = 1"),
            waits=lambda: waits(other, asks),
        )

    (error,) = failed
    assert dialect.trouble(error) is Trouble.DEADLOCK
    assert dialect.line_of(error).split(":")[0] in {"1213", "40P01", "1205"}
    assert "\n" not in dialect.line_of(error)
    assert one(session, "SELECT SUM(w_ytd) FROM warehouse") == 600
    assert one(session, "SELECT SUM(d_ytd) FROM district") == 600


def test_two_deliveries_at_once_deliver_no_order_twice(
    session: Session, dialect: Dialect, lasting_place: Place
):
    def deliver(by: Session) -> None:
        for _ in range(2):
            by.call(Kind.DELIVERY, (1, 1))

    with dialect.connect(lasting_place) as other:
        threads = [Thread(target=deliver, args=(by,)) for by in (session, other)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    moved = "SELECT SUM(c_balance), SUM(c_delivery_cnt) FROM customer WHERE c_w_id = 1"
    assert session.rows(moved) == [(70 * -10 + 18 * small_data.ORDER_AMOUNT, 18)]


def test_a_lost_connection_is_told(lasting_place: Place, dialect: Dialect):
    session = dialect.connect(lasting_place)
    session.close()

    with pytest.raises(Exception) as caught:  # noqa: PT011 - each driver has its own
        session.rows("SELECT 1")

    assert dialect.trouble(caught.value) is Trouble.LOST


def test_an_error_that_is_no_drivers_is_no_trouble(dialect: Dialect):
    assert dialect.trouble(ValueError("of the tool itself")) is None


def test_a_server_that_is_not_there_is_told(lasting_place: Place, dialect: Dialect):
    with socket.create_server(("127.0.0.1", 0)) as listening:
        free = listening.getsockname()[1]

    with pytest.raises(Exception) as caught:  # noqa: PT011 - each driver has its own
        dialect.connect(replace(lasting_place, port=free))

    assert dialect.trouble(caught.value) is Trouble.LOST
    assert dialect.line_of(caught.value).split(":")[0] in {"2003", "08001", "20009"}


def test_a_wrong_password_is_told(lasting_place: Place, dialect: Dialect):
    with pytest.raises(Exception) as caught:  # noqa: PT011 - each driver has its own
        dialect.connect(replace(lasting_place, password="wrong"))

    told = dialect.line_of(caught.value)
    assert "password" in told.lower() or told.startswith("18456")


def test_the_engine_is_described(session: Session, dialect: Dialect):
    told = dialect.describe(session)

    assert told.startswith(("MariaDB ", "MySQL ", "PostgreSQL ", "SQL Server "))
    assert any(character.isdigit() for character in told)
    assert "\n" not in told
