"""nginx as docker/compose.yml has it, before a web server of a test."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from subprocess import STDOUT, Popen
from typing import NamedTuple

from local import child, ports
from local.places import ROOT
from local.servers.base import find_program
from tests import waiting


class Proxy(NamedTuple):
    port: int
    pid: int


@contextmanager
def nginx_before(web: int, folder: Path, *, trusted: str = "") -> Iterator[Proxy]:
    """``web`` is the port of the web server; ``trusted`` are lines for outer proxies."""
    proxies = folder / "trusted_proxies.conf"
    proxies.write_text((ROOT / "docker/trusted_proxies.conf").read_text() + trusted)
    port = ports.choose()
    text = (ROOT / "docker/nginx.conf").read_text()
    changes = {
        "listen 8080;": f"listen 127.0.0.1:{port};",
        "server web:8000;": f"server 127.0.0.1:{web};",
        " /tmp/": f" {folder}/",
        "/etc/nginx/trusted_proxies.conf": str(proxies),
    }
    for written, here in changes.items():
        assert written in text
        text = text.replace(written, here)
    configuration = folder / "nginx.conf"
    configuration.write_text(text)
    # Who is root would be another user in its workers, who may not enter the folder.
    own = "daemon off; user root;" if os.geteuid() == 0 else "daemon off;"
    command = [find_program("nginx"), "-c", str(configuration), "-g", own]
    with (folder / "nginx.log").open("wb") as log:
        process = Popen(child.command_line(command), stdout=log, stderr=STDOUT)
    try:
        waiting.until(lambda: answers(port), what="the proxy")
        yield Proxy(port, process.pid)
    finally:
        process.terminate()
        process.wait()


def answers(port: int) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=waiting.HANG_SECONDS)
    try:
        connection.request("GET", "/login/")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()
