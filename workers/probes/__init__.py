"""Probes: Benchbook's own short connections to the server under test."""

from collections.abc import Callable

from benchruns.failures.failure import BenchbookError, failure
from workers.connecting.target import Target
from workers.engines.probe import Probe, ServerFacts
from workers.engines.registry import CLIENTS
from workers.probes.confined import ConfinedProbe

__all__ = ["Probe", "ServerFacts", "connect"]


def connect(
    target: Target,
    *,
    timeout_seconds: int = 10,
    go_on: Callable[[], None] = lambda: None,
) -> Probe:
    """A connected probe, to be used in a ``with``; BenchbookError says why there is none.

    ``go_on`` is called while the server is waited for; it raises to stop.
    """
    if target.engine not in CLIENTS:
        raise BenchbookError(failure("engine_unsupported", engine=target.engine))
    return ConfinedProbe(target, timeout_seconds=timeout_seconds, go_on=go_on)
