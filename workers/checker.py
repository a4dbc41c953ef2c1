"""Checking an endpoint: connect, read what the server is, say what a run would lack.

The first one shows that its user has control of a place on the server.
"""

from uuid import UUID

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings

from benchruns.endpoints import registration
from benchruns.failures.failure import BenchbookError, failure
from benchruns.models import Check
from workers import probes
from workers.connecting import contact
from workers.evidence.watched_machine import state_of
from workers.runs import data_sets, marker, patience
from workers.tools import connections


def perform(check_id: UUID) -> None:
    """Finish one check. A repeated or late message finds it finished and does nothing."""
    check = (
        Check.objects.select_related("endpoint")
        .filter(pk=check_id, finished_at__isnull=True)
        .first()
    )
    if check is None:
        return
    try:
        target = contact.target_of(check.endpoint)
        server = registration.server_of(check.endpoint, address=target.address)
        with probes.connect(target) as probe:
            found = probe.facts()
            facts = {
                **found.as_json(),
                "reserved_connections": found.reserved_connections,
                "round_trip_ms": probe.round_trip_ms(),
            }
            rights = data_sets.rights(probe)
        if not rights.missing:
            marker.show_control(
                target, check.endpoint, server, rights, go_on=patience.unlimited
            )
        tools = connections.failures(target, has_tls=bool(found.tls_in_use))
        if url := check.endpoint.metrics_url:
            facts["metrics"] = _metrics_state(url)
    except BenchbookError as error:
        registration.fail_check(check, failure=error.failure)
    except SoftTimeLimitExceeded:
        registration.fail_check(check, failure=failure("check_timeout"))
    else:
        registration.pass_check(
            check, server=facts, missing_privileges=rights.missing, tools=tools
        )


def _metrics_state(url: str) -> str:
    """Asked last: what is found of the server stands, whatever an exporter does."""
    try:
        return state_of(url, allowed=settings.ENDPOINT_NETWORKS)
    except SoftTimeLimitExceeded:
        return "no_answer"
