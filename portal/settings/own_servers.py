"""Where the portal's own database and Redis listen."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

REDIS_PORT = 6379
POSTGRESQL_PORT = 5432


def own_servers(
    redis_url: str, database: Mapping[str, Any]
) -> tuple[tuple[str, int], ...]:
    """Hosts and ports; a file and a Unix socket have none."""
    redis = urlsplit(redis_url)
    found = []
    if redis.hostname:
        found.append((redis.hostname, redis.port or REDIS_PORT))
    host = str(database.get("HOST") or "")
    if host and not host.startswith("/"):
        found.append((host, int(database.get("PORT") or POSTGRESQL_PORT)))
    return tuple(found)
