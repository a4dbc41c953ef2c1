"""Probes: Benchbook's own short connections to the server under test."""

from benchruns.failure_messages import failure
from benchruns.failures import BenchbookError
from workers.probes.base import Probe, ServerFacts
from workers.probes.mysql import MySQLProbe
from workers.probes.postgresql import PostgreSQLProbe
from workers.probes.sqlserver import SQLServerProbe
from workers.target import Target

__all__ = ["Probe", "ServerFacts", "connect"]

_PROBES: dict[str, type[MySQLProbe] | type[PostgreSQLProbe] | type[SQLServerProbe]] = {
    "mysql": MySQLProbe,
    "mariadb": MySQLProbe,
    "postgresql": PostgreSQLProbe,
    "sqlserver": SQLServerProbe,
}


def connect(target: Target, *, timeout_seconds: int = 10) -> Probe:
    """A connected probe, to be used in a ``with``; BenchbookError says why there is none."""
    probe = _PROBES.get(target.engine)
    if probe is None:
        raise BenchbookError(failure("engine_unsupported", engine=target.engine))
    return probe(target, timeout_seconds=timeout_seconds)
