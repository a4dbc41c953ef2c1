"""What is MySQL's own: LOAD DATA LOCAL without files, INSERT in its place, names."""

import errno
import socket

import pytest

from tests.workers.tpcc import small_data
from tests.workers.tpcc.small_data import one
from workers.tools.tpcc.dialects.mysql import MySQL
from workers.tools.tpcc.kinds import Kind, Trouble
from workers.tools.tpcc.options import Profile
from workers.tools.tpcc.schema import COLUMNS

pytestmark = pytest.mark.engine
TABLE = "CREATE TABLE texts (id INT NOT NULL PRIMARY KEY, text VARCHAR(40) NULL)"


@pytest.fixture
def session(mariadb_place):
    with MySQL().connect(mariadb_place) as session:
        session.execute(TABLE)
        yield session


@pytest.fixture
def no_local_infile(session):
    session.execute("SET GLOBAL local_infile = OFF")
    yield
    session.execute("SET GLOBAL local_infile = ON")


@pytest.mark.usefixtures("no_local_infile")
def test_a_server_that_takes_no_files_gets_inserts(session):
    texts = [(n, f"it's \\{n}" if n % 2 else None) for n in range(1_201)]

    session.fill("texts", ("id", "text"), iter(texts))

    assert session.rows("SELECT id, text FROM texts ORDER BY id") == texts


@pytest.mark.usefixtures("no_local_infile")
def test_inserts_that_fail_leave_nothing_behind(session):
    with pytest.raises(Exception) as caught:  # noqa: PT011 - the driver's own
        session.fill("texts", ("id", "text"), [*((n, "") for n in range(900)), (1, "")])

    assert MySQL().line_of(caught.value).startswith("1062: Duplicate entry")
    assert one(session, "SELECT COUNT(*) FROM texts") == 0


def test_a_row_that_is_there_already_fails_the_load(session):
    with pytest.raises(Exception) as caught:  # noqa: PT011 - the driver's own
        session.fill("texts", ("id", "text"), [(1, "first"), (1, "again")])

    assert MySQL().line_of(caught.value).startswith("1062: texts: Duplicate entry")


def test_a_failing_source_of_rows_fails_the_load(session):
    def rows():
        yield (1, "sent")
        raise ValueError("the source")

    with pytest.raises(ValueError, match="the source"):
        session.fill("texts", ("id", "text"), rows())


def test_a_server_that_asks_for_a_file_gets_none(session, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("1\tsecret\n")

    session.execute(f"LOAD DATA LOCAL INFILE '{secret}' INTO TABLE texts")

    assert session.rows("SELECT * FROM texts") == []


def test_a_payment_by_name_reads_the_customers_of_that_name_alone(session):
    small_data.create(session, MySQL(), items=2)
    small_data.install(session, MySQL(), Profile.SPEC)
    others = (small_data.customer(c_id, 3, 1) for c_id in range(8, 500))
    session.fill("customer", COLUMNS["customer"], others)
    session.execute("FLUSH STATUS")

    session.call(Kind.PAYMENT, (1, 3, 1, 3, 0, 1, 5, "BARBARBAR"))

    read = session.rows("SHOW SESSION STATUS LIKE 'Handler_read%'")
    assert sum(int(value) for name, value in read if name.endswith("_rnd_next")) < 20
    assert sum(int(value) for name, value in read if name.endswith("_next")) < 60


def test_a_lost_connection_is_told_apart_from_an_error_of_the_program(session):
    def no_room():
        yield (1, "sent")
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(OSError, match="No space") as full:
        session.fill("texts", ("id", "text"), no_room())
    session._connection._sock.shutdown(socket.SHUT_RDWR)
    with pytest.raises(Exception) as lost:  # noqa: PT011 - the driver's own
        session.rows("SELECT 1")

    assert MySQL().trouble(full.value) is None
    assert MySQL().trouble(lost.value) is Trouble.LOST


@pytest.mark.parametrize(
    ("number", "trouble"),
    [
        (1213, Trouble.DEADLOCK),
        (1205, Trouble.LOCK_TIMEOUT),
        (1020, Trouble.SERIALIZATION),
        (1927, Trouble.LOST),
        (1064, Trouble.OTHER),
    ],
)
def test_numbers_of_the_server_are_told_apart(session, number, trouble):
    with pytest.raises(Exception) as caught:  # noqa: PT011 - the driver's own
        session.execute(
            f"SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = {number},"
            " MESSAGE_TEXT = 'as\nplanted'"
        )

    assert MySQL().trouble(caught.value) is trouble
    assert MySQL().line_of(caught.value) == f"{number}: as planted"


def test_a_lock_that_is_not_given_is_told_as_such(session, mariadb_place):
    session.execute("INSERT INTO texts VALUES (1, 'one')")
    with MySQL().connect(mariadb_place) as other:
        other.execute("BEGIN")
        other.execute("UPDATE texts SET text = 'taken'")
        session.execute("SET innodb_lock_wait_timeout = 1")

        with pytest.raises(Exception) as caught:  # noqa: PT011 - the driver's own
            session.execute("UPDATE texts SET text = 'mine'")

    assert MySQL().trouble(caught.value) is Trouble.LOCK_TIMEOUT
