"""This worker as a load generator: what it tells of itself while it serves runs."""

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from celery import bootsteps
from celery.worker import state
from celery.worker.consumer import Consumer
from django.conf import settings
from django.db import DatabaseError, connection

from benchruns.failures.failure import BenchbookError
from benchruns.generators import registration
from workers.evidence import client
from workers.tools import pgbench, sysbench, tpcc
from workers.tools.custom import scripts

logger = logging.getLogger(__name__)

VERSIONS: dict[str, Callable[[], str]] = {
    "sysbench": sysbench.version,
    "pgbench": pgbench.version,
    "benchbook-tpcc": lambda: tpcc.VERSION,
}


def name_of(node: str | None) -> str:
    """What the generator of a Celery node is called; empty for no node."""
    name: str = settings.LOADGEN_NAME or node or ""
    return name


def own_queue(name: str) -> str:
    """The queue of what this generator alone is to be told."""
    return f"runs.{name}"


def describe() -> dict[str, Any]:
    """``{vcpus, memory_gb, os, tools, labels}``; what is not stated or there is left out.

    These stay as they are while it runs; its scripts may change at any time.
    """
    machine = client.describe()
    places = {"class": machine.pop("instance")}
    for name in ("provider", "region", "zone"):
        places[name] = machine.pop(name, "")
    more = {
        name.strip()[: client.LONGEST]: text.strip()[: client.LONGEST]
        for name, text in settings.LOADGEN_LABELS.items()
    }
    labels = {name: text for name, text in (more | places).items() if name and text}
    return {**machine, "tools": _tools(), "labels": labels}


def _tools() -> dict[str, str]:
    found = {}
    for name, version in VERSIONS.items():
        with suppress(OSError, BenchbookError):  # not installed here
            found[name] = version()
    return {name: version for name, version in found.items() if version}


class Registration(bootsteps.StartStopStep):
    """Tells at each connection to the broker, and regularly from then on.

    By the timer of the worker's own loop, not by a thread: the pool is forked again from
    this process. So its connection to the database is closed after each time, too.
    """

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, consumer: Consumer, **kwargs: Any) -> None:
        super().__init__(consumer, **kwargs)
        self._timed: Any = None
        self._facts: dict[str, Any] | None = None

    def start(self, consumer: Consumer) -> None:
        if "runs" not in consumer.app.amqp.queues.consume_from:
            return
        if self._facts is None:
            self._facts = describe()
        name, facts = name_of(consumer.hostname), self._facts
        consumer.add_task_queue(own_queue(name))
        _write(_tell, name, facts)
        self._timed = consumer.timer.call_repeatedly(
            registration.TOLD_EVERY_SECONDS,
            _write,
            (_tell, name, facts),
        )

    def stop(self, consumer: Consumer) -> None:
        """At the loss of the broker, too: what it does then goes on."""
        if self._timed is None:
            return
        self._timed.cancel()
        self._timed = None
        if getattr(state, "should_stop", None) is not None:
            _write(registration.leave, name_of(consumer.hostname))

    shutdown = stop


def _tell(name: str, facts: dict[str, Any]) -> None:
    """With the scripts that lie there now."""
    registration.tell(name, facts | {"scripts": scripts.digests()})


def _write(write: Callable[..., None], *told: Any) -> None:
    """A database that is away is no reason to end: it is told again in a moment."""
    try:
        write(*told)
    except DatabaseError as error:
        logger.warning("not told as a generator", extra={"reason": str(error)})
    finally:
        connection.close()
