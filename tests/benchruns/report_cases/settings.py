"""Server settings, as clients print them; names of machines and folders are replaced."""

from typing import Literal

from benchruns.parsers.tool_report import Format
from tests.benchruns.report_cases.case import Case

MYSQL = Format.MYSQL_VARIABLES
POSTGRESQL = Format.POSTGRESQL_SETTINGS
_POSTGRESQL_15 = {
    "engine": "postgresql",
    "engine_version": "15.18",
    "max_connections": 300,
}
_MARIADB = {
    "engine": "mariadb",
    "engine_version": "10.11.19-MariaDB-0+deb12u1",
    "max_connections": 300,
}


def _case(
    format: Format,
    tool_version: str,
    name: str,
    path: str,
    origin: Literal["ran", "composed"] = "composed",
    **rest,
) -> Case:
    return Case(
        format=format,
        tool_version=tool_version,
        name=name,
        origin=origin,
        path=f"settings/{path}",
        **rest,
    )


CASES = (
    _case(
        MYSQL,
        "MariaDB 10.11",
        "SHOW GLOBAL VARIABLES, columns parted by tabs",
        "mariadb-10.11-batch.txt",
        origin="ran",
        stated=_MARIADB,
    ),
    _case(
        MYSQL,
        "MariaDB 10.11",
        "SHOW GLOBAL VARIABLES, a table with borders",
        "mariadb-10.11-table.txt",
        origin="ran",
        stated=_MARIADB,
    ),
    _case(
        MYSQL,
        "MariaDB 10.11",
        "SHOW GLOBAL VARIABLES\\G, a record each",
        "mariadb-10.11-vertical.txt",
        origin="ran",
        stated=_MARIADB,
    ),
    _case(
        MYSQL,
        "MySQL 8.0",
        "CSV of a client",
        "mysql-8.0-workbench.csv",
        stated={"engine": "mysql", "engine_version": "8.0.36", "max_connections": 151},
    ),
    _case(
        MYSQL,
        "MySQL 5.7",
        "names in capitals, from information_schema",
        "mysql-5.7-information-schema.txt",
        stated={"engine": "mysql", "engine_version": "5.7.44-log"},
    ),
    _case(
        MYSQL,
        "MySQL 8.0",
        "a configuration file, my.cnf",
        "mysql-8.0-my.cnf",
        stated={"engine": "mysql", "max_connections": 500},
    ),
    _case(
        POSTGRESQL,
        "PostgreSQL 15",
        "SHOW ALL, unaligned",
        "postgresql-15-show-all-unaligned.txt",
        origin="ran",
        stated=_POSTGRESQL_15,
    ),
    _case(
        POSTGRESQL,
        "PostgreSQL 15",
        "pg_settings with units, aligned",
        "postgresql-15-pg-settings.txt",
        origin="ran",
        stated=_POSTGRESQL_15,
    ),
    _case(
        POSTGRESQL,
        "PostgreSQL 15",
        "pg_settings with units, unaligned and without a header",
        "postgresql-15-without-header.txt",
        origin="ran",
        stated=_POSTGRESQL_15,
    ),
    _case(
        POSTGRESQL,
        "PostgreSQL 15",
        "pg_settings with units, expanded",
        "postgresql-15-expanded.txt",
        origin="ran",
        stated=_POSTGRESQL_15,
    ),
    _case(
        POSTGRESQL,
        "PostgreSQL 15",
        "pg_settings with units, CSV",
        "postgresql-15.csv",
        origin="ran",
        stated=_POSTGRESQL_15,
    ),
    _case(
        POSTGRESQL,
        "PostgreSQL 17",
        "a configuration file, postgresql.conf",
        "postgresql-17.conf",
        stated={"engine": "postgresql", "max_connections": 200},
    ),
)
