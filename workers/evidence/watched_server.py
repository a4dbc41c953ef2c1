"""The server while it is watched: its counters and pings, also after it fell silent."""

import logging
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress

from benchruns.evidence.waits import HotRow
from benchruns.failures.failure import BenchbookError
from benchruns.sentences.failures.table import of_failure
from workers import probes
from workers.connecting.target import Target
from workers.engines.probe import Probe, ServerCounters

logger = logging.getLogger(__name__)

PROBE_SECONDS = 3  # a watching probe gives up sooner than one that works
RECONNECT_SECONDS = 3.0  # a server that did not answer is left alone for so long
ASK_AGAIN_SECONDS = 0.5


class WatchedServer:
    """Its answers, empty while it gives none; never an error.

    A server that falls silent is connected to anew. One that did not let the watch in
    at first is not asked again: wrong passwords may lock an account. Where another load
    generator ``counts`` already, this one pings: a server is asked for its counters once
    a second, not once by each of those that load it.
    """

    def __init__(
        self,
        target: Target,
        *,
        tables: Iterable[str],
        workspace: str | None,
        counts: bool = True,
    ) -> None:
        self._target = target
        self._tables = tuple(tables)
        self._workspace = workspace
        self._counts = counts
        self._probe: Probe | None = None
        self._was_reached = False
        self._lost_at = 0.0
        self._shows_rows = True
        self.late_seconds = 0.0

    def connect(self) -> None:
        try:
            self._probe = probes.connect(self._target, timeout_seconds=PROBE_SECONDS)
            self.late_seconds = self._probe.late_seconds if self._counts else 0.0
            self._was_reached = True
        except BenchbookError as error:
            self._lose(error)

    def counters(self) -> ServerCounters:
        """Those of the whole server; the ones of tables are too many for each second."""
        probe = self._reached() if self._counts else None
        if probe is not None:
            try:
                return probe.counters()
            except BenchbookError as error:
                self._lose(error)
        return ServerCounters()

    def waits(self) -> Mapping[str, int] | None:
        """None where it does not tell, or did not answer."""
        probe = self._probe if self._counts else None
        if probe is not None:
            try:
                return probe.waits()
            except BenchbookError as error:
                self._lose(error)
        return None

    def pid(self) -> int | None:
        """None where it does not run here, or is not known to."""
        if self._probe is not None and self._counts:
            with suppress(BenchbookError):
                return self._probe.server_pid()
        return None

    def hot_row(self) -> HotRow | None:
        """An account that may not see locks is asked no more."""
        probe = self._probe
        if probe is None or not self._counts or not self._shows_rows:
            return None
        try:
            return probe.hot_row(self._tables, workspace=self._workspace)
        except BenchbookError as error:
            self._shows_rows = False
            logger.info("locks not shown: %s", of_failure(error.failure))
            return None

    def all_counters(self) -> ServerCounters:
        server = self.counters()
        if self._probe is None or not self._counts:
            return server
        try:
            tables = self._probe.table_counters(self._tables, workspace=self._workspace)
        except BenchbookError as error:
            self._lose(error)
            return server
        return server.with_totals(tables.totals)

    def all_counters_by(self, deadline: float) -> ServerCounters:
        """Asked again until it answers or the deadline (monotonic) has passed."""
        found = self.all_counters()
        may_come = self._was_reached and self._counts
        while may_come and not found.totals and time.monotonic() < deadline:
            time.sleep(ASK_AGAIN_SECONDS)
            found = self.all_counters()
        return found

    def ping_ms(self) -> float | None:
        probe = self._reached()
        if probe is not None:
            try:
                return probe.ping_ms()
            except BenchbookError as error:
                self._lose(error)
        return None

    def close(self) -> None:
        probe, self._probe = self._probe, None
        if probe is not None:
            probe.close()

    def _reached(self) -> Probe | None:
        silence = time.monotonic() - self._lost_at
        if self._probe is None and self._was_reached and silence >= RECONNECT_SECONDS:
            self.connect()
        return self._probe

    def _lose(self, error: BenchbookError) -> None:
        logger.warning("counters lost: %s", of_failure(error.failure))
        self._lost_at = time.monotonic()
        self.close()
