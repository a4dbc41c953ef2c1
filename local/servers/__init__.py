"""Private MariaDB, PostgreSQL and Redis for the demo and the tests."""

from local.servers.base import DATABASE, USERNAME, Server, ServerError, switch_to
from local.servers.mariadb import MariaDb
from local.servers.postgresql import PostgreSql
from local.servers.redis import Redis
from local.servers.running import Running, running

ALL: tuple[type[Server], ...] = (MariaDb, PostgreSql, Redis)

__all__ = [
    "ALL",
    "DATABASE",
    "USERNAME",
    "MariaDb",
    "PostgreSql",
    "Redis",
    "Running",
    "Server",
    "ServerError",
    "running",
    "switch_to",
]
