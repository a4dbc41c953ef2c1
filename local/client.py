"""The REST API of the demo, as any program would use it."""

import http.client
import json
import time
from collections.abc import Callable, Iterator
from typing import Any, cast
from urllib.parse import urlsplit
from uuid import uuid4

SECONDS = 30
# How long a request is tried again while the web server is away.
PATIENCE_SECONDS = 20
# Decoded JSON, whose shape the API's schema states and mypy cannot know.
Json = dict[str, Any]


class ApiError(Exception):
    """An answer that is no success; the text is the API's own."""


class Client:
    """Requests with one token; ``pause`` passes the time between two tries."""

    def __init__(self, url: str, *, token: str, pause: Callable[[], None]) -> None:
        self.host = urlsplit(url).netloc
        self.token = token
        self.pause = pause

    def is_healthy(self) -> bool:
        """Whether database, broker and both workers answer."""
        try:
            status, _ = self._send("GET", "/healthz")
        except OSError:
            return False
        return status == http.HTTPStatus.OK

    def get(self, path: str) -> Json:
        return self._call("GET", path)

    def post(self, path: str, body: Json | None = None) -> Json:
        return self._call("POST", path, body or {})

    def patch(self, path: str, body: Json) -> Json:
        return self._call("PATCH", path, body)

    def each(self, path: str) -> Iterator[Json]:
        """Every item of a list, over all its pages."""
        following: str | None = path
        while following:
            page = self.get(following)
            yield from page["results"]
            following = page["next"]

    def _call(self, method: str, path: str, body: Json | None = None) -> Json:
        # With one key for all tries, a second POST never does its work twice.
        key = str(uuid4())
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                status, text = self._send(method, path, body, key=key)
            except OSError:
                if time.monotonic() > deadline:
                    raise
                self.pause()
                continue
            if status >= http.HTTPStatus.BAD_REQUEST:
                raise ApiError(f"{method} {path} answered {status}: {text}")
            return cast("Json", json.loads(text))

    def _send(
        self, method: str, path: str, body: Json | None = None, *, key: str = ""
    ) -> tuple[int, str]:
        headers = {"Authorization": f"Token {self.token}"}
        if method == "POST":
            headers["Idempotency-Key"] = key
        content = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            content = json.dumps(body)
        connection = http.client.HTTPConnection(self.host, timeout=SECONDS)
        try:
            connection.request(method, path, content, headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except http.client.HTTPException as error:
            raise ConnectionError(str(error)) from error
        finally:
            connection.close()
