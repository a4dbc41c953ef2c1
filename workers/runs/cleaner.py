"""Dropping what runs had to leave on a server, while no run loads it."""

import logging
import time
from uuid import UUID

from benchruns.endpoints import failed_contacts, registration
from benchruns.failures.failure import BenchbookError
from benchruns.models import Endpoint
from benchruns.runs import queue_places
from workers import probes
from workers.connecting import contact
from workers.emergency import StoppedByStaff, look_for_stop, refuse_under_stop
from workers.runs import data_sets, patience

logger = logging.getLogger(__name__)

MOST_SECONDS = 60  # for all that is left of an endpoint's runs
GRACE_SECONDS = 120  # for a statement that is being ended, and what is noted of it
ALONE_SECONDS = 10  # before a run that waits for this worker goes first
LOOK_SECONDS = 1


def clean(endpoint_id: UUID) -> None:
    """Drop what is left of an endpoint's runs; a later call tries again what fails.

    A run that is claimed meanwhile waits for its end in preflight.
    """
    endpoint = Endpoint.objects.registered().filter(pk=endpoint_id).first()
    if endpoint is None:
        return
    go_on = patience.to_drop(MOST_SECONDS, go_on=_MakingWay())
    address = None
    try:
        refuse_under_stop()
        target = contact.target_of(endpoint)
        address = target.address
        server = registration.server_of(endpoint, address=target.address)
        if endpoint_id not in data_sets.endpoints_to_clean():
            return
        # one that is away is waited for once
        with probes.connect(target, go_on=go_on) as probe:
            if not data_sets.has_turn(probe):
                return
            # Whoever was claimed before this look is seen, whoever is later waits.
            if endpoint_id in data_sets.endpoints_to_clean():
                data_sets.drop_leftovers(target, endpoint, server, go_on=go_on)
    except BenchbookError as error:
        logger.info(
            "leftovers stay",
            extra={"endpoint": endpoint_id, "code": error.failure.code},
        )
        if address is not None:  # a try like that of a check, with whatever password
            failed_contacts.noted(endpoint, error.failure, address=address)
        data_sets.note_in_vain(endpoint, error.failure)
    except StoppedByStaff:
        logger.info("leftovers stay: all load is stopped")


class _MakingWay:
    """A ``go_on`` that lets runs go first: nobody waits for what is left behind.

    Nor is anything dropped while staff have stopped all load.
    """

    def __init__(self) -> None:
        self._look_for_stop = look_for_stop()
        self._looks_at = time.monotonic() + ALONE_SECONDS

    def __call__(self) -> None:
        self._look_for_stop()
        if time.monotonic() < self._looks_at:
            return
        self._looks_at = time.monotonic() + LOOK_SECONDS
        if queue_places.announceable():
            patience.stop_dropping()
