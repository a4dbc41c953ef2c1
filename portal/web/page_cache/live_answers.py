"""An answer of a live run, the same for all who would get it until the second ends.

Each page of a run that is under way asks every second; a hundred of them ask a hundred
times for what is written once. It stands before Django: to let a request pass all of its
middleware costs more than to answer it. Only what the view marks as everybody's is kept.
A reader who is logged in passes Django first, which says whether theirs is such an answer;
from then on it is for a minute. The proxy in front may keep it as long, and is told so by
a header (docker/nginx.conf): both ask anew when the clock's second is another one, so that
an answer that passes both is no older than one that passes one.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from time import monotonic, time
from typing import Any, Final, NamedTuple, TypeVar

SHARED: Final = "benchbook.shared_answer"  # set by the view, in what WSGI passes it
OF_PROXY: Final = "X-Accel-Expires"  # nginx takes it out again
SECONDS = 1.0  # at most, where the clock is set back
SECONDS_OF_READER = 60.0
MOST = 500
LARGEST = 256 * 1024
# What else an answer may differ by; the session is looked at apart.
_OF_KEY = (
    *("wsgi.url_scheme", "HTTP_HOST", "HTTP_X_FORWARDED_PROTO", "HTTP_ACCEPT_ENCODING"),
    *("HTTP_ACCEPT_LANGUAGE", "PATH_INFO", "QUERY_STRING"),
)
_ITS_OWN = ("HTTP_AUTHORIZATION", "HTTP_IF_NONE_MATCH", "HTTP_RANGE")
_PATH = re.compile(r"/runs/[0-9a-f-]{36}/live/")

Environ = dict[str, Any]  # Any: as WSGI has it
StartResponse = Callable[..., Any]
Application = Callable[[Environ, StartResponse], Iterable[bytes]]
Key = tuple[str, ...]
Of = TypeVar("Of")


class Kept(NamedTuple):
    until: float
    status: str
    headers: list[tuple[str, str]]
    body: bytes


class LiveAnswers:
    """Around the portal's WSGI application; of one process, whose threads share it."""

    def __init__(
        self,
        application: Application,
        *,
        session_cookie: str,
        count: Callable[[], None],
    ) -> None:
        """``count`` is called for each answer that Django does not see."""
        self.application = application
        self.count = count
        self._session = re.compile(rf"(?:^|;\s*){re.escape(session_cookie)}=([^;]*)")
        self._kept: dict[Key, Kept] = {}
        self._readers: dict[Key, float] = {}

    def __call__(
        self, environ: Environ, start_response: StartResponse
    ) -> Iterable[bytes]:
        if not _may_be_shared(environ):
            return self.application(environ, start_response)
        now, second = monotonic(), int(time())
        key = (str(second), *(str(environ.get(name, "")) for name in _OF_KEY))
        session = self._session.search(environ.get("HTTP_COOKIE", ""))
        reader = (session[1], environ["PATH_INFO"]) if session else ()
        kept = self._kept.get(key)
        is_known = not reader or self._readers.get(reader, 0) > now
        if kept is None or kept.until <= now or not is_known:
            kept = self._asked(environ, now)
            if _is_everybodys(environ, kept):
                kept.headers.append((OF_PROXY, f"@{second}"))
                _put(self._kept, key, kept, gone=lambda each: each.until <= now)
                if reader:
                    until = now + SECONDS_OF_READER
                    _put(self._readers, reader, until, gone=lambda each: each <= now)
        else:
            self.count()
        start_response(kept.status, kept.headers)
        return [kept.body]

    def _asked(self, environ: Environ, now: float) -> Kept:
        started: list[Any] = []
        answer = self.application(environ, lambda *told: started.append(told))
        with closing(_Closed(answer)) as parts:
            body = b"".join(parts)
        status, headers, *_error = started[-1]
        return Kept(now + SECONDS, status, list(headers), body)


class _Closed:
    """What an application answers, to be closed whatever it is."""

    def __init__(self, answer: Iterable[bytes]) -> None:
        self.answer = answer

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.answer)

    def close(self) -> None:
        if close := getattr(self.answer, "close", None):
            close()


def _may_be_shared(environ: Environ) -> bool:
    return (
        environ["REQUEST_METHOD"] == "GET"
        and _PATH.fullmatch(environ["PATH_INFO"]) is not None
        and not any(name in environ for name in _ITS_OWN)
    )


def _is_everybodys(environ: Environ, answer: Kept) -> bool:
    return (
        bool(environ.get(SHARED))
        and answer.status.startswith("200 ")
        and len(answer.body) <= LARGEST
        and all(name.lower() != "set-cookie" for name, _value in answer.headers)
    )


def _put(
    kept: dict[Key, Of], key: Key, value: Of, *, gone: Callable[[Of], bool]
) -> None:
    """Other threads read meanwhile: what they look up is there or not."""
    if len(kept) >= MOST:
        for each, old in list(kept.items()):
            if gone(old):
                kept.pop(each, None)
    if len(kept) < MOST:
        kept[key] = value
