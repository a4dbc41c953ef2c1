"""A private MariaDB."""

import shutil
from pathlib import Path
from typing import ClassVar

import pymysql

from local.servers.base import DATABASE, USERNAME, Server, find_program, switch_to

# Run at every start. Accounts of the installation log in by their system user only.
INIT_SQL = """
CREATE DATABASE IF NOT EXISTS {database} CHARACTER SET utf8mb4;
CREATE USER IF NOT EXISTS '{username}'@'127.0.0.1' IDENTIFIED BY '{password}';
GRANT ALL PRIVILEGES ON *.* TO '{username}'@'127.0.0.1' WITH GRANT OPTION;
"""


class MariaDb(Server):
    name: ClassVar[str] = "mariadb"
    scheme: ClassVar[str] = "mysql"
    system_user: ClassVar[str] = "mysql"

    def prepare(self) -> None:
        self.make_home()
        sql = INIT_SQL.format(
            database=DATABASE, username=USERNAME, password=self.password
        )
        self.write_private("init.sql", sql)
        data = self.home / "data"
        if data.exists():
            return
        draft = self.home / "data.new"
        shutil.rmtree(draft, ignore_errors=True)
        self.install(draft)
        draft.rename(data)

    def program_of(self, name: str) -> list[str]:
        """How one of the server's programs is called."""
        return [find_program(name)]

    def install(self, data: Path) -> None:
        """The system tables, in a folder that is not there yet."""
        self.run(
            [
                *self.program_of("mariadb-install-db"),
                "--no-defaults",
                f"--datadir={data}",
                "--auth-root-authentication-method=socket",
                f"--auth-root-socket-user={switch_to(self.system_user) or 'root'}",
                "--skip-test-db",
                "--skip-name-resolve",
                f"--tmpdir={self.home}",
                # All is on the disk when it ends; nothing has to be after each statement.
                "--innodb-flush-log-at-trx-commit=0",
            ]
        )

    def program(self) -> list[str]:
        return [
            *self.program_of("mariadbd"),
            "--no-defaults",
            f"--datadir={self.home / 'data'}",
            f"--port={self.port}",
            "--bind-address=127.0.0.1",
            # Below the data folder, which the server works in: never too long.
            "--socket=mariadb.sock",
            f"--pid-file={self.home / 'mariadb.pid'}",
            f"--init-file={self.home / 'init.sql'}",
            "--skip-name-resolve",
            # A starting server removes the temporary tables of all that share a folder.
            f"--tmpdir={self.home}",
            "--max-connections=300",
            # A published row of 128 tables and 64 threads prepares 73,856 statements.
            "--max-prepared-stmt-count=1000000",
            "--innodb-buffer-pool-size=256M",
            "--innodb-log-file-size=96M",
            "--character-set-server=utf8mb4",
        ]

    def probe(self) -> None:
        pymysql.connect(
            host="127.0.0.1",
            port=self.port,
            user=USERNAME,
            password=self.password,
            database=DATABASE,
            connect_timeout=2,
            read_timeout=2,
            ssl_disabled=True,  # reading all CAs takes longer than the rest
        ).close()
