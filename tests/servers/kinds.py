"""The releases that the tests may run on, and which of them this session runs on."""

import os
from collections.abc import Mapping
from dataclasses import dataclass

SERVER = "BENCHBOOK_TEST_SERVER"


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """``engine`` as endpoints name it; ``version`` as it is fetched, none for Debian's newest."""

    engine: str
    version: str = ""

    @property
    def family(self) -> str:
        return "postgresql" if self.engine == "postgresql" else "mysql"


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


def chosen() -> Kind | None:
    """What this session's tests run on; None for what is installed."""
    name = os.environ.get(SERVER, "")
    return KINDS.get(name)
