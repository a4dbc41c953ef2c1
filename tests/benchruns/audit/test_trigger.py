"""The portal's database itself lets nobody change an entry of the audit log."""

import pytest
from django.core.checks import run_checks
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor

from benchruns.audit import trigger
from benchruns.audit.record import record
from benchruns.models import AuditEntry
from benchruns.vocabulary import AuditAction
from portal import gunicorn
from portal.metrics.state import PortalState
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


def test_a_role_that_may_do_all_with_rows_retires_none(noted):
    if connection.vendor == "sqlite":
        return  # it has no roles
    by_hand("CREATE ROLE bb_clerk")
    by_hand(f"GRANT ALL ON {TABLE} TO bb_clerk")
    by_hand("SET LOCAL ROLE bb_clerk")

    with pytest.raises(IntegrityError, match="only added"), trigger.lifted():
        by_hand(BY_HAND["deleted"])


def test_where_it_is_away_this_is_told_and_a_start_of_the_web_puts_it_back(noted):
    def told():
        # no further than to it: workers are asked last, and waited for
        guarded = next(
            metric.samples[0].value
            for metric in PortalState().collect()
            if metric.name == "benchbook_audit_log_guarded"
        )
        found = run_checks(tags=["database"], databases=["default"])
        return guarded, [each.id for each in found]

    assert told() == (1, [])
    trigger.remove()
    assert told() == (0, ["benchruns.W001"])

    gunicorn.post_worker_init(None)

    assert told() == (1, [])
    with pytest.raises(IntegrityError, match="only added"):
        by_hand(BY_HAND["changed"])


def test_a_function_that_lets_all_pass_is_seen_and_replaced(noted):
    if connection.vendor == "sqlite":
        return  # there each trigger has its own words
    by_hand(
        f"CREATE OR REPLACE FUNCTION {trigger.NAME}() RETURNS trigger "
        "LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END'"
    )
    assert not trigger.is_there()

    trigger.put_back()

    with pytest.raises(IntegrityError, match="only added"):
        by_hand(BY_HAND["deleted"])


@pytest.mark.django_db(transaction=True)
def test_a_migration_that_fails_leaves_nobody_a_way(noted, monkeypatch):
    plan = [(Migration("0001_any", "benchruns"), False)]

    def fail(*_what, **_how):
        trigger.before_migrations(using="default", plan=plan)
        by_hand(BY_HAND["nobody's"])
        raise ZeroDivisionError

    monkeypatch.setattr(MigrationExecutor, "migrate", fail)
    with pytest.raises(ZeroDivisionError):
        call_command("migrate", verbosity=0, interactive=False)

    with pytest.raises(IntegrityError, match="only added"):
        by_hand(BY_HAND["changed"])


@pytest.mark.django_db(transaction=True)
def test_it_is_away_while_migrations_work_and_there_afterwards(noted):
    plan = [(Migration("0001_any", "benchruns"), False)]
    trigger.before_migrations(using="default", plan=plan)
    by_hand(BY_HAND["nobody's"])

    for _twice in range(2):
        call_command("migrate", verbosity=0)

        with pytest.raises(IntegrityError, match="only added"):
            by_hand(BY_HAND["changed"])
