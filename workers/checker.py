"""Checking an endpoint: connect, read what the server is, say what a run would lack."""

from dataclasses import asdict
from uuid import UUID

from benchruns import registration
from benchruns.failures import BenchbookError
from benchruns.models import Check
from workers import contact, data_sets, probes


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
            facts = {**asdict(probe.facts()), "round_trip_ms": probe.round_trip_ms()}
            missing = data_sets.missing_privileges(probe)
            data_sets.drop_leftovers(probe, check.endpoint, server)
    except BenchbookError as error:
        registration.fail_check(check, failure=error.failure)
        return
    registration.pass_check(check, server=facts, missing_privileges=missing)
