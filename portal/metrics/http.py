"""Requests by door, method and status, and how long they took.

A web server has several processes: with ``PROMETHEUS_MULTIPROC_DIR`` (portal.gunicorn sets
it) their figures are added up, whichever of them is asked.
"""

import os
import time
from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.multiprocess import MultiProcessCollector

from portal.web.problems import API_PREFIX

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
# A client may call its method anything, and each name would be a series of its own.
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)

_own = CollectorRegistry()
_requests = Counter(
    "benchbook_http_requests",
    "Requests answered.",
    ["door", "method", "status"],
    registry=_own,
)
_durations = Histogram(
    "benchbook_http_request_duration_seconds",
    "From the request's arrival in the web server until its answer is ready.",
    ["door"],
    buckets=SECONDS,
    registry=_own,
)


class CountRequests:
    """Stands first, so that what others refuse is counted as well."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = self.answer(request)
        door = "api" if request.path_info.startswith(API_PREFIX) else "page"
        method = request.method if request.method in METHODS else "other"
        count_request(door, method, response.status_code)
        _durations.labels(door).observe(time.perf_counter() - began)
        return response


def count_request(door: str, method: str, status: int) -> None:
    _requests.labels(door, method, status).inc()


def registry() -> CollectorRegistry:
    if FOLDER not in os.environ:
        return _own
    of_all_processes = CollectorRegistry()
    MultiProcessCollector(of_all_processes)  # type: ignore[no-untyped-call]  # theirs
    return of_all_processes
