"""Runs, leases, checks and workers as they stand at the moment of asking."""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from django.db import DatabaseError
from django.db.models import Count, Min, QuerySet
from django.utils import timezone
from kombu.exceptions import OperationalError
from prometheus_client import Metric
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from redis.exceptions import RedisError

from benchruns.audit import trigger
from benchruns.emergency import stop
from benchruns.models import Attempt, Check, Run
from benchruns.vocabulary import Outcome, RunState
from portal.celery import app

ANSWER_SECONDS = 1.0  # that workers have
WORKERS = ("runs", "control", "tend", "webhooks")


class PortalState(Collector):
    def collect(self) -> Iterator[Metric]:
        try:
            rows = list(_of_rows(timezone.now()))
        except DatabaseError:
            rows = []
        yield _gauge(
            "database_up", "Whether the portal's database answers.", bool(rows)
        )
        yield from rows
        yield from _of_workers()


def _of_rows(now: datetime) -> Iterator[Metric]:
    runs = Run.objects.order_by()
    states = dict(runs.values_list("state").annotate(Count("pk")))
    yield _by(
        "runs",
        "Runs that are stored, by state.",
        "state",
        {each.value: states.get(each.value, 0) for each in RunState},
    )
    yield _gauge(
        "queue_age_seconds",
        "For how long the run has waited that waits longest; 0 if none does.",
        _age(runs.filter(state=RunState.QUEUED), "queued_at", now),
    )
    yield _gauge(
        "leases_expired",
        "Running runs whose worker is silent, not taken back yet.",
        runs.filter(state=RunState.RUNNING, lease_expires_at__lt=now).count(),
    )
    yield _gauge(
        "leases_lost",
        "Attempts of stored runs that ended because their worker was lost.",
        Attempt.objects.filter(outcome=Outcome.LOST).count(),
    )
    yield from _of_checks(now)
    yield _gauge(
        "emergency_stop",
        "1 while all load is stopped by order of staff.",
        stop.standing() is not None,
    )
    yield _gauge(
        "audit_log_guarded",
        "Whether the database itself refuses to change entries of the audit log.",
        trigger.is_there(),
    )


def _of_checks(now: datetime) -> Iterator[Metric]:
    checks = Check.objects.order_by()
    waiting = checks.filter(finished_at__isnull=True)
    finished = dict(
        checks.filter(finished_at__isnull=False).values_list("ok").annotate(Count("pk"))
    )
    yield _by(
        "checks",
        "Checks of endpoints that are stored.",
        "state",
        {
            "waiting": waiting.count(),
            "succeeded": finished.get(True, 0),
            "failed": sum(finished.values()) - finished.get(True, 0),
        },
    )
    yield _gauge(
        "check_age_seconds",
        "For how long the check has waited that waits longest; 0 if none does.",
        _age(waiting, "requested_at", now),
    )


def _of_workers() -> Iterator[Metric]:
    try:
        answers = app.control.ping(timeout=ANSWER_SECONDS)
    except (OperationalError, RedisError, OSError):
        yield _gauge("broker_up", "Whether Redis answers.", value=False)
        return
    kinds = Counter(_kinds(answers or []))
    yield _gauge("broker_up", "Whether Redis answers.", value=True)
    yield _by(
        "workers",
        "Workers that answered within a second, by kind.",
        "kind",
        {kind: kinds[kind] for kind in WORKERS},
    )


def _kinds(answers: Iterable[dict[str, Any]]) -> Iterator[str]:
    for answer in answers:
        yield from (name.partition("@")[0] for name in answer)


def _age(rows: "QuerySet[Run] | QuerySet[Check]", column: str, now: datetime) -> float:
    first = rows.aggregate(first=Min(column))["first"]
    return max((now - first).total_seconds(), 0.0) if first else 0.0


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(f"benchbook_{name}", text, value=value)


def _by(name: str, text: str, label: str, values: dict[str, int]) -> Metric:
    family = GaugeMetricFamily(f"benchbook_{name}", text, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family
