"""One run: claimed, carried out under its lease, and ended whatever happens."""

import logging
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from uuid import UUID

from django.db import connection

from benchruns.emergency import stop
from benchruns.endpoints import registration
from benchruns.endpoints.name_service import NameServiceSilent
from benchruns.failures.failure import BenchbookError, failure
from benchruns.generators import routes
from benchruns.generators.routes import Wanted
from benchruns.models import Attempt, Run
from benchruns.runs import lifecycle
from benchruns.vocabulary import RunState
from benchruns.workloads import WORKLOADS
from workers.connecting import contact
from workers.runs.execution import Execution
from workers.runs.generators.helper import help_with
from workers.runs.generators.lead import Announce
from workers.runs.generators.others import GeneratorsMissing
from workers.runs.lease import Lease, WorkerStopping
from workers.runs.persistence import persist

logger = logging.getLogger(__name__)


def nobody() -> None:
    """Generators that are wanted are found by the next look."""


def execute(run_id: UUID, *, worker: str = "", announce: Announce = nobody) -> bool:
    """Claim a queued run and carry it to its end; False when it stays where it is.

    Of one that another worker carries out, and that wants more generators, make a part.
    ``worker`` is the generator's name, the machine's where none is given; ``announce``
    wakes others for the parts that are open then.
    """
    worker = worker or socket.gethostname()
    if stop.standing() is not None:  # not even the host's name is asked for
        return False
    run = (
        Run.objects.select_related(
            "endpoint__instance_class", "endpoint__provider", "sweep"
        )
        .filter(pk=run_id, state=RunState.QUEUED)
        .first()
    )
    if run is None:
        return help_with(run_id, worker=worker)
    # Of another place the host's name may lead elsewhere, or nowhere.
    if not routes.may_carry(worker, Wanted.of(run)):
        return False
    load = WORKLOADS.get(run.workload)  # None of one that this release has no more
    # withdrawn since, or by a changed connection
    if not run.endpoint.consents_to(own_script=load is not None and load.is_custom):
        return lifecycle.refuse(run.id, failure=failure("consent_missing"))
    try:
        target = contact.target_of(run.endpoint)
    except BenchbookError as error:
        may_pass = isinstance(error, NameServiceSilent)
        return lifecycle.refuse(run.id, failure=error.failure, may_pass=may_pass)
    server = registration.server_of(run.endpoint, address=target.address)
    run.endpoint.server = server  # which may not be the one that was read above
    since = time.monotonic()
    attempt = lifecycle.claim(
        run.id,
        server=server,
        worker=worker,
        reached=target.reached,
    )
    if attempt is None:
        return False
    with Lease(run.id, attempt=attempt.number, since=since) as lease:
        begin = partial(
            Execution, run, attempt, server, target, lease, announce=announce
        )
        _perform(run, attempt, begin, lease)
    return True


def _perform(
    run: Run, attempt: Attempt, begin: Callable[[], Execution], lease: Lease
) -> None:
    try:
        begin().perform()
    except lifecycle.LeaseLost:
        logger.warning("lease lost", extra={"run": run.id})
    except WorkerStopping as stopping:
        lifecycle.lose(
            run.id,
            attempt=attempt.number,
            is_planned=True,
            stop_reason=stopping.stop_reason,
        )
    except GeneratorsMissing as missing:
        lifecycle.wait_for_generators(
            run.id, attempt=attempt.number, failure=missing.failure
        )
    except Exception:
        connection.close()  # it may be what failed
        with suppress(lifecycle.LeaseLost):
            persist(
                partial(
                    lifecycle.fail,
                    run.id,
                    attempt=attempt.number,
                    failure=failure("internal_error"),
                ),
                lease=lease,
            )
        raise
