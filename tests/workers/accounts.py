"""Accounts, limits and statements on the test servers, made by their superuser."""

import contextlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import psycopg
import pymssql
import pymysql
from psycopg import sql

from workers.connecting.target import Target

PASSWORD = "x-Pass_1"


def execute(target: Target, *statements: str) -> list[tuple]:
    """Run statements as an account; the rows of the last one."""
    if target.family.name == "postgresql":
        return _execute_postgresql(target, *statements)
    if target.family.name == "sqlserver":
        return _execute_sqlserver(target, *statements)
    return _execute_mysql(target, *statements)


def dropping(target: Target, kind: str, *names: str) -> list[str]:
    """Statements that drop what is there of these; of SQL Server from 2008 on."""
    if target.family.name == "sqlserver":
        return [
            f"IF OBJECT_ID('{name}') IS NOT NULL DROP {kind} {name}" for name in names
        ]
    return [f"DROP {kind} IF EXISTS {', '.join(names)}"]


def _execute_mysql(target: Target, *statements: str) -> list[tuple]:
    connection = pymysql.connect(
        host=target.address,
        port=target.port,
        user=target.username,
        password=target.password,
        database=target.database or None,
        autocommit=True,
        ssl_disabled=True,
    )
    with connection, connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
        return list(cursor.fetchall())


def _execute_postgresql(target: Target, *statements: str) -> list[tuple]:
    with psycopg.connect(
        host=target.address,
        port=target.port,
        user=target.username,
        password=target.password,
        dbname=target.database,
        autocommit=True,
    ) as connection:
        for statement in statements:
            cursor = connection.execute(statement)
        return cursor.fetchall() if cursor.description else []


def _execute_sqlserver(target: Target, *statements: str) -> list[tuple]:
    with (
        pymssql.connect(
            server=target.address,
            port=str(target.port),
            user=target.username,
            password=target.password,
            database=target.database,
            login_timeout=10,
            autocommit=True,
        ) as connection,
        connection.cursor() as cursor,
    ):
        for statement in statements:
            cursor.execute(statement)
        return cursor.fetchall() if cursor.description else []


@contextmanager
def an_account(admin: Target, **options) -> Iterator[Target]:
    """An account that may do nothing but log in."""
    if admin.family.name == "postgresql":
        grant = f"CONNECT ON DATABASE {admin.database}"
        with postgres_account(admin, grant, **options) as target:
            yield target
    elif admin.family.name == "sqlserver":
        with sqlserver_account(admin) as target:
            yield target
    else:
        with mysql_account(
            admin, f"SELECT ON `{admin.database}`.*", **options
        ) as target:
            yield target


@contextmanager
def sqlserver_account(
    admin: Target, *grants: str, password: str = PASSWORD
) -> Iterator[Target]:
    """A login with these grants (``VIEW SERVER STATE``), a user of the database."""
    login = "bb_test"
    quoted = password.replace("'", "''")
    drop = (
        # DROP ... IF EXISTS came with SQL Server 2016
        f"IF USER_ID('{login}') IS NOT NULL DROP USER {login}",
        f"IF SUSER_ID('{login}') IS NOT NULL DROP LOGIN {login}",
    )
    execute(
        admin,
        *drop,
        f"CREATE LOGIN {login} WITH PASSWORD = '{quoted}', CHECK_POLICY = OFF",
        f"CREATE USER {login} FOR LOGIN {login}",
    )
    execute(
        replace(admin, database="master"),
        *(f"GRANT {grant} TO {login}" for grant in grants),
    )
    try:
        yield replace(admin, username=login, password=password)
    finally:
        execute(admin, *drop)


@contextmanager
def mysql_account(
    admin: Target, *grants: str, password: str = PASSWORD, limit: int = 0
) -> Iterator[Target]:
    """An account with these grants (``SELECT ON shop.*``) and nothing else."""
    user = "bb_test"
    quoted = pymysql.converters.escape_string(password)
    # on these servers TCP from 127.0.0.1 may be seen as localhost
    hosts = ("127.0.0.1", "localhost")
    for host in hosts:
        execute(
            admin,
            f"DROP USER IF EXISTS {user}@'{host}'",
            f"CREATE USER {user}@'{host}' IDENTIFIED BY '{quoted}' "
            f"WITH MAX_USER_CONNECTIONS {limit}",
            *(f"GRANT {grant} TO {user}@'{host}'" for grant in grants),
        )
    try:
        yield replace(admin, username=user, password=password)
    finally:
        for host in hosts:
            execute(admin, f"DROP USER IF EXISTS {user}@'{host}'")


@contextmanager
def postgres_account(
    admin: Target, *grants: str, password: str = PASSWORD, limit: int = -1
) -> Iterator[Target]:
    """A role with these grants (``CREATE ON DATABASE shop``) and nothing else."""
    role = "bb_test"
    with contextlib.suppress(psycopg.errors.UndefinedObject):
        execute(admin, f"DROP OWNED BY {role}", f"DROP ROLE {role}")
    secret = sql.Literal(password).as_string(None)
    execute(
        admin,
        f"CREATE ROLE {role} LOGIN PASSWORD {secret} CONNECTION LIMIT {limit}",
        *(f"GRANT {grant} TO {role}" for grant in grants),
    )
    try:
        yield replace(admin, username=role, password=password)
    finally:
        execute(admin, f"DROP OWNED BY {role}", f"DROP ROLE {role}")
