"""A private Redis. It keeps nothing: the portal's database knows what is queued."""

from typing import ClassVar
from urllib.parse import quote

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from local.servers.base import Server, find_program

CONFIGURATION = """
bind 127.0.0.1
port {port}
requirepass {password}
dir "{home}"
save ""
appendonly no
daemonize no
"""


class Redis(Server):
    name: ClassVar[str] = "redis"
    scheme: ClassVar[str] = "redis"
    system_user: ClassVar[str] = "redis"

    @property
    def url(self) -> str:
        return f"redis://:{quote(self.password, safe='')}@127.0.0.1:{self.port}/0"

    def prepare(self) -> None:
        self.make_home()
        text = CONFIGURATION.format(
            port=self.port, password=self.password, home=self.home
        )
        self.write_private("redis.conf", text)

    def program(self) -> list[str]:
        return [find_program("redis-server"), str(self.home / "redis.conf")]

    def probe(self) -> None:
        once = Retry(NoBackoff(), retries=0)
        with redis.Redis.from_url(self.url, socket_timeout=2, retry=once) as client:
            client.ping()
