"""PgBouncer in front of a private PostgreSQL, as docs/scaling.md says that it must be."""

from dataclasses import dataclass
from typing import ClassVar

import psycopg

from local.servers.base import Server, find_program

CONFIGURATION = """
[databases]
* = host=127.0.0.1 port={behind}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = {accounts}
pool_mode = transaction
default_pool_size = {sessions}
max_client_conn = 200
server_reset_query =
ignore_startup_parameters = options,extra_float_digits
"""


@dataclass(frozen=True, slots=True)
class PgBouncer(Server):
    """``behind`` is the port of the server, ``sessions`` how many of it all clients share."""

    behind: int = 0
    sessions: int = 4
    database: str = ""
    username: str = ""

    name: ClassVar[str] = "pgbouncer"
    scheme: ClassVar[str] = "postgresql"
    system_user: ClassVar[str] = "postgres"

    def prepare(self) -> None:
        self.make_home()
        accounts = self.write_private(
            "accounts", f'"{self.username}" "{self.password}"\n'
        )
        text = CONFIGURATION.format(
            behind=self.behind,
            port=self.port,
            accounts=accounts,
            sessions=self.sessions,
        )
        self.write_private("pgbouncer.ini", text)

    def program(self) -> list[str]:
        return [find_program("pgbouncer"), str(self.home / "pgbouncer.ini")]

    def probe(self) -> None:
        self.ask("SELECT 1")

    def ask(self, query: str) -> list[tuple]:
        """Through the pool."""
        with psycopg.connect(
            self.url, connect_timeout=5, prepare_threshold=None
        ) as connection:
            return connection.execute(query).fetchall()

    @property
    def url(self) -> str:
        return (
            f"{self.scheme}://{self.username}:{self.password}@127.0.0.1:{self.port}"
            f"/{self.database}"
        )
