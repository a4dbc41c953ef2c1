"""Endpoints on the test servers, and short runs on them."""

from datetime import timedelta

from django.utils import timezone

from benchruns.models import Endpoint, Run
from benchruns.runs import schedule
from benchruns.workloads import WORKLOADS
from tests.factories import EndpointFactory
from workers.connecting.target import Target

# A gentle load, where none is asked for: a full one takes all CPUs from other tests.
GENTLE = {"rate": 50}
FULL = {"rate": None}
SHORT = {"tables": 2, "table_size": 2_000, "threads": 2, "duration_seconds": 1}
# For something to be done in the middle of a run that ends by itself.
TIME_ENOUGH = {"duration_seconds": 8}


def endpoint_of(target: Target, *, password: str | None = None, **changes) -> Endpoint:
    """A registered endpoint for a test server."""
    fields = {
        "engine": target.engine,
        "host": target.host,
        "port": target.port,
        "username": target.username,
        "database": target.database,
        "tls": target.tls,
        "allow_cleartext_password": target.allow_cleartext_password,
    }
    endpoint = EndpointFactory(**(fields | changes))
    endpoint.password = target.password if password is None else password
    endpoint.save()
    return endpoint


def queue(
    endpoint: Endpoint,
    workload: str = "oltp_read_write",
    *,
    in_seconds: float | None = None,
    **parameters,
) -> Run:
    """A short run, queued now or scheduled."""
    later = None
    if in_seconds is not None:
        later = timezone.now() + timedelta(seconds=in_seconds)
    return schedule.schedule(
        owner=endpoint.owner,
        endpoint=endpoint,
        workload=workload,
        parameters=_short(workload) | parameters,
        not_before=later,
    )


def change(run: Run, **parameters) -> None:
    """What of a run comes from now on has these parameters."""
    run.parameters |= parameters
    run.save(update_fields=["parameters"])


def _short(workload: str) -> dict[str, int]:
    """What of a short run are the workload's own parameters."""
    names = (parameter.name for parameter in WORKLOADS[workload].parameters)
    given = SHORT | GENTLE
    return {name: given[name] for name in names if name in given}
