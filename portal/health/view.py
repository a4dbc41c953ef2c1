"""``GET /healthz``: whether the parts that Benchbook needs answer.

Anybody may ask, and a part that is away is waited for: so one thread of a web process
asks at a time, and what it found is the answer for two seconds.
"""

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from portal.health.memory import Memory
from portal.health.parts import Health, ask

KEPT_SECONDS = 2
MEMORY = Memory[Health](seconds=KEPT_SECONDS)


@require_safe
def healthz(_request: HttpRequest) -> JsonResponse:
    """200 and ``{status, database, broker, workers}`` when all answer, else 503."""
    health = MEMORY.answer(ask)
    return JsonResponse(
        {
            "status": "ok" if health.is_well else "failing",
            "database": _word(answers=health.database),
            "broker": _word(answers=health.broker),
            "workers": {n: _word(answers=answers) for n, answers in health.workers},
        },
        status=200 if health.is_well else 503,
    )


def _word(*, answers: bool) -> str:
    return "ok" if answers else "no answer"
