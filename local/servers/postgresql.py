"""A private PostgreSQL."""

import shutil
import signal
from pathlib import Path
from typing import ClassVar

import psycopg

from local.servers.base import DATABASE, USERNAME, Server, ServerError, find_program


class PostgreSql(Server):
    name: ClassVar[str] = "postgresql"
    scheme: ClassVar[str] = "postgresql"
    system_user: ClassVar[str] = "postgres"
    # "Fast": ends sessions; the terminate signal would wait for them.
    stop_signal: ClassVar[signal.Signals] = signal.SIGINT

    @property
    def data(self) -> Path:
        """One folder a release, which cannot read the data of another one."""
        return self.home / f"data-{self.programs().parent.name}"

    def programs(self) -> Path:
        """The folder of its programs."""
        return bin_folder()

    def prepare(self) -> None:
        self.make_home()
        if self.data.exists():
            return
        draft = self.home / "data.new"
        shutil.rmtree(draft, ignore_errors=True)
        password_file = self.write_private("password", self.password)
        try:
            self.run(
                [
                    str(self.programs() / "initdb"),
                    f"--pgdata={draft}",
                    f"--username={USERNAME}",
                    "--auth=scram-sha-256",
                    f"--pwfile={password_file}",
                    "--encoding=UTF8",
                    "--locale=C.UTF-8",
                ]
            )
        finally:
            password_file.unlink()
        self.run(
            [
                str(self.programs() / "postgres"),
                "--single",
                "-D",
                str(draft),
                "postgres",
            ],
            stdin=f"CREATE DATABASE {DATABASE};\n",
        )
        draft.rename(self.data)

    def program(self) -> list[str]:
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            # TCP alone: a socket would need a short path of its own.
            "unix_socket_directories": "",
            "max_connections": "300",
            "shared_buffers": "256MB",
            "track_io_timing": "on",
        }
        chosen = [
            part
            for name, value in settings.items()
            for part in ("-c", f"{name}={value}")
        ]
        return [str(self.programs() / "postgres"), "-D", str(self.data), *chosen]

    def probe(self) -> None:
        psycopg.connect(
            host="127.0.0.1",
            port=self.port,
            user=USERNAME,
            password=self.password,
            dbname=DATABASE,
            connect_timeout=2,
        ).close()


def bin_folder() -> Path:
    """The folder of the newest installed PostgreSQL; Debian keeps it out of PATH."""
    installed = Path("/usr/lib/postgresql").glob("*/bin/postgres")
    newest = max(installed, key=lambda path: int(path.parts[-3]), default=None)
    if newest is not None:
        return newest.parent
    try:
        return Path(find_program("initdb")).resolve().parent
    except ServerError as error:
        raise ServerError("PostgreSQL's server is not installed") from error
