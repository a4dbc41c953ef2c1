"""``GET /healthz``: whether the parts that Benchbook needs answer."""

from collections.abc import Callable

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_GET
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from portal.celery import app

ANSWER_SECONDS = 2
WORKERS = ("runs", "control", "tend", "webhooks")


@require_GET
def healthz(_request: HttpRequest) -> JsonResponse:
    """200 and ``{status, database, broker, workers}`` when all answer, else 503."""
    parts = {"database": _asks(_ask_database), "broker": _asks(_ask_broker)}
    workers = {name: parts["broker"] and _worker_answers(name) for name in WORKERS}
    is_well = all(parts.values()) and all(workers.values())
    return JsonResponse(
        {
            "status": "ok" if is_well else "failing",
            **{name: _word(answers=answers) for name, answers in parts.items()},
            "workers": {n: _word(answers=answers) for n, answers in workers.items()},
        },
        status=200 if is_well else 503,
    )


def _word(*, answers: bool) -> str:
    return "ok" if answers else "no answer"


def _asks(question: Callable[[], None]) -> bool:
    try:
        question()
    except (DatabaseError, OperationalError, RedisError, OSError):
        return False
    return True


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _ask_broker() -> None:
    with app.connection_for_read() as broker:
        broker.ensure_connection(max_retries=1, timeout=ANSWER_SECONDS)


def _worker_answers(name: str) -> bool:
    """Whether any worker of this kind answers; the first answer ends the wait."""
    try:
        return bool(
            app.control.broadcast(
                "ping",
                reply=True,
                limit=1,
                timeout=ANSWER_SECONDS,
                pattern=f"{name}@*",
                matcher="glob",  # type: ignore[arg-type]  # a name, say celery's docs
            )
        )
    except (OperationalError, RedisError, OSError):
        return False
