"""Dropping what runs had to leave on a server, while no run loads it."""

import logging
from uuid import UUID

from benchruns import registration
from benchruns.failures import BenchbookError
from benchruns.models import Endpoint
from workers import contact, data_sets, probes

logger = logging.getLogger(__name__)


def clean(endpoint_id: UUID) -> None:
    """Drop what is left of an endpoint's runs; a later call tries again what fails.

    A run that is claimed meanwhile waits for its end in preflight.
    """
    endpoint = Endpoint.objects.kept().filter(pk=endpoint_id).first()
    if endpoint is None:
        return
    try:
        target = contact.target_of(endpoint)
        server = registration.server_of(endpoint, address=target.address)
        if endpoint_id not in data_sets.endpoints_to_clean():
            return
        with probes.connect(target) as probe:  # one that is away is waited for once
            if not data_sets.has_turn(probe):
                return
            # Whoever was claimed before this look is seen, whoever is later waits.
            if endpoint_id in data_sets.endpoints_to_clean():
                data_sets.drop_leftovers(target, endpoint, server)
    except BenchbookError as error:
        logger.info(
            "leftovers stay",
            extra={"endpoint": endpoint_id, "code": error.failure.code},
        )
        data_sets.note_in_vain(endpoint, error.failure)
