"""Ports on 127.0.0.1: free ones, and the ones kept from start to start."""

import json
import random
import socket
from pathlib import Path

# Below the range that Linux takes for outgoing connections, which could otherwise sit
# on a server's port while that server restarts.
FIRST, LAST = 20_000, 32_000


def is_free(port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        # As servers do: a connection that has just ended does not count.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def choose(*, besides: set[int] | None = None) -> int:
    """A free port, none of ``besides``."""
    for _ in range(1000):
        port = random.randint(FIRST, LAST)  # noqa: S311 - any port will do
        if port not in (besides or set()) and is_free(port):
            return port
    raise RuntimeError(f"no free port found between {FIRST} and {LAST}")


def stored(path: Path, *, names: list[str]) -> dict[str, int]:
    """One port a name, as before if still free, written to ``path``."""
    ports: dict[str, int] = json.loads(path.read_text()) if path.exists() else {}
    for name in names:
        if name not in ports or not is_free(ports[name]):
            ports[name] = choose(besides=set(ports.values()))
    path.write_text(json.dumps(ports, indent=2))
    return ports
