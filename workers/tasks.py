"""The Celery tasks: names and ids in, everything else in the modules they call.

Each has a limit: Celery kills the process of a task that exceeds it, whatever that waits for.
The soft one comes first, as an exception, where something is to be noted then.
"""

import logging
from collections.abc import Iterable
from typing import Any
from uuid import UUID

import psutil
from celery import Task, shared_task
from celery.signals import celeryd_init, worker_shutting_down
from celery.worker import WorkController
from django.conf import settings
from kombu import Queue

from benchruns.audit.logs import lines_of_run
from benchruns.emergency import stop
from benchruns.endpoints import turns
from benchruns.generators import routes
from benchruns.generators.routes import Wanted
from benchruns.models import Endpoint
from benchruns.runs import queue_places
from benchruns.runs.parts import moves as parts
from benchruns.webhooks import wakes
from workers import checker, generator, notices, webhooks
from workers import tend as tending
from workers import watch as watching
from workers.runs import cleaner, data_sets, executor

# At one sweep: more would only expire before a worker has taken them.
MOST_WOKEN = 10

# What a message is about, and what its generator has to have.
Asked = tuple[UUID, Wanted]

logger = logging.getLogger(__name__)


# Its phases have limits of their own. One that is killed is found by its lease, as any lost run.
@shared_task(name="benchbook.run", bind=True, time_limit=settings.LONGEST_RUN_SECONDS)
def run(task: "Task[..., None]", run_id: str) -> None:
    worker = generator.name_of(task.request.hostname)
    with lines_of_run(UUID(run_id)):
        is_done = executor.execute(
            UUID(run_id), worker=worker, announce=_announce_parts
        )
    if is_done:
        _announce(queue_places.announceable().items())


@shared_task(
    name="benchbook.check",
    soft_time_limit=settings.CHECK_SECONDS,
    time_limit=settings.CHECK_LIMIT_SECONDS,
)
def check(_check_id: str) -> None:
    """One that waits, whichever was announced: its user may have to let others go first."""
    performed = checker.perform_next()
    if performed is not None:
        _announce_leftovers(data_sets.endpoints_to_clean(check_id=performed))


@shared_task(name="benchbook.tend", time_limit=tending.LIMIT_SECONDS)
def tend() -> None:
    tending.tend()
    _forget_announcements()
    _announce([*parts.wanted(), *queue_places.announceable().items()])
    _wake_for_checks()
    # What nobody needs any more should not wait for the next try of all: a sweep's
    # data when its last runs were cancelled while they waited.
    _announce_leftovers(
        data_sets.endpoints_to_clean(is_untried=True), expires=settings.TEND_SECONDS
    )


@shared_task(
    name="benchbook.watch",
    soft_time_limit=settings.WATCH_SECONDS * 10,
    time_limit=settings.WATCH_SECONDS * 10 + 10,
)
def watch() -> None:
    watching.watch()


@shared_task(
    name="benchbook.notify",
    soft_time_limit=settings.NOTIFY_SECONDS * 10,
    time_limit=settings.NOTIFY_SECONDS * 10 + 10,
)
def notify() -> None:
    notices.notify()


@shared_task(
    name="benchbook.deliver",
    soft_time_limit=settings.DELIVER_SECONDS * 10,
    time_limit=settings.DELIVER_SECONDS * 10 + 10,
)
def deliver() -> None:
    wakes.begin_look()
    if webhooks.deliver() and wakes.is_first():
        deliver.apply_async(expires=settings.DELIVER_SECONDS)


@shared_task(name="benchbook.tend_leftovers", time_limit=tending.LIMIT_SECONDS)
def tend_leftovers() -> None:
    _announce_leftovers(data_sets.endpoints_to_clean())


@shared_task(
    name="benchbook.drop_leftovers",
    time_limit=cleaner.MOST_SECONDS + cleaner.GRACE_SECONDS,
)
def drop_leftovers(endpoint_id: str) -> None:
    cleaner.clean(UUID(endpoint_id))


def _forget_announcements() -> None:
    """What waits is announced at each sweep, and must not pile up meanwhile.

    Nothing is lost: what a message would have woken is found in the database.
    """
    _empty(["runs"])


def _announce(asked: Iterable[Asked]) -> None:
    """Wake a worker for each server's next run, and for each open part of one; stale
    messages expire by themselves.

    One that not all generators can serve is told to one that can and is idle; where none
    is, the run waits for the next look.
    """
    _send(run, asked, expires=settings.TEND_SECONDS)


def _announce_parts() -> None:
    _announce(parts.wanted())


def _send(task: "Task[..., None]", asked: Iterable[Asked], *, expires: int) -> None:
    """A message for each id, to the queue that all share or to that of a generator."""
    numbered = dict(enumerate(asked))
    names = routes.destinations({at: wanted for at, (_id, wanted) in numbered.items()})
    own = {at: generator.own_queue(name) for at, name in names.items() if name}
    _empty(set(own.values()))
    for at in names:
        to: dict[str, Any] = {"queue": own[at]} if at in own else {}
        task.apply_async((str(numbered[at][0]),), expires=expires, **to)


def _empty(queues: Iterable[str]) -> None:
    """Of what a generator has not read yet: all of it is told again, if it waits still."""
    for name in queues:
        with run.app.connection_for_write() as broker:
            Queue(name).bind(broker.default_channel).purge()


def _wake_for_checks() -> None:
    """For those whose own message was lost: the broker was away, or a stop stood."""
    if stop.standing() is not None:
        return
    late = turns.overdue(seconds=settings.TEND_SECONDS, most=MOST_WOKEN)
    for check_id in late:
        check.apply_async((str(check_id),), expires=settings.TEND_SECONDS)


def _announce_leftovers(
    endpoint_ids: Iterable[UUID], *, expires: int = settings.LEFTOVER_SECONDS
) -> None:
    if stop.standing() is not None:
        return
    found = Endpoint.objects.filter(pk__in=list(endpoint_ids))
    asked = [
        (pk, Wanted(labels=labels))
        for pk, labels in found.values_list("pk", "generator_labels")
    ]
    _send(drop_leftovers, asked, expires=expires)


@celeryd_init.connect
def _register(instance: WorkController, **_kwargs: object) -> None:
    instance.app.steps["consumer"].add(generator.Registration)


@worker_shutting_down.connect
def _stop_children(**_kwargs: object) -> None:
    """Pass the order on: a run goes back to the queue instead of holding the worker."""
    for child in psutil.Process().children():
        child.terminate()
