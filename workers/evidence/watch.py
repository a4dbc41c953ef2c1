"""What is watched while a tool loads a server: the server's counters, the round trip
and the load generator, once a second.

A thread watches, so that a slow server delays neither the tool's lines nor a cancel.
It writes no rows: the recorder stores what has come with the tool's samples. Its
seconds are the tool's own: they count from when the tool's threads started, not from
when it began to connect and to prepare its statements, which may take many seconds.
"""

import threading
import time
from collections import Counter as TallyOf
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from types import TracebackType
from typing import Self
from uuid import UUID

from benchruns.evidence.waits import HotRow
from benchruns.models import Counter
from workers.connecting.target import Target
from workers.engines.probe import ServerCounters
from workers.evidence import counter_rates, cpu_use, loadgen, same_host
from workers.evidence.counter_rates import Look
from workers.evidence.server_processes import ServerProcesses
from workers.evidence.watched_machine import WatchedMachine
from workers.evidence.watched_server import WatchedServer

FIRST_PINGS = 5
PINGS = 600  # the last ones, for their median: a run may take a day
# Behind the tool's own clock, so that what it says of a second has come by then.
BEHIND_SECONDS = 0.2
LAST_LOOK_SECONDS = 10.0  # for a server that does not answer just then
# A tool may say a while later when its threads started: the nearest look counts.
EARLY_LOOK_SECONDS = 0.25
EARLY_LOOKS = 120
# What sessions wait for is looked at more often than the rest: each look tells of one
# moment.
WAITS_SECONDS = 0.2
LOOKED_FOR_FROM = 5.0  # percent of the sessions' time in row locks: then for the row


@dataclass(slots=True, kw_only=True)
class Seen:
    """What was watched from the start of the tool's threads to its end.

    ``totals`` are what the server counted meanwhile; empty when it could not be asked,
    or when it ``is_reset``: it began to count anew. ``disk_read_bytes`` are those of the
    load generator's machine, ``own_read_bytes`` those of the server's processes there.
    ``pings_ms`` are the last ones. ``waits`` are how many
    sessions were seen in each wait, over all ``looks``, ``hot_rows`` how
    often each was what most of them waited for. ``server_cpu`` is the share, of 1, that
    an exporter told of the server's machine, ``own_cpu`` that of its processes here.
    """

    totals: Mapping[str, float] = field(default_factory=dict)
    is_reset: bool = False
    use: cpu_use.Use | None = None
    disk_read_bytes: int | None = None
    own_read_bytes: int | None = None
    shortest_ping_ms: float | None = None
    pings_ms: deque[float] = field(default_factory=lambda: deque(maxlen=PINGS))
    waits: TallyOf[str] = field(default_factory=TallyOf)
    looks: int = 0
    server_cpu: float | None = None
    own_cpu: float | None = None
    metrics: str = ""  # of the endpoint's metrics address, as ``WatchedMachine.state``
    hot_rows: TallyOf[HotRow] = field(default_factory=TallyOf)
    seconds: float = 0.0
    began_at: datetime | None = None

    def ping(self, milliseconds: float) -> None:
        self.pings_ms.append(milliseconds)
        if self.shortest_ping_ms is None or milliseconds < self.shortest_ping_ms:
            self.shortest_ping_ms = milliseconds


# From what was seen so far and the TPS (None: not known) to a bottleneck's word.
LimitSoFar = Callable[[Seen, float | None], str]


