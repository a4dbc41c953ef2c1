"""A connection to SQL Server through FreeTDS, which pymssql carries with it.

Everything that FreeTDS reads from a file is written for the moment of connecting, so
that no ~/.freetds.conf and no variable of the machine changes a run, and so that TLS is
what was asked:

disable      not encrypted, unless the server insists; nothing is verified
prefer       the login is encrypted if the server can, all if it insists; nothing is
             verified
require      encrypted, and verified against the CA if one is given
verify-full  encrypted; certificate and host name are verified, against the CA given or
             those of the system

TLS 1.0, which FreeTDS refuses by itself, is taken where the place allows it: SQL Server
2008 R2 and 2012 speak nothing newer without their last updates.

TDS only obscures the password that it sends: without verified TLS it is sent where the
place allows that alone.

What FreeTDS cannot do is refused: a password or a name with a line end or a NUL. A
server may answer a login by naming another one, where FreeTDS goes and has no option
not to: such a connection is closed. That it is not even tried is the worker's to see to.
"""

import os
import re
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
import pymssql

from workers.tools.tpcc import TOOL
from workers.tools.tpcc.options import Place

LOGIN_SECONDS = 10
SYSTEM_CAS = "/etc/ssl/certs/ca-certificates.crt"
# As long as InnoDB waits by default; the server's own default is for ever.
LOCK_TIMEOUT_MS = 50_000
# As ODBC and every newer driver set them; DB-Library, which FreeTDS mimics, does not.
# Times come as texts, which DATETIME reads in the order of the login's language.
_SETTINGS = f"""\
SET ANSI_NULLS ON;
SET ANSI_NULL_DFLT_ON ON;
SET ANSI_PADDING ON;
SET ANSI_WARNINGS ON;
SET ARITHABORT ON;
SET CONCAT_NULL_YIELDS_NULL ON;
SET QUOTED_IDENTIFIER ON;
SET IMPLICIT_TRANSACTIONS OFF;
SET DATEFORMAT ymd;
SET LOCK_TIMEOUT {LOCK_TIMEOUT_MS};
"""
_ENCRYPTION = {
    "disable": "off",
    "prefer": "request",
    "require": "require",
    "verify-full": "require",
}
_SERVER = "benchbook"  # the section of the file
# By FreeTDS's manual the first three override the file, and the others have it write
# what it does and what is said into files of their own.
_OVERRIDING = ("TDSHOST", "TDSPORT", "TDSVER", "TDSDUMP", "TDSDUMPCONFIG")
_UNSAFE = re.compile(r"[\r\n\0]")
# FreeTDS and pymssql keep the file's name and a failed login's text once a process.
_one_at_a_time = threading.Lock()

if TYPE_CHECKING:
    Connection = pymssql.Connection[Any]


class UnsupportedPlaceError(pymssql.InterfaceError):
    """What is asked of the connection FreeTDS cannot do; the text says what."""


class RevealedPasswordError(pymssql.InterfaceError):
    """The login would show the password to whoever answers or listens."""


class RedirectedError(pymssql.InterfaceError):
    """The connection leads to another place than the one that was asked for."""


def connect(place: Place) -> "Connection":
    """Logged in to the place's workspace; every statement commits by itself."""
    _check(place)
    with _one_at_a_time, _configured(place):
        before = _peers()
        connection = pymssql.connect(
            server=_SERVER,
            port=str(place.port),
            user=place.username,
            password=place.password,
            database=place.space,
            login_timeout=LOGIN_SECONDS,
            appname=TOOL,
            conn_properties=_SETTINGS,
            tds_version="7.4",
            autocommit=True,
        )
        new = {peer for number, peer in _peers().items() if number not in before}
    if new and (ip_address(place.address), place.port) not in new:
        connection.close()
        raise RedirectedError("the server leads to another address")
    return connection


def _peers() -> dict[int, tuple[IPv4Address | IPv6Address, int]]:
    """Where this process is connected to, by the numbers of its sockets."""
    opened = psutil.Process().net_connections("tcp")
    return {
        each.fd: (ip_address(each.raddr[0]), each.raddr[1])
        for each in opened
        if each.status == psutil.CONN_ESTABLISHED
    }


def configuration(place: Place, *, ca_file: str | None) -> str:
    """The freetds.conf of one server; ``ca_file`` None verifies nothing."""
    lines = [
        f"[{_SERVER}]",
        f"host = {place.address}",
        f"port = {place.port}",
        f"encryption = {_ENCRYPTION[place.tls]}",
        f"enable tls v1 = {'yes' if place.allow_tls_1_0 else 'no'}",
    ]
    if ca_file is not None:
        lines.append(f"ca file = {ca_file}")
        names = "yes" if place.tls == "verify-full" else "no"
        lines.append(f"check certificate hostname = {names}")
    if place.tls == "verify-full":
        lines.append(f"certificate hostname = {place.host}")
    return "\n".join(lines) + "\n"


@contextmanager
def _configured(place: Place) -> Iterator[None]:
    """FREETDSCONF names our file while it lasts; it holds no secret."""
    with tempfile.TemporaryDirectory(prefix=f"{TOOL}-") as folder:
        path = Path(folder) / "freetds.conf"
        path.write_text(
            configuration(place, ca_file=_ca_file(place, Path(folder))),
            encoding="utf-8",
        )
        touched = ("FREETDSCONF", *_OVERRIDING)
        before = {n: os.environ.pop(n) for n in touched if n in os.environ}
        os.environ["FREETDSCONF"] = str(path)
        try:
            yield
        finally:
            del os.environ["FREETDSCONF"]
            os.environ.update(before)


def _ca_file(place: Place, folder: Path) -> str | None:
    if place.tls not in {"require", "verify-full"}:
        return None
    if place.tls_ca is not None:
        path = folder / "ca.pem"
        path.write_text(place.tls_ca, encoding="ascii")
        return str(path)
    return SYSTEM_CAS if place.tls == "verify-full" else None


def _check(place: Place) -> None:
    if place.tls not in _ENCRYPTION:
        raise UnsupportedPlaceError(
            f"no TLS mode {place.tls!r} on SQL Server: choose one of "
            + ", ".join(_ENCRYPTION)
        )
    if not place.may_have_password:
        raise RevealedPasswordError("the server would get the password in clear text")
    for what, text in (
        ("host", place.host),
        ("address", place.address),
        ("user name", place.username),
        ("password", place.password),
        ("database", place.space),
    ):
        if _UNSAFE.search(text):
            raise UnsupportedPlaceError(
                f"the {what} holds a line end or a NUL, which FreeTDS cannot pass on"
            )
