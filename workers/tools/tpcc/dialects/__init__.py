"""The dialects by name; each imports its driver when it is asked for."""

from workers.tools.tpcc.dialects.base import Dialect

NAMES = ("mysql", "postgresql", "sqlserver")


def dialect_of(name: str) -> Dialect:
    """KeyError (a bug) for a name that is none of ``NAMES``."""
    match name:
        case "mysql":
            from workers.tools.tpcc.dialects.mysql import MySQL

            return MySQL()
        case "postgresql":
            from workers.tools.tpcc.dialects.postgresql import PostgreSQL

            return PostgreSQL()
        case "sqlserver":
            from workers.tools.tpcc.dialects.sqlserver.dialect import SQLServer

            return SQLServer()
    raise KeyError(name)
