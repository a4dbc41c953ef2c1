"""Workspaces on real servers for the tests of the tool, dropped when a test ends."""

import os
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import unquote, urlsplit

import psycopg
import pymssql
import pymysql
import pytest

from local.servers.running import Running
from workers.tools.tpcc.options import Place

ENGINES = ("mariadb", "postgresql", "sqlserver")
MSSQL_URL = "MSSQL_URL"
NO_SQL_SERVER = (
    f"{MSSQL_URL} is not set: name a SQL Server for the live tests as "
    "mssql://user:percent-encoded-password@host:port/database"
)


@contextmanager
def workspace_on(engine: str, ask: Callable[[str], Running]) -> Iterator[Place]:
    """A new workspace on one of ``ENGINES``; ``ask`` is request.getfixturevalue.

    Skips, with the reason, where no SQL Server is named.
    """
    space = f"benchbook_{uuid.uuid4().hex[:12]}"
    match engine:
        case "mariadb":
            there = _here("mysql", ask("mariadb_server"), space=space)
        case "postgresql":
            there = _here("postgresql", ask("postgres_server"), space=space)
        case _:
            there = sql_server_place(space=space)
    what = "SCHEMA" if engine == "postgresql" else "DATABASE"
    _do(there, f"CREATE {what} {space}")
    try:
        yield there
    finally:
        for statement in _drop(engine, what, space):
            _do(there, statement)


def sql_server_place(*, space: str) -> Place:
    """The server that MSSQL_URL names; the database in it is only for the login."""
    url = os.environ.get(MSSQL_URL)
    if not url:
        pytest.skip(NO_SQL_SERVER)
    parts = urlsplit(url)
    return Place(
        dialect="sqlserver",
        host=parts.hostname or "",
        address=parts.hostname or "",
        port=parts.port or 1433,
        username=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        database=unquote(parts.path.lstrip("/")) or "master",
        space=space,
        allow_cleartext_password=True,
    )


def _here(dialect: str, started: Running, *, space: str) -> Place:
    server = started.server
    parts = urlsplit(server.url)
    return Place(
        dialect=dialect,
        host="127.0.0.1",
        address="127.0.0.1",
        port=server.port,
        username=parts.username or "",
        password=server.password,
        database=parts.path.lstrip("/"),
        space=space,
        tls="disable",
        allow_cleartext_password=True,
    )


def _drop(engine: str, what: str, space: str) -> list[str]:
    """Statements that remove a workspace, whoever is still connected to it."""
    if engine == "sqlserver":
        alone = f"ALTER DATABASE {space} SET SINGLE_USER WITH ROLLBACK IMMEDIATE"
        return [alone, f"DROP DATABASE {space}"]
    return [f"DROP {what} {space}" + (" CASCADE" if engine == "postgresql" else "")]


def _do(there: Place, statement: str) -> None:
    login = {"host": there.address, "port": there.port, "user": there.username}
    match there.dialect:
        case "mysql":
            mysql = pymysql.connect(**login, password=there.password, ssl_disabled=True)
            with mysql, mysql.cursor() as cursor:
                cursor.execute(statement)
        case "postgresql":
            with psycopg.connect(
                **login, password=there.password, dbname=there.database, autocommit=True
            ) as postgres:
                postgres.execute(statement)
        case _:
            with pymssql.connect(
                server=there.address,
                port=str(there.port),
                user=there.username,
                password=there.password,
                database=there.database,
                login_timeout=10,
                autocommit=True,
            ) as mssql:
                mssql.cursor().execute(statement)
