"""The portal's database itself lets nobody change an entry of the audit log."""

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.db.migrations import Migration

from benchruns.audit import trigger
from benchruns.audit.record import record
from benchruns.models import AuditEntry
from benchruns.vocabulary import AuditAction
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
TABLE = trigger.TABLE
BY_HAND = {
    "changed": f"UPDATE {TABLE} SET action = 'code_issued'",
    "another's": f"UPDATE {TABLE} SET actor_id = (SELECT max(id) FROM auth_user)",
    "nobody's": f"UPDATE {TABLE} SET actor_id = NULL, actor_name = ''",
    "deleted": f"DELETE FROM {TABLE}",
}


@pytest.fixture
def noted():
    record(AuditAction.RUN_DELETED, by=UserFactory(username="ada"))
    UserFactory(username="ben")
    return AuditEntry.objects.values()


def by_hand(statement):
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.parametrize("statement", BY_HAND.values(), ids=BY_HAND)
def test_what_is_done_by_hand_is_refused(noted, statement):
    before = list(noted.all())

    with pytest.raises(IntegrityError, match="only added"):
        by_hand(statement)

    assert list(noted.all()) == before


def test_nor_is_an_entry_replaced_by_another(noted):
    if connection.vendor != "sqlite":
        return  # REPLACE is SQLite's
    with pytest.raises(IntegrityError, match="only added"):
        by_hand(f"REPLACE INTO {TABLE} SELECT * FROM {TABLE}")


def test_retention_deletes_within_its_own_words_alone(noted):
    with trigger.lifted():
        assert AuditEntry.objects.all().retire() == 1

    record(AuditAction.RUN_DELETED, by=None)
    with pytest.raises(IntegrityError, match="only added"), transaction.atomic():
        AuditEntry.objects.all().retire()


def test_what_fails_while_it_is_lifted_leaves_it_as_it_was(noted):
    with pytest.raises(ZeroDivisionError), trigger.lifted():
        raise ZeroDivisionError

    with pytest.raises(IntegrityError, match="only added"):
        by_hand(BY_HAND["deleted"])


@pytest.mark.django_db(transaction=True)
def test_it_is_away_while_migrations_work_and_there_afterwards(noted):
    plan = [(Migration("0001_any", "benchruns"), False)]
    trigger.before_migrations(using="default", plan=plan)
    by_hand(BY_HAND["nobody's"])

    for _twice in range(2):
        call_command("migrate", verbosity=0)

        with pytest.raises(IntegrityError, match="only added"):
            by_hand(BY_HAND["changed"])
