"""What is PostgreSQL's own: COPY, prepared statements, SQLSTATEs."""

import pytest

from tests.workers.tpcc import small_data
from workers.tools.tpcc.dialects.postgresql import PostgreSQL
from workers.tools.tpcc.kinds import Kind, Trouble
from workers.tools.tpcc.options import Profile

pytestmark = pytest.mark.engine


@pytest.fixture
def session(postgres_place):
    with PostgreSQL().connect(postgres_place) as session:
        yield session


def test_a_kind_is_one_prepared_statement_whatever_its_values(session):
    small_data.create(session, PostgreSQL(), items=2)
    small_data.install(session, PostgreSQL(), Profile.SPEC)

    for threshold in (1, 70_000, 2_000_000_000):
        session.call(Kind.SLEV, (1, 1, threshold))

    prepared = (
        "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%slev%'"
    )
    assert session.rows(prepared) == [(1,)]


def test_a_session_works_in_its_schema(session, postgres_place):
    session.execute("CREATE TABLE here (id INT)")

    where = "SELECT schemaname FROM pg_tables WHERE tablename = 'here'"
    assert session.rows(where) == [(postgres_place.space,)]


def test_rows_that_fail_leave_nothing_behind(session):
    session.execute("CREATE TABLE texts (id INT PRIMARY KEY, text VARCHAR(40))")

    with pytest.raises(Exception) as caught:  # noqa: PT011 - the driver's own
        session.fill("texts", ("id", "text"), [(1, "first"), (1, "again")])

    assert PostgreSQL().line_of(caught.value).startswith("23505: duplicate key")
    assert session.rows("SELECT * FROM texts") == []


@pytest.mark.parametrize(
    ("state", "trouble"),
    [
        ("40P01", Trouble.DEADLOCK),
        ("40001", Trouble.SERIALIZATION),
        ("55P03", Trouble.LOCK_TIMEOUT),
        ("57P01", Trouble.LOST),
        ("08006", Trouble.LOST),
        ("42P01", Trouble.OTHER),
    ],
)
def test_states_of_the_server_are_told_apart(session, state, trouble):
    with pytest.raises(Exception) as caught:  # noqa: PT011 - the driver's own
        session.execute(
            "DO $$ BEGIN RAISE EXCEPTION 'as planted'"
            f" USING ERRCODE = '{state}'; END $$"
        )

    assert PostgreSQL().trouble(caught.value) is trouble
    assert PostgreSQL().line_of(caught.value).startswith(f"{state}: as planted")


def test_a_session_that_was_ended_is_lost(session, postgres_place):
    (pid,) = session.rows("SELECT pg_backend_pid()")[0]
    with PostgreSQL().connect(postgres_place) as other:
        other.rows(f"SELECT pg_terminate_backend({pid})")

    for _ in range(2):
        with pytest.raises(Exception) as caught:  # noqa: PT011 - the driver's own
            session.rows("SELECT 1")
        assert PostgreSQL().trouble(caught.value) is Trouble.LOST


def test_serialization_failures_are_told(session, postgres_place):
    session.execute("CREATE TABLE numbers (id INT)")
    session.execute("INSERT INTO numbers VALUES (1)")
    with PostgreSQL().connect(postgres_place) as other:
        session.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
        session.rows("SELECT id FROM numbers")
        other.execute("UPDATE numbers SET id = 2")

        with pytest.raises(Exception) as caught:  # noqa: PT011 - the driver's own
            session.execute("UPDATE numbers SET id = 3")

    assert PostgreSQL().trouble(caught.value) is Trouble.SERIALIZATION
