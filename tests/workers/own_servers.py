"""Private servers with settings of a test's own."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from local import ports
from local.servers import DATABASE, USERNAME, Server
from local.servers.running import running
from tests.installed import InstalledMariaDb
from tests.servers.kinds import chosen
from tests.servers.programs import mysql_engine, postgresql_server
from workers.connecting.target import Target

PASSWORD = "for-tests"
PostgreSql = postgresql_server()


@dataclass(frozen=True, slots=True)
class OwnMariaDb(InstalledMariaDb):
    options: tuple[str, ...] = ()

    def program(self) -> list[str]:
        return [*InstalledMariaDb.program(self), *self.options]


@dataclass(frozen=True, slots=True)
class OwnPostgreSql(PostgreSql):
    options: tuple[str, ...] = ()

    def program(self) -> list[str]:
        chosen = (part for option in self.options for part in ("-c", option))
        return [*PostgreSql.program(self), *chosen]


@contextmanager
def mariadb(folder: Path, *options: str) -> Iterator[Target]:
    """Options as of ``mariadbd``; later ones win."""
    _skip_where_named()
    port = ports.choose()
    home = home_of(folder, port)
    server = OwnMariaDb(home=home, port=port, password=PASSWORD, options=options)
    with running(server, log=home.with_suffix(".log")):
        yield target_of(server, engine=mysql_engine())


@contextmanager
def postgresql(folder: Path, *options: str) -> Iterator[Target]:
    """Options as ``name=value``."""
    _skip_where_named()
    port = ports.choose()
    home = home_of(folder, port)
    server = OwnPostgreSql(home=home, port=port, password=PASSWORD, options=options)
    with running(server, log=home.with_suffix(".log")):
        yield target_of(server, engine="postgresql")


def _skip_where_named() -> None:
    kind = chosen()
    if kind and kind.named:
        pytest.skip("a server that is named keeps its settings")


def processes_of(target: Target) -> list[psutil.Process]:
    """The server's processes, the one that listens first."""
    (parent,) = {
        each.pid
        for each in psutil.net_connections("tcp4")
        if each.status == psutil.CONN_LISTEN and each.laddr.port == target.port
    }
    server = psutil.Process(parent)
    return [server, *server.children(recursive=True)]


def home_of(folder: Path, port: int) -> Path:
    """Where the server that listens on a port keeps its data."""
    return folder / f"own-{port}"


def target_of(server: Server, *, engine: str) -> Target:
    return Target(
        engine=engine,
        host="127.0.0.1",
        address="127.0.0.1",
        port=server.port,
        username=USERNAME,
        password=server.password,
        database=DATABASE,
        allow_cleartext_password=engine == "mysql",
    )
