"""How many calls of the API one caller may make in a minute, told in each answer.

The headers are those of draft-ietf-httpapi-ratelimit-headers: ``RateLimit-Policy`` says what
is let through, ``RateLimit`` how many are left and in how many seconds all are again.
"""

import time

from allauth.core.internal.ratelimit import truncate_ip
from django.conf import settings
from django.core.cache import cache
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from benchruns.audit import origin

SECONDS = 60
POLICY = "minute"
HEADERS = ("RateLimit-Policy", "RateLimit")
TOLD = "_calls_a_minute"  # of a request, for its answer
TOO_MANY = _("These were too many calls in one minute.")


class CallsAMinute(BaseThrottle):
    """By user, whatever the token; by address for who has none.

    Each minute of the clock counts for itself: one number in the cache, where a list of
    moments would be read and written with each call. Where the cache is away, everything
    is let through.
    """

    def allow_request(self, request: Request, view: APIView) -> bool:
        most: int = settings.API_CALLS_A_MINUTE
        if not most:
            return True
        minute, gone = divmod(int(time.time()), SECONDS)
        self._left_seconds = SECONDS - gone
        used = _count(f"api-calls-{_caller(request)}-{minute}")
        setattr(request, TOLD, (most, max(0, most - used), self._left_seconds))
        return used <= most

    def wait(self) -> float:
        return self._left_seconds


def _count(key: str) -> int:
    """This call and those before it."""
    if cache.add(key, 1, timeout=2 * SECONDS):
        return 1
    try:
        return cache.incr(key)
    except ValueError:  # forgotten between the two
        return 1


def _caller(request: Request) -> str:
    if request.user.is_authenticated:
        return f"user-{request.user.pk}"
    # of an IPv6 network that one caller has: each address of it would have its own number
    return f"address-{truncate_ip(origin.current().address)}"


def tell(request: Request, response: Response) -> None:
    """Puts the headers on an answer; none where nothing is counted."""
    if (told := getattr(request, TOLD, None)) is not None:
        most, left, seconds = told
        response[HEADERS[0]] = f'"{POLICY}";q={most};w={SECONDS}'
        response[HEADERS[1]] = f'"{POLICY}";r={left};t={seconds}'
