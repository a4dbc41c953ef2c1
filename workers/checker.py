"""Checking an endpoint: connect, read what the server is, say what a run would lack.

The first one shows that its user has control of a place on the server.
"""

import logging
from uuid import UUID

from celery.exceptions import SoftTimeLimitExceeded

from benchruns.endpoints import failed_contacts, registration, turns
from benchruns.failures.failure import BenchbookError, failure
from benchruns.models import Check, Endpoint
from workers import probes
from workers.connecting import contact
from workers.emergency import StoppedByStaff, look_for_stop, refuse_under_stop
from workers.evidence.watched_machine import state_of
from workers.runs import data_sets, marker
from workers.tools import connections

NO_EXPORTER = ("no_answer", "unreadable")

logger = logging.getLogger(__name__)


def perform_next() -> UUID | None:
    """Finish the check whose turn it is; its id, or None where none waits."""
    check_id = turns.take()
    if check_id is not None:
        perform(check_id)
    return check_id


def perform(check_id: UUID) -> None:
    """Finish one check. A repeated or late message finds it finished and does nothing.

    While staff have stopped all load it waits, begun or not.
    """
    check = (
        Check.objects.select_related("endpoint")
        .filter(pk=check_id, finished_at__isnull=True)
        .first()
    )
    if check is None:
        return
    try:
        _look(check)
    except StoppedByStaff:
        turns.give_back(check_id)
        logger.info("a check waits: all load is stopped", extra={"check": check_id})


def _look(check: Check) -> None:
    go_on = look_for_stop()
    address = None
    try:
        refuse_under_stop()
        target = contact.target_of(check.endpoint)
        address = target.address
        server = registration.server_of(check.endpoint, address=target.address)
        with probes.connect(target, go_on=go_on) as probe:
            found = probe.facts()
            facts = {
                **found.as_json(),
                "reserved_connections": found.reserved_connections,
                "round_trip_ms": probe.round_trip_ms(),
            }
            rights = data_sets.rights(probe)
        if not rights.missing:
            marker.show_control(target, check.endpoint, server, rights, go_on=go_on)
        tools = connections.failures(
            target, has_tls=bool(found.tls_in_use), go_on=go_on
        )
        if check.endpoint.metrics_url:
            facts["metrics"] = _metrics_state(check.endpoint)
    except BenchbookError as error:
        failed = error.failure
        if address is not None:
            failed = failed_contacts.noted(check.endpoint, failed, address=address)
        registration.fail_check(check, failure=failed)
    except SoftTimeLimitExceeded:
        registration.fail_check(check, failure=failure("check_timeout"))
    else:
        registration.pass_check(
            check,
            reached=server,
            server=facts,
            missing_privileges=rights.missing,
            tools=tools,
        )


def _metrics_state(endpoint: Endpoint) -> str:
    """Asked last: what is found of the server stands, whatever an exporter does.

    One in vain is counted, as of a server: else it would be a way to look for open ports.
    Runs are no such way: few, and they say no more than whether it told anything.
    """
    try:
        place = contact.metrics_place_of(endpoint)
        contact.refuse_after_many(endpoint, place)
    except BenchbookError as error:
        return error.failure.code
    except SoftTimeLimitExceeded:
        return NO_EXPORTER[0]
    try:
        state = state_of(place)
    except SoftTimeLimitExceeded:
        state = NO_EXPORTER[0]
    if state in NO_EXPORTER:
        failed_contacts.count(
            endpoint, address=place.address, port=place.port, is_login=False
        )
    return state
