"""What the portal's database cannot do while it is migrated, it does a moment later."""

import pytest
from django.db import DatabaseError, ProgrammingError, connection

from tests.factories import RunFactory
from workers.runs import persistence
from workers.runs.lease import Lease

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def no_pause(monkeypatch):
    monkeypatch.setattr(persistence, "RETRY_SECONDS", 0)


def asked(statement: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return int(cursor.fetchone()[0])


def persisted(*statements: str) -> int:
    """The last one's answer; each is asked for when the one before it failed."""
    left = list(statements)
    lease = Lease(RunFactory(running=True).pk, attempt=1)
    return persistence.persist(lambda: asked(left.pop(0)), lease=lease)


@pytest.mark.parametrize(
    "there", ["SELECT of_later FROM benchruns_run", "SELECT 1 FROM benchruns_later"]
)
def test_a_column_or_table_that_is_gone_for_a_moment_is_waited_for(there):
    assert persisted(there, there, "SELECT 7") == 7


def test_what_no_database_understands_is_not_tried_again():
    if connection.vendor != "postgresql":
        pytest.skip("SQLite calls every fault of a statement an operational one")
    with pytest.raises(DatabaseError):
        persisted("SELECT FROM WHERE", "SELECT 7")


def test_a_column_that_stays_away_is_not_waited_for_forever(monkeypatch):
    if connection.vendor != "postgresql":
        pytest.skip("SQLite calls it an operational error, as a lock that is held")
    monkeypatch.setattr(persistence, "MIGRATION_SECONDS", -1)

    with pytest.raises(ProgrammingError):
        persisted("SELECT of_later FROM benchruns_run", "SELECT 7")
