"""``manage.py backup`` and ``restore``: every row of every table, or nothing."""

import gzip
import json
import stat
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import JSONField, Value

from benchruns.models import AuditEntry, Endpoint
from portal.backup import tables
from portal.models import IdempotencyRecord
from tests import portal_database
from tests.factories import EndpointFactory, IdempotencyRecordFactory, UserFactory
from tests.portal.backup import rows

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]

PASSWORD = "a password of an endpoint"


@pytest.fixture
def file(tmp_path):
    return tmp_path / "portal.backup"


def manage(*words):
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def backed_up(file):
    """A small one, out of a database that is as migrated again."""
    EndpointFactory(password=PASSWORD)
    manage("backup", file)
    portal_database.empty()


def changed(file, change):
    """Its lines as ``change`` answers them, well compressed."""
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    file.write_bytes(gzip.compress(b"".join(change(lines))))


def test_making_and_restoring_a_backup_are_noted(file):
    backed_up(file)
    assert not AuditEntry.objects.exists()

    manage("restore", file)
    another = file.with_name("another.backup")
    manage("backup", another)

    noted = AuditEntry.objects.order_by("pk")
    assert [(each.action, each.door, each.subject_name) for each in noted] == [
        ("backup_restored", "command", file.name),
        ("backup_made", "command", another.name),
    ]


def test_every_row_of_every_table_is_restored(file):
    filled = rows.fill()
    # JSON's own null and no value are one to Django, and two in the database
    IdempotencyRecord.objects.update(body=Value(None, JSONField()))
    IdempotencyRecordFactory(body=None)
    before = rows.stored()
    assert [name for name in filled if not before[name]] == []

    manage("backup", file)
    portal_database.empty()
    assert rows.stored() != before
    manage("restore", file)

    after = rows.stored()
    assert after.keys() == before.keys()
    acts = "benchruns_auditentry"  # where the restore itself is noted
    after[acts] = [row for row in after[acts] if row in before[acts]]
    different = [name for name in before if before[name] != after[name]]
    assert different == []


def test_no_id_is_given_twice_after_a_restore(file):
    """The audit log still names who is gone."""
    UserFactory()
    gone = UserFactory()
    last = gone.pk
    gone.delete()
    manage("backup", file)
    portal_database.empty()

    manage("restore", file)

    assert UserFactory().pk == last + 1


def test_passwords_of_endpoints_stay_encrypted_in_the_file(file):
    backed_up(file)

    assert PASSWORD.encode() not in gzip.decompress(file.read_bytes())
    manage("restore", file)
    assert Endpoint.objects.get().password == PASSWORD


def test_the_file_is_for_its_owner_alone_and_overwrites_none(file):
    backed_up(file)

    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with pytest.raises(CommandError, match="is there already"):
        manage("backup", file)
    assert [each.name for each in file.parent.iterdir()] == [file.name]


def test_a_database_with_rows_is_left_as_it_is(file):
    backed_up(file)
    UserFactory()
    before = rows.stored()

    with pytest.raises(CommandError, match="not empty: there are rows in auth_user"):
        manage("restore", file)

    assert rows.stored() == before


def test_a_backup_of_other_migrations_is_refused(file):
    backed_up(file)

    def older(lines):
        head = json.loads(lines[0])
        head["migrations"] = head["migrations"][:-1]
        return [json.dumps(head).encode() + b"\n", *lines[1:]]

    changed(file, older)
    with pytest.raises(CommandError, match=r"benchruns \d{4}_\w+ \(\d+ migrations\)"):
        manage("restore", file)


DAMAGES = {
    "a row is missing": lambda lines: [*lines[:-9], *lines[-8:]],
    "the end is missing": lambda lines: lines[:-1],
    "it ends early": lambda lines: lines[: len(lines) // 2],
    "a name is another": lambda lines: [
        each.replace(b"user-", b"usen-") for each in lines
    ],
    "there is more after the end": lambda lines: [*lines, lines[-2]],
    "a line is cut": lambda lines: [*lines[:-3], lines[-3][:-4] + b"\n", *lines[-2:]],
    "a value is of another kind": lambda lines: [
        b"7\n" if b"user-" in each else each for each in lines
    ],
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_nothing_of_a_damaged_backup_is_restored(file, damage):
    backed_up(file)
    before = rows.stored()

    changed(file, DAMAGES[damage])
    with pytest.raises(CommandError, match="damaged or incomplete; nothing was rest"):
        manage("restore", file)

    assert rows.stored() == before


def test_what_the_database_refuses_is_told_and_nothing_is_restored(file):
    backed_up(file)
    before = rows.stored()

    def twice(lines):
        return [
            part
            for each in lines
            for part in ([each, each] if b"user-" in each else [each])
        ]

    changed(file, twice)
    with pytest.raises(CommandError, match=r"refused a row; nothing[^\n]+(?i:unique)"):
        manage("restore", file)

    assert rows.stored() == before


@pytest.mark.parametrize("content", [b"", b"no backup", b"\x1f\x8b\x08broken"])
def test_another_file_is_refused_in_one_sentence(file, content):
    file.write_bytes(content)
    with pytest.raises(CommandError, match=r"^[^\n]+$"):
        manage("restore", file)


def test_a_file_that_is_not_there_is_named(file):
    with pytest.raises(CommandError, match=r"portal\.backup cannot be read: No such"):
        manage("restore", file)


def test_a_place_that_cannot_be_written_is_named(file):
    with pytest.raises(CommandError, match="cannot be written: No such"):
        manage("backup", file / "below" / "it")


def test_who_writes_meanwhile_does_not_wait_and_is_not_in_it(file, monkeypatch):
    """What is in a backup is of one moment."""
    UserFactory()
    first = tables.tables()[0]
    written = []

    def others_write(model):
        if model is first:
            written.append(_in_another_connection())
        return last_id(model)

    last_id = tables.last_id
    monkeypatch.setattr(tables, "last_id", others_write)
    manage("backup", file)

    assert written == ["who writes late"]
    assert b"who writes late" not in gzip.decompress(file.read_bytes())


def _in_another_connection():
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("UPDATE auth_user SET username = 'who writes late'")
        return "who writes late"
    finally:
        other.close()
