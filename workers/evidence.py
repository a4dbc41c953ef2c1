"""What is watched while a tool loads a server: the server's counters, the round trip
and the load generator, once a second.

A thread watches, so that a slow server delays neither the tool's lines nor a cancel.
It writes no rows: the recorder stores what has come with the tool's samples.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self
from uuid import UUID

from benchruns.failures import BenchbookError
from benchruns.models import Counter
from workers import counter_rates, loadgen, probes
from workers.probes.base import Probe, ServerCounters
from workers.target import Target

logger = logging.getLogger(__name__)

PROBE_SECONDS = 3  # a watching probe gives up sooner than one that works
FIRST_PINGS = 5
PINGS = 600  # the last ones, for their median: a run may take a day
# Behind the tool's own clock, so that what it says of a second has come by then.
BEHIND_SECONDS = 0.2
LAST_LOOK_SECONDS = 10.0


@dataclass(slots=True, kw_only=True)
class Seen:
    """What was watched from the tool's start to its end.

    ``totals`` are what the server counted meanwhile; empty when it could not be asked.
    ``pings_ms`` are the last ones.
    """

    totals: Mapping[str, float] = field(default_factory=dict)
    use: loadgen.Use | None = None
    shortest_ping_ms: float | None = None
    pings_ms: deque[float] = field(default_factory=lambda: deque(maxlen=PINGS))

    def ping(self, milliseconds: float) -> None:
        self.pings_ms.append(milliseconds)
        if self.shortest_ping_ms is None or milliseconds < self.shortest_ping_ms:
            self.shortest_ping_ms = milliseconds


# From what was seen so far and the TPS (None: not known) to a bottleneck's word.
LimitSoFar = Callable[[Seen, float | None], str]


class Watch:
    """Watches one phase: ``begin`` when the tool has started, ``take`` what is new.

    Leaving the block waits for a last look at the server, unless the block failed.
    """

    def __init__(
        self,
        target: Target,
        *,
        run_id: UUID,
        attempt: int,
        workers: int,
        tables: Iterable[str],
        workspace: str | None,
        limit_so_far: LimitSoFar,
        offset: int = 0,
    ) -> None:
        self._limit_so_far = limit_so_far
        self._target = target
        self._run_id = run_id
        self._attempt = attempt
        self._workers = workers
        self._tables = tuple(tables)
        self._workspace = workspace
        self._offset = offset
        self._is_same_host = loadgen.is_this_host(target.address)
        self._probe: Probe | None = None
        self._before = ServerCounters()
        self._rows: deque[Counter] = deque()
        self._told: dict[str, float] = {}
        self._has_ended = threading.Event()
        self._is_given_up = False
        self._thread = threading.Thread(target=self._watch, name="watch", daemon=True)
        self.seen = Seen()

    def __enter__(self) -> Self:
        try:
            self._probe = probes.connect(self._target, timeout_seconds=PROBE_SECONDS)
            time.sleep(self._probe.late_seconds)
            self._before = self._counters(self._probe)
            for _ in range(FIRST_PINGS):
                self.seen.ping(self._probe.ping_ms())
        except BenchbookError as error:
            self._lose_server(error)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._is_given_up = kind is not None
        self._ended_at = time.monotonic()
        self._has_ended.set()
        if self._thread.ident is None:
            self._close()
        elif kind is None:
            self._thread.join(LAST_LOOK_SECONDS)

    # For the tool's followers ---------------------------------------------------------

    def begin(self, pid: int) -> None:
        """The tool has started with this process id."""
        self._pid = pid
        self._start = loadgen.read(pid)
        self._thread.start()

    def tell(self, levels: Mapping[str, float]) -> None:
        """What the tool says of itself from now on: its queue, say."""
        self._told = {**self._told, **levels}

    def take(self) -> list[Counter]:
        """The rows that came since the last call."""
        return [self._rows.popleft() for _ in range(len(self._rows))]

    # The thread ---------------------------------------------------------------------

    def _watch(self) -> None:
        last = counter_rates.Look(reading=self._start, server=self._before)
        second = 0
        try:
            while not self._has_ended.wait(self._until(second)):
                last = self._look(last, second)
                second = max(second + 1, int(time.monotonic() - self._start.at))
            if not self._is_given_up:
                self._last_look(last, second)
        finally:
            self._close()

    def _until(self, second: int) -> float:
        due = self._start.at + second + BEHIND_SECONDS
        return max(0.0, due - time.monotonic())

    def _look(self, last: counter_rates.Look, second: int) -> counter_rates.Look:
        reading = loadgen.read(self._pid)
        found = counter_rates.Look(
            reading=reading,
            server=self._ask(),
            ping_ms=self.seen.pings_ms[-1] if self._probe else None,
        )
        use = loadgen.use(self._start, reading, workers=self._workers)
        self.seen.use = use or self.seen.use
        if second > 0:
            values = counter_rates.between(last, found, self._context())
            self._keep(second, {**values, **self._limit(found)})
        return found

    def _limit(self, found: counter_rates.Look) -> dict[str, str]:
        """What limits the run so far, by the transactions that the server counted."""
        seconds = found.reading.at - self._start.at
        commits = counter_rates.growth(self._before, found.server).get("commits")
        tps = commits / seconds if commits else None
        return {"limit": self._limit_so_far(self.seen, tps)}

    def _last_look(self, last: counter_rates.Look, second: int) -> None:
        """The tool has ended; what the server counted until then is read now.

        Where counters come late, the last second would show those of the one before,
        too: it gets no row.
        """
        if self._probe is None:
            return
        late_seconds = self._probe.late_seconds
        time.sleep(late_seconds)
        server = self._ask()
        self.seen.totals = counter_rates.growth(self._before, server)
        ended = counter_rates.Look(
            reading=loadgen.Reading(at=self._ended_at), server=server
        )
        is_whole = round(self._ended_at - self._start.at) >= second > 0
        if is_whole and server.totals and not late_seconds:
            self._keep(second, counter_rates.between(last, ended, self._context()))

    def _context(self) -> counter_rates.Context:
        return counter_rates.Context(
            workers=self._workers, is_same_host=self._is_same_host
        )

    def _keep(self, second: int, values: Mapping[str, float | str]) -> None:
        """A row, but for the seconds after a warm-up: they are the measurement's."""
        if self._offset < 0 < second + self._offset:
            return
        self._rows.append(
            Counter(
                run_id=self._run_id,
                attempt=self._attempt,
                second=second + self._offset,
                values={**values, **self._told},
            )
        )

    # The server ---------------------------------------------------------------------

    def _ask(self) -> ServerCounters:
        """The counters, and a ping; nothing any more once the server has not answered."""
        if self._probe is None:
            return ServerCounters()
        try:
            self.seen.ping(self._probe.ping_ms())
            if self._has_ended.is_set():
                return self._counters(self._probe)
            return self._probe.counters()
        except BenchbookError as error:
            self._lose_server(error)
            return ServerCounters()

    def _counters(self, probe: Probe) -> ServerCounters:
        """All of them: those of the tables are too many to be asked every second."""
        server = probe.counters()
        tables = probe.table_counters(self._tables, workspace=self._workspace)
        return ServerCounters(
            totals={**server.totals, **tables.totals}, levels=server.levels
        )

    def _lose_server(self, error: BenchbookError) -> None:
        logger.warning("counters lost: %s", error.failure.message)
        self._close()

    def _close(self) -> None:
        probe, self._probe = self._probe, None
        if probe is not None:
            probe.close()
