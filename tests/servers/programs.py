"""Servers of the chosen release, where it is not the one that is installed."""

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from local.servers import MariaDb, PostgreSql
from tests.servers import downloads
from tests.servers.kinds import KINDS, Kind, chosen

LOADER = "usr/lib64/ld-linux-x86-64.so.2"
LIBRARIES = ("usr/lib/x86_64-linux-gnu", "usr/lib/mysql/private")


@dataclass(frozen=True, slots=True)
class UnpackedMariaDb(MariaDb):
    def program_of(self, name: str) -> list[str]:
        place = _mariadb()
        if name == "mariadbd":
            # an option file is not read, so that this one may stand first
            return [str(place / "bin" / name)]
        return [str(place / "scripts" / name)]

    def install(self, data: Path) -> None:
        script, *_others = self.program_of("mariadb-install-db")
        self.run(
            [
                script,
                "--no-defaults",
                f"--basedir={_mariadb()}",
                f"--datadir={data}",
                "--auth-root-authentication-method=socket",
                f"--auth-root-socket-user={self.user or 'root'}",
                "--skip-test-db",
                "--skip-name-resolve",
                f"--tmpdir={self.home}",
                "--innodb-flush-log-at-trx-commit=0",
            ]
        )

    def program(self) -> list[str]:
        place = _mariadb()
        return [
            *MariaDb.program(self),
            f"--basedir={place}",
            f"--plugin-dir={place / 'lib' / 'plugin'}",
        ]


@dataclass(frozen=True, slots=True)
class UnpackedMySql(MariaDb):
    """MySQL itself, with the libraries and the loader that it was built for."""

    name: ClassVar[str] = "mysql"

    def install(self, data: Path) -> None:
        data.mkdir(mode=0o700)
        if self.user:
            shutil.chown(data, self.user, self.user)
        self.run(
            [
                *_mysqld(),
                "--initialize-insecure",
                f"--datadir={data}",
                f"--tmpdir={self.home}",
                "--innodb-flush-log-at-trx-commit=0",
            ]
        )

    def program(self) -> list[str]:
        return [
            *_mysqld(),
            f"--datadir={self.home / 'data'}",
            f"--port={self.port}",
            "--bind-address=127.0.0.1",
            "--socket=mysql.sock",
            f"--pid-file={self.home / 'mysql.pid'}",
            f"--init-file={self.home / 'init.sql'}",
            "--skip-name-resolve",
            f"--tmpdir={self.home}",
            "--max-connections=300",
            "--max-prepared-stmt-count=1000000",
            "--innodb-buffer-pool-size=256M",
            "--innodb-redo-log-capacity=192M",
            "--character-set-server=utf8mb4",
        ]


@dataclass(frozen=True, slots=True)
class UnpackedPostgreSql(PostgreSql):
    def programs(self) -> Path:
        kind = chosen()
        assert kind is not None
        return downloads.postgresql(kind.version) / "bin"


def _mariadb() -> Path:
    kind = chosen()
    assert kind is not None
    return downloads.mariadb(kind.version)


def _mysqld() -> list[str]:
    root = downloads.debian("mysql-server-core")
    libraries = ":".join(str(root / folder) for folder in LIBRARIES)
    return [
        str(root / LOADER),
        "--library-path",
        libraries,
        str(root / "usr/sbin/mysqld"),
        "--no-defaults",
        f"--basedir={root / 'usr'}",
        f"--lc-messages-dir={root / 'usr/share/mysql'}",
        f"--plugin-dir={root / 'usr/lib/mysql/plugin'}",
        "--secure-file-priv=NULL",
        "--mysqlx=OFF",
    ]


def mysql_server() -> type[MariaDb]:
    """What the tests start where they need MySQL or MariaDB."""
    kind = _fetched()
    if kind is None or kind.family != "mysql":
        return MariaDb
    return UnpackedMySql if kind.engine == "mysql" else UnpackedMariaDb


def mysql_engine() -> str:
    kind = chosen()
    return kind.engine if kind and kind.family == "mysql" else "mariadb"


def postgresql_server() -> type[PostgreSql]:
    """What the tests start where they need PostgreSQL."""
    kind = _fetched()
    is_other = kind is not None and kind.engine == "postgresql"
    return UnpackedPostgreSql if is_other else PostgreSql


def _fetched() -> Kind | None:
    """The kind where it is one of those that are unpacked."""
    kind = chosen()
    return kind if kind in KINDS.values() else None
