"""A receiver of webhooks, as a process of its own: what it got is a file, a line each.

Its path says how it answers: ``/ok``, ``/fails``, ``/moves`` (a redirect to ``/ok``), ``/waits`` (no
answer) or ``/floods`` (without end).
"""

import json
import re
import subprocess
import sys
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

HERE = "127.0.0.1"
DOCS = Path(__file__).parents[1] / "docs" / "webhooks.md"


class Receiver:
    """``start`` it, ``kill`` it, and start it again: the port stays, and so does the file."""

    def __init__(self, folder: Path, port: int) -> None:
        self.port, self.file = port, folder / f"received-{port}"
        self.file.touch()
        self._process: subprocess.Popen[bytes] | None = None

    def url(self, path: str = "/ok") -> str:
        return f"http://{HERE}:{self.port}{path}"

    def start(self) -> "Receiver":
        command = [sys.executable, "-m", "tests.receiver", str(self.port)]
        self._process = subprocess.Popen(
            [*command, str(self.file)], stdout=subprocess.PIPE
        )
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == b"ready\n"
        return self

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    @property
    def received(self) -> list[dict[str, object]]:
        """``path``, ``headers`` and ``body`` of each, in their order."""
        return [json.loads(line) for line in self.file.read_text().splitlines()]


def is_genuine(header: str, body: bytes, secret: str) -> bool:
    """As docs/webhooks.md has it."""
    (code,) = re.findall(r"```python\n(.*?)```", DOCS.read_text(), re.DOTALL)
    scope: dict[str, Any] = {}
    exec(code, scope)  # noqa: S102 (our own docs)
    return bool(scope["is_genuine"](header, body, secret))


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        headers = dict(self.headers.items())
        line = json.dumps({"path": self.path, "headers": headers, "body": body})
        with Path(sys.argv[2]).open("a") as file:
            file.write(line + "\n")
        if self.path == "/waits":
            time.sleep(3600)
        code = {"/fails": 500, "/moves": 302}.get(self.path, 200)
        self.send_response(code)
        if self.path == "/moves":
            self.send_header("Location", "/ok")
        self.end_headers()
        with suppress(OSError):
            self.wfile.write(b"thank you" if code == 200 else b"<h1>not today</h1>")
            while self.path == "/floods":
                self.wfile.write(b"x" * 100_000)

    def log_message(self, *_told: object) -> None:
        pass


if __name__ == "__main__":
    with ThreadingHTTPServer((HERE, int(sys.argv[1])), _Handler) as server:
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        server.serve_forever()
