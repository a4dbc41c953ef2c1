"""All variables of a server, against real MariaDB and PostgreSQL."""

from contextlib import contextmanager

import pytest

from benchruns.models import ServerVariables
from tests.workers.accounts import execute
from workers.connecting.target import Target
from workers.probes import connect
from workers.runs import variables

pytestmark = [pytest.mark.engine, pytest.mark.django_db]

CHANGED = {
    "mysql": ("join_buffer_size", "SET GLOBAL join_buffer_size = {}", 134217728),
    "postgresql": ("work_mem", "ALTER ROLE CURRENT_USER SET work_mem = '{}'", "77MB"),
}
AS_BUILT = {
    "mysql": "SET GLOBAL join_buffer_size = DEFAULT",
    "postgresql": "ALTER ROLE CURRENT_USER RESET work_mem",
}


@pytest.fixture(params=["mariadb", "postgres"])
def target(request) -> Target:
    return request.getfixturevalue(f"{request.param}_target")


@contextmanager
def something_changed(target: Target):
    name, statement, value = CHANGED[target.family.name]
    execute(target, statement.format(value))
    try:
        yield name, str(value)
    finally:
        execute(target, AS_BUILT[target.family.name])


def found(target: Target):
    with connect(target) as probe:
        return variables.found(probe)


def test_all_are_found_and_what_is_not_as_built_is_named(target):
    before = found(target)

    with something_changed(target) as (name, value):
        after = found(target)

    assert len(before.values) > 250
    assert name not in before.changed
    assert after.values[name] == value
    assert after.changed == before.changed | {name}


def test_a_server_that_stays_as_it_is_is_stored_once(target):
    rows = [variables.store(found(target)) for _ in range(2)]

    assert rows[0] == rows[1]
    assert ServerVariables.objects.count() == 1
    with something_changed(target):
        assert variables.store(found(target)) != rows[0]


def test_no_place_or_account_is_among_them(target):
    values = found(target).values

    assert not {"datadir", "data_directory", "socket", "port", "hostname"} & set(values)
    assert not [name for name, value in values.items() if value.startswith("/")]
