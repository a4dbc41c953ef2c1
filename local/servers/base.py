"""What every private server is: a folder, a port, an account and a command."""

import os
import pwd
import shutil
import signal
import subprocess
import sys
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar
from urllib.parse import quote

from local import child

USERNAME = "benchbook"
DATABASE = "demo"
# Debian keeps servers out of an ordinary user's PATH.
SYSTEM_PATHS = "/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin"


class ServerError(Exception):
    """A server that cannot be made or started; the text says why."""


@dataclass(frozen=True, slots=True)
class Server(ABC):
    """A server of our own on 127.0.0.1, with its data below ``home``.

    Its one account may create and drop databases; the password is the caller's, of
    letters, digits, ``-`` and ``_``. As root the server runs as its system user.
    """

    home: Path
    port: int
    password: str = field(repr=False)

    name: ClassVar[str]
    scheme: ClassVar[str]
    system_user: ClassVar[str]
    stop_signal: ClassVar[signal.Signals] = signal.SIGTERM

    @abstractmethod
    def prepare(self) -> None:
        """Creates the data at the first call; later calls keep it."""

    @abstractmethod
    def program(self) -> list[str]:
        """The command of the server itself, to run in the foreground."""

    @abstractmethod
    def probe(self) -> None:
        """Logs in; raises an exception while the server does not answer."""

    @property
    def url(self) -> str:
        password = quote(self.password, safe="")
        return f"{self.scheme}://{USERNAME}:{password}@127.0.0.1:{self.port}/{DATABASE}"

    @property
    def user(self) -> str | None:
        """The user to become before the start; none when not root."""
        return switch_to(self.system_user)

    def command(self, *, parent: str | None = None) -> list[str]:
        """The command that runs the server until its parent ends."""
        return child.command_line(
            self.program(), user=self.user, bare=True, parent=parent
        )

    def is_ready(self) -> bool:
        try:
            self.probe()
        except Exception:  # noqa: BLE001 - drivers raise OSError and kinds of their own
            return False
        return True

    def make_home(self) -> None:
        """The folder of the data, open to the server's user alone."""
        self.home.mkdir(mode=0o700, exist_ok=True)
        if self.user:
            shutil.chown(self.home, self.user, self.user)

    def write_private(self, name: str, text: str) -> Path:
        """A file in ``home`` that the server's user alone can read."""
        path = self.home / name
        path.unlink(missing_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(text)
        if self.user:
            shutil.chown(path, self.user, self.user)
        return path

    def run(self, argv: list[str], *, stdin: str = "") -> None:
        """Runs a preparing command as the server's user."""
        done = subprocess.run(
            argv,
            input=stdin,
            capture_output=True,
            text=True,
            cwd="/",
            user=self.user,
            group=self.user,
            extra_groups=[] if self.user else None,
            timeout=600,
            check=False,
        )
        if done.returncode != 0:
            said = f"{done.stdout}\n{done.stderr}".strip()
            raise ServerError(f"{Path(argv[0]).name} failed:\n{said}")


def switch_to(user: str) -> str | None:
    """``user`` if this process is root and the user exists, else none."""
    if os.geteuid() != 0:
        return None
    try:
        pwd.getpwnam(user)
    except KeyError:
        return None
    return user


def find_program(name: str) -> str:
    """The path of an installed program; packages of Python may bring one, too."""
    places = f"{os.environ['PATH']}:{SYSTEM_PATHS}:{Path(sys.executable).parent}"
    path = shutil.which(name, path=places)
    if path is None:
        raise ServerError(f"{name} is not installed")
    return path