class Watch:
    """Watches one phase: ``begin`` when the tool has started, ``take`` what is new.

    Rows begin when ``load_began``, and end with ``end``, when the tool has. Leaving the
    block waits for a last look at the server, unless the block failed. Where another
    generator ``counts_server``, rows are of the way to it and of this machine only.
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
        machine: WatchedMachine,
        offset: int = 0,
        counts_server: bool = True,
    ) -> None:
        self._machine = machine
        self._limit_so_far = limit_so_far
        self._run_id = run_id
        self._attempt = attempt
        self._offset = offset
        self._counts_server = counts_server
        self._server = WatchedServer(
            target, tables=tables, workspace=workspace, counts=counts_server
        )
        self._context = counter_rates.Context(
            workers=workers, is_same_host=same_host.is_this_host(target.address)
        )
        self._counted = ServerCounters()  # when the server was last heard of
        self._lately: list[Mapping[str, int]] = []  # waits since the last row
        self._rows: deque[Counter] = deque()
        self._told: dict[str, float] = {}
        self._zero_at: float | None = None
        self._ended_at: float | None = None
        self._is_called = threading.Event()  # there is something to do at once
        self._is_given_up = False
        self._read_before: int | None = None
        self._thread = threading.Thread(target=self._watch, name="watch", daemon=True)
        self.seen = Seen()

    def __enter__(self) -> Self:
        self._server.connect()
        self._processes = ServerProcesses(self._server.pid())
        self._machine.begin()
        time.sleep(self._server.late_seconds)
        self._counted = self._server.all_counters()
        for _ in range(FIRST_PINGS):
            self._ping()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._is_given_up = kind is not None
        self.end()
        self._machine.end()
        if self._thread.ident is None:
            self._server.close()
        elif kind is None:
            self._thread.join(2 * LAST_LOOK_SECONDS)

    # For the tool's followers ---------------------------------------------------------

    def begin(self, pid: int) -> None:
        """The tool has started with this process id."""
        self._tool = loadgen.Tool(pid)
        self._start = self._look_at(self._counted)
        self._thread.start()

    def load_began(self, seconds_ago: float) -> None:
        """The tool's threads have started; what it says of it later is ignored."""
        if self._zero_at is None:
            self._zero_at = time.monotonic() - seconds_ago
            self.seen.began_at = datetime.now(UTC) - timedelta(seconds=seconds_ago)
            self._is_called.set()

    def end(self) -> None:
        """The tool has ended; what comes after is not the load's."""
        if self._ended_at is None:
            self._ended_at = time.monotonic()
            self._is_called.set()

    def tell(self, levels: Mapping[str, float]) -> None:
        """What the tool says of itself from now on: its queue, say."""
        self._told = {**self._told, **levels}

    def take(self) -> list[Counter]:
        """The rows that came since the last call."""
        return [self._rows.popleft() for _ in range(len(self._rows))]

    # The thread ---------------------------------------------------------------------

    def _watch(self) -> None:
        try:
            last = self._zero = self._await_load()
            self._read_before = self._processes.read_bytes()
            second = 1
            while not self._has_ended_by(self._due(second)):
                last = self._look(last, second)
                second = max(second + 1, int(time.monotonic() - self._began_at))
            if not self._is_given_up:
                self._last_look(last, second)
        finally:
            self._server.close()

    def _await_load(self) -> Look:
        """The look nearest to when the load began; the start of a tool that tells not."""
        early = deque([self._start], maxlen=EARLY_LOOKS)
        while self._zero_at is None:
            self._is_called.wait(EARLY_LOOK_SECONDS)
            if self._ended_at is not None and self._zero_at is None:
                return self._start
            early.append(self._glance())
            self._use(self._start, early[-1])
        began_at = self._zero_at
        self._is_called.clear()
        return min(early, key=lambda look: abs(look.reading.at - began_at))

    @property
    def _began_at(self) -> float:
        return self._start.reading.at if self._zero_at is None else self._zero_at

    def _due(self, second: int) -> float:
        return self._began_at + second + BEHIND_SECONDS

    def _has_ended_by(self, moment: float) -> bool:
        while self._ended_at is None:
            seconds = moment - time.monotonic()
            if seconds <= 0:
                return False
            self._is_called.wait(min(seconds, WAITS_SECONDS))
            self._look_at_waits()
        return True

    def _look_at_waits(self) -> None:
        """A tool that has just ended has no sessions any more."""
        found = self._server.waits()
        if found is not None and self._ended_at is None:
            self.seen.waits.update(found)
            self.seen.looks += 1
            self._lately.append(found)

    def _look(self, last: Look, second: int) -> Look:
        found = self._glance(ping_ms=self._ping())
        self._use(self._zero, found)
        values = counter_rates.between(last, found, self._context)
        waits = counter_rates.of_waits(
            self._lately,
            self._context,
            row_lock_percent=values.get("row_lock_wait_percent"),
        )
        self._lately.clear()
        if {**values, **waits}.get("row_lock_wait_percent", 0.0) >= LOOKED_FOR_FROM:
            self._look_for_row()
        machine = self._machine.counters()
        self.seen.server_cpu = self._machine.cpu_share
        self.seen.metrics = self._machine.state
        # of a server that runs here, its processes tell more than its machine
        self._keep(second, {**machine, **values, **waits, **self._limit(found)})
        return found

    def _look_for_row(self) -> None:
        found = self._server.hot_row()
        if found is not None:
            self.seen.hot_rows[found] += 1

    def _glance(self, *, ping_ms: float | None = None) -> Look:
        # where tables are not asked for, they count from the beginning
        server = self._server.counters()
        self._hear(server)
        return self._look_at(server, ping_ms=ping_ms)

    def _look_at(self, server: ServerCounters, *, ping_ms: float | None = None) -> Look:
        return Look(
            reading=self._tool.read(),
            server=server,
            ping_ms=ping_ms,
            server_cpu_s=self._processes.cpu_seconds(),
        )

    def _use(self, since: Look, now: Look) -> None:
        use = cpu_use.between(since.reading, now.reading, workers=self._context.workers)
        self.seen.use = use or self.seen.use
        if use is not None:
            self.seen.own_cpu = counter_rates.server_cpu(since, now)

    def _limit(self, found: Look) -> dict[str, str]:
        """What limits the run so far, by the transactions that the server counted."""
        seconds = self.seen.seconds = found.reading.at - self._zero.reading.at
        if not self._counts_server:
            return {}
        commits = counter_rates.growth(self._zero.server, found.server).get("commits")
        tps = commits / seconds if commits else None
        return {"limit": self._limit_so_far(self.seen, tps)}

    def _last_look(self, last: Look, second: int) -> None:
        """The tool has ended; what the server counted until then is read now.

        Where counters come late, the last second would show those of the one before,
        too: it gets no row.
        """
        ended_at = self._ended_at or time.monotonic()
        self.seen.disk_read_bytes = _growth(
            self._zero.reading.disk_read_bytes, loadgen.disk_read_bytes()
        )
        self.seen.own_read_bytes = _growth(
            self._read_before, self._processes.read_bytes()
        )
        late_seconds = self._server.late_seconds
        time.sleep(late_seconds)
        server = self._server.all_counters_by(ended_at + LAST_LOOK_SECONDS)
        is_late = time.monotonic() - ended_at > BEHIND_SECONDS
        self._hear(server)
        self.seen.seconds = ended_at - self._zero.reading.at
        if not self.seen.is_reset:
            before = self._start.server.with_totals(self._zero.server.totals)
            self.seen.totals = counter_rates.growth(before, server)
        is_whole = round(ended_at - self._began_at) >= second > 0
        if is_whole and server.totals and not is_late:
            ended = Look(reading=loadgen.Reading(at=ended_at), server=server)
            values = counter_rates.between(last, ended, self._context)
            self._keep(second, {**values, **self._machine.counters()})

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

    def _ping(self) -> float | None:
        ping_ms = self._server.ping_ms()
        if ping_ms is not None:
            self.seen.ping(ping_ms)
        return ping_ms

    def _hear(self, server: ServerCounters) -> None:
        """Note whether it counts anew since it was last heard of."""
        if not server.totals:
            return
        if counter_rates.is_reset(self._counted, server):
            self.seen.is_reset = True
        self._counted = server


def _growth(before: int | None, after: int | None) -> int | None:
    return None if before is None or after is None else after - before
