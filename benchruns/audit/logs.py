"""Lines of the log: as text, or as JSON with the request and the run they are of.

What a message may hold is written by others as well, such as a driver's own words of an
address; so passwords and tokens are blanked in what is written, as in uploads.
"""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from benchruns.audit import origin
from benchruns.parsers.secrets.guard import blank_secrets

REQUEST_ID = "benchbook.request"  # in the environment of a request

# A worker's process carries out one run at a time, with several threads.
_run = ""


@contextmanager
def lines_of_run(run_id: UUID) -> Iterator[None]:
    """What this process logs meanwhile is of this run."""
    global _run
    before, _run = _run, str(run_id)
    try:
        yield
    finally:
        _run = before


class TextLine(logging.Formatter):
    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        return blank_secrets(super().format(record)).text


class JsonLine(logging.Formatter):
    """One object a line: time (UTC), level, logger, message; request, run, error if any."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC)
        line = {
            "time": at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname,
            "logger": record.name,
            "message": blank_secrets(record.getMessage()).text,
            "request": origin.current().request or _id_of(record),
            "run": str(getattr(record, "run", "") or _run),
            "error": self._error(record),
        }
        written = {name: text for name, text in line.items() if text}
        return json.dumps(written, ensure_ascii=False)

    def _error(self, record: logging.LogRecord) -> str:
        if not record.exc_info:
            return ""
        return blank_secrets(self.formatException(record.exc_info)).text


def _id_of(record: logging.LogRecord) -> str:
    """Django tells of a failed request when whoever noted its origin is done with it."""
    request = getattr(record, "request", None)
    return str(getattr(request, "META", {}).get(REQUEST_ID, ""))


FORMATTERS = {"text": TextLine, "json": JsonLine}


def configuration(kind: str, *, level: str) -> dict[str, Any]:
    """Of every process, to standard error; ``kind`` is the setting LOG_FORMAT."""
    if kind not in FORMATTERS:
        raise ValueError("LOG_FORMAT is text or json")
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": FORMATTERS[kind]}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        # What these tell of each PDF is for those who write its style sheet.
        "loggers": {
            "fontTools": {"level": "WARNING"},
            "weasyprint": {"level": "ERROR"},
            "weasyprint.progress": {"level": "WARNING"},
        },
    }
