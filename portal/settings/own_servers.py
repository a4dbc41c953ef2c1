"""Where the portal's own database and Redis listen."""

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

REDIS_PORT = 6379
POSTGRESQL_PORT = 5432


def own_servers(
    redis_url: str, database: Mapping[str, Any]
) -> tuple[tuple[str, int], ...]:
    """Hosts and ports. libpq takes several hosts, with commas between, each with a port of
    its own or all with one; a server at a Unix socket may well listen on this machine's
    loopback, too. A file and Redis at a Unix socket have none."""
    redis = urlsplit(redis_url)
    found = []
    if redis.hostname:
        found.append((redis.hostname, redis.port or REDIS_PORT))
    if "sqlite3" not in str(database.get("ENGINE")):
        found.extend(_places(database))
    return tuple(found)


def _places(database: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    options = database.get("OPTIONS") or {}
    ports = _list(options.get("port") or database.get("PORT"))
    places = (database.get("HOST"), options.get("host"), options.get("hostaddr"))
    for stated in filter(None, places) if any(places) else [""]:
        hosts = _list(stated)
        each_port = ports if len(ports) == len(hosts) else ports[:1] * len(hosts)
        for host, port in zip(hosts, each_port, strict=True):
            is_socket = not host or host.startswith(("/", "@"))
            yield "localhost" if is_socket else host, int(port or POSTGRESQL_PORT)


def _list(stated: object) -> list[str]:
    return str(stated or "").split(",")
