"""A server that writes down all it can writes down no password of a check."""

from contextlib import contextmanager

import pytest

from tests import waiting
from tests.targets import endpoint_of
from tests.workers.accounts import execute, postgres_account
from workers import checker

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]
PLANTED, WRONG = "Planted-5d1c-of-an-account", "Planted-77aa-of-a-guess"
SETTINGS = ("log_min_messages = debug5", "log_statement = 'all'")
RELOAD = "SELECT pg_reload_conf()"


@contextmanager
def all_logged(admin):
    execute(admin, *(f"ALTER SYSTEM SET {each}" for each in SETTINGS), RELOAD)
    try:
        # a new session has what the reload says once the server has read it
        waiting.until(
            lambda: execute(admin, "SHOW log_min_messages") == [("debug5",)],
            what="the settings",
        )
        yield
    finally:
        names = (each.split()[0] for each in SETTINGS)
        execute(admin, *(f"ALTER SYSTEM RESET {name}" for name in names), RELOAD)


def test_no_password_stands_in_the_log_of_a_server_at_debug5(
    postgres_server, postgres_target
):
    grant = f"CREATE ON DATABASE {postgres_target.database}"
    with postgres_account(postgres_target, grant, password=PLANTED) as target:
        # the role's own statement would have the password in it
        begin = postgres_server.log.stat().st_size
        with all_logged(postgres_target):
            checks = [
                endpoint_of(target, password=password).checks.create()
                for password in (PLANTED, WRONG)
            ]
            for check in checks:
                checker.perform(check.pk)

    for check in checks:
        check.refresh_from_db()
    assert [check.ok for check in checks] == [True, False], checks[0].detail
    log = postgres_server.log.read_bytes()[begin:].decode(errors="replace")
    for word in ("DEBUG:", "bb_test", "password authentication failed", "SELECT"):
        assert word in log
    assert [secret for secret in (PLANTED, WRONG) if secret in log] == []
