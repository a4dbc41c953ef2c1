"""One call of the API: sent to the configured address alone, its refusals as sentences.

A call is repeated when the way was broken, since reads and plans change nothing and all
else carries an Idempotency-Key; and once Benchbook says that there is room again.
"""

import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, TypeVar, cast
from urllib.parse import parse_qs, quote, urlsplit

import httpx

from benchbook_client.api.operations import Operation
from benchbook_client.configuration import Configuration
from benchbook_client.errors import BadInput, Failed, NotFound, Unreachable

if TYPE_CHECKING:
    from benchbook_client.api.shapes import Problem

T = TypeVar("T")
Query = Mapping[str, str | int | Sequence[str]]
Files = Sequence[tuple[str, tuple[str, bytes]]]

SECONDS = 60.0  # a check answers within 15, a large upload takes longer
PAUSES_SECONDS = (0.5, 2.0)  # before the second and the third try
MOST_SECONDS_OF_A_LIMIT = 60  # of calls a minute; any other limit is told at once
AWAY = (502, 503, 504)
NO_IDS = ("", ".", "..")  # another address would be asked


class Api:
    """Close it, or use it as a context."""

    def __init__(
        self,
        configuration: Configuration,
        *,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        headers = {"Accept": "application/json, application/problem+json"}
        if configuration.token:
            headers["Authorization"] = f"Token {configuration.token}"
        self.url = configuration.url
        # No redirect is followed: a token goes to no other place.
        self._http = httpx.Client(
            base_url=f"{configuration.url}/api/v1/",
            headers=headers,
            timeout=SECONDS,
            transport=transport,
        )

    def __enter__(self) -> "Api":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._http.close()

    def call(
        self,
        operation: Operation[T],
        *,
        id: str = "",
        query: Query | None = None,
        body: Mapping[str, object] | None = None,
        files: Files | None = None,
        key: str | None = None,
    ) -> T:
        """The answer's body; keys of ``body`` that are None are not sent. Raises ``BadInput``, ``NotFound``, ``Unreachable`` or
        ``Failed``."""
        known = {*operation.query, "cursor"} if operation.is_list else operation.query
        unknown = set(query or ()) - set(known)
        assert not unknown, unknown  # noqa: S101 - a mistake of this program
        stated = {
            key: value for key, value in (body or {}).items() if value is not None
        }
        if "{" in operation.path and id in NO_IDS:
            raise BadInput(f"{id!r} is no id.")
        if key == "":
            raise BadInput("'' is no idempotency key.")
        try:
            request = self._http.build_request(
                operation.method,
                operation.path.format(id=quote(id, safe=""), name=quote(id, safe="")),
                params=dict(query or {}),
                json=stated if operation.body and files is None else None,
                data=stated if files is not None else None,
                files=list(files) if files is not None else None,
                headers={"Idempotency-Key": key or str(uuid.uuid4())}
                if operation.takes_key
                else None,
            )
        except (ValueError, httpx.InvalidURL) as error:  # NaN, no UTF-8, far too long
            raise BadInput(f"What was given cannot be sent: {error}") from error
        return cast("T", _body(self._sent(request)))

    def pages(self, operation: Operation[T], query: Query | None = None) -> Iterator[T]:
        """Every row of a list, page by page."""
        asked = dict(query or {})
        while True:
            page = cast("dict[str, object]", self.call(operation, query=asked))
            yield from cast("list[T]", page["results"])
            if not page["next"]:
                return
            # Of the next page's address the question alone: it is asked at our own.
            found = parse_qs(urlsplit(str(page["next"])).query)
            asked = {**(query or {}), "cursor": found["cursor"][0]}

    def _sent(self, request: httpx.Request) -> httpx.Response:
        for pause in (*PAUSES_SECONDS, None):
            try:
                answer = self._http.send(request)
            except httpx.LocalProtocolError as error:
                raise BadInput(f"What was given cannot be sent: {error}") from error
            except httpx.RequestError as error:  # the way is broken, or the answer is
                if pause is None or isinstance(error, httpx.UnsupportedProtocol):
                    reason = str(error) or type(error).__name__
                    raise Unreachable(
                        f"{self.url} does not answer: {reason}"
                    ) from error
            else:
                pause = _pause_for(answer, pause)
                if pause is None:
                    return answer
            time.sleep(pause)
        raise AssertionError  # the last try has no pause


def _pause_for(answer: httpx.Response, pause: float | None) -> float | None:
    """How long to wait before this call is sent again; None where it is not."""
    if pause is None:
        return None
    if answer.status_code == 429:
        told = answer.headers.get("Retry-After", "")
        if told.isdecimal() and int(told) <= MOST_SECONDS_OF_A_LIMIT:
            return float(told)
        return None
    return pause if answer.status_code in AWAY else None


def _body(answer: httpx.Response) -> object:
    if answer.is_redirect:
        place = answer.headers.get("Location", "elsewhere")
        raise BadInput(
            f"The address leads on to {place}: set BENCHBOOK_URL to the last one."
        )
    try:
        body = answer.json()
    except (ValueError, RecursionError):
        if answer.status_code in AWAY:
            raise Unreachable(_away(answer)) from None
        raise Failed(
            f"{answer.status_code} without JSON from {answer.url.host}: is BENCHBOOK_URL "
            "the address of a Benchbook?"
        ) from None
    if answer.is_success:
        return body
    sentence = _sentence(body, answer)
    if answer.status_code == 404:
        raise NotFound(sentence)
    if answer.status_code == 429 or answer.status_code in AWAY:
        raise Unreachable(sentence)
    raise (Failed if answer.is_server_error else BadInput)(sentence)


def _away(answer: httpx.Response) -> str:
    return f"{answer.url.host} answers {answer.status_code} {answer.reason_phrase}"


def _sentence(body: object, answer: httpx.Response) -> str:
    """What a problem says, with a line for each field at fault."""
    if not (isinstance(body, dict) and isinstance(body.get("detail"), str)):
        return _away(answer)
    lines = [body["detail"]]
    if isinstance(body.get("errors"), list):  # what stands before a Benchbook has none
        problem = cast("Problem", body)
        for error in problem["errors"]:
            field = error["field"]
            line = f"{field}: {error['message']}" if field else error["message"]
            if line != problem["detail"]:
                lines.append(f"  {line}")
    if answer.status_code == 401 and "Authorization" not in answer.request.headers:
        lines.append("  Set BENCHBOOK_TOKEN to a token from the page of your account.")
    return "\n".join(lines)
