"""Situations on a user's server that a run must get along with."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tests.workers import accounts
from workers.connecting.target import Target


@contextmanager
def confined(target: Target) -> Iterator[Target]:
    """An account that may work in its own database and create no other."""
    if target.family.name == "postgresql":
        grants = ("CREATE, USAGE ON SCHEMA public",)
        with accounts.postgres_account(target, *grants) as account:
            yield account
    elif target.family.name == "sqlserver":
        with accounts.sqlserver_account(target) as account:
            member = f"EXECUTE sp_addrolemember 'db_owner', '{account.username}'"
            accounts.execute(target, member)
            yield account
    else:
        rights = "SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, INDEX, ALTER"
        grants = (f"{rights} ON `{target.database}`.*",)
        with accounts.mysql_account(target, *grants) as account:
            yield account


@contextmanager
def own_table(target: Target, name: str) -> Iterator[Callable[[], int]]:
    """A table of the user's own with three rows; yields what counts them."""
    accounts.execute(
        target,
        f"CREATE TABLE {name} (id integer PRIMARY KEY, note varchar(20))",
        f"INSERT INTO {name} VALUES (1, 'mine'), (2, 'mine'), (3, 'mine')",
    )
    try:
        yield lambda: accounts.execute(
            target, f"SELECT count(*) FROM {name} WHERE note = 'mine'"
        )[0][0]
    finally:
        accounts.execute(target, f"DROP TABLE {name}")
