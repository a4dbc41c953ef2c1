"""What the demo is made of: its folders, keys, ports, servers and environment."""

import os
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from local import keys, places, ports
from local.keys import Keys
from local.servers import ALL, Server, switch_to
from local.servers.mariadb import MariaDb
from local.servers.postgresql import PostgreSql
from local.servers.redis import Redis

USERNAME = "demo"  # staff, and a reviewer
CUSTOMER = "customer"  # uploads reports


@dataclass(frozen=True, slots=True)
class Setup:
    """One demo: everything that its parts must agree on."""

    var: Path
    port: int
    keys: Keys
    mariadb: MariaDb
    postgresql: PostgreSql
    redis: Redis

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def servers(self) -> list[Server]:
        return [self.mariadb, self.postgresql, self.redis]

    @property
    def logs(self) -> Path:
        return self.var / "log"

    @property
    def env_file(self) -> Path:
        return self.var / "demo.env"

    def environment(self) -> dict[str, str]:
        """The environment of every process of the portal; only the demo's settings."""
        inherited = ("PATH", "HOME", "LANG", "TZ", "TMPDIR", "LOG_LEVEL")
        kept_names = {n: os.environ[n] for n in inherited if n in os.environ}
        return kept_names | {
            "DJANGO_SETTINGS_MODULE": "portal.settings",
            "PYTHONUNBUFFERED": "1",
            "SECRET_KEY": self.keys.secret_key,
            "ENCRYPTION_KEYS": self.keys.encryption_key,
            "DATABASE_URL": f"sqlite:///{quote(str(self.var / 'benchbook.db'))}",
            "REDIS_URL": self.redis.url,
            "ENDPOINT_NETWORKS": "127.0.0.0/8",
            "METRICS_NETWORKS": "127.0.0.0/8",
            "SAMPLE_ENDPOINTS": ",".join(
                (
                    self.mariadb.url.replace("mysql://", "mariadb://", 1),
                    self.postgresql.url,
                )
            ),
            "SITE_URL": self.url,
            # Mails are in the logs of those who send them.
            "EMAIL_URL": "consolemail://",
            "STATIC_ROOT": str(self.var / "static"),
        }


def load(var: Path, *, port: int) -> Setup:
    """The demo below ``var``: as it was left, or new."""
    places.ours(var)
    places.ours(var / "log")
    users = [user for kind in ALL if (user := switch_to(kind.system_user))]
    data = places.data_folder(var / "servers", users=users)
    stored_keys = keys.stored(var / "keys.json")
    stored_ports = ports.stored(var / "ports.json", names=[kind.name for kind in ALL])
    password = stored_keys.server_password

    return Setup(
        var=var,
        port=port,
        keys=stored_keys,
        mariadb=MariaDb(data / "mariadb", stored_ports["mariadb"], password),
        postgresql=PostgreSql(
            data / "postgresql", stored_ports["postgresql"], password
        ),
        redis=Redis(data / "redis", stored_ports["redis"], stored_keys.redis_password),
    )
