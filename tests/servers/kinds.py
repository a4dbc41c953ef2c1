"""The servers that the tests may run on, and which of them this session runs on."""

import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import SplitResult, unquote, urlsplit

from workers.connecting.target import Target

SERVER = "BENCHBOOK_TEST_SERVER"  # a kind, or the URL of a server that runs already
TARGETS = "TARGET_URLS"
ENGINES = {
    "mysql": "mysql",
    "mariadb": "mariadb",
    "postgresql": "postgresql",
    "postgres": "postgresql",
    "mssql": "sqlserver",
}
PORTS = {"mysql": 3306, "mariadb": 3306, "postgresql": 5432, "sqlserver": 1433}
DATABASES = {"sqlserver": "master", "postgresql": "postgres"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """``engine`` as endpoints name it; ``version`` as it is fetched, none for Debian's newest.

    One that is ``named`` by a URL runs already: nothing of it is started or stopped.
    """

    engine: str
    version: str = ""
    named: SplitResult | None = None

    @property
    def family(self) -> str:
        return {"mariadb": "mysql"}.get(self.engine, self.engine)

    @property
    def target(self) -> Target:
        """Of one that is named."""
        if self.named is None:
            raise ValueError("it is started by the tests")
        host = self.named.hostname or "127.0.0.1"
        return Target(
            engine=self.engine,
            host=host,
            address=socket.gethostbyname(host),
            port=self.named.port or PORTS[self.engine],
            username=unquote(self.named.username or ""),
            password=unquote(self.named.password or ""),
            database=unquote(self.named.path.lstrip("/"))
            or DATABASES.get(self.engine, "benchbook"),
            allow_cleartext_password=True,
        )


KINDS: Mapping[str, Kind] = {
    "mysql-9": Kind(engine="mysql"),
    "mariadb-11.4": Kind(engine="mariadb", version="11.4.5"),
    "postgresql-12": Kind(engine="postgresql", version="12.22.0"),
    "postgresql-16": Kind(engine="postgresql", version="16.15.0"),
    "postgresql-17": Kind(engine="postgresql", version="17.11.0"),
    "postgresql-18": Kind(engine="postgresql", version="18.6.0"),
}
# As installed, beside them.
INSTALLED: Mapping[str, Kind] = {
    "mariadb": Kind(engine="mariadb"),
    "postgresql": Kind(engine="postgresql"),
}


def named_by(url: str) -> Kind:
    """ValueError, without the password, for what names no server."""
    parts = urlsplit(url)
    if parts.scheme not in ENGINES or not parts.hostname:
        known = ", ".join(ENGINES)
        raise ValueError(
            f"{TARGETS}: give scheme://user:password@host:port/database, the scheme one "
            f"of {known}; a password with special characters is percent-encoded"
        )
    return Kind(engine=ENGINES[parts.scheme], named=parts)


def targets() -> dict[str, str]:
    """URLs of ``TARGET_URLS`` by what the table calls them: without account or password."""
    urls = os.environ.get(TARGETS, "").split()
    kinds = {url: named_by(url) for url in urls}
    return {_title(kind): url for url, kind in kinds.items()}


def _title(kind: Kind) -> str:
    place = kind.target
    return f"{kind.engine} {place.host}:{place.port}"


def chosen() -> Kind | None:
    """What this session's tests run on; None for what is installed."""
    name = os.environ.get(SERVER, "")
    return named_by(name) if "://" in name else (KINDS | INSTALLED).get(name)
