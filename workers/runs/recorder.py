"""What a tool says while it runs, stored as it comes: samples, progress, last lines."""

import logging
import time
from collections import deque
from collections.abc import Callable
from dataclasses import asdict
from typing import Protocol
from uuid import UUID

from django.db import DatabaseError, InterfaceError, connection

from benchruns.figures.metrics import Interval
from benchruns.models import Counter, Sample
from benchruns.runs import lifecycle
from workers.confinement.bounded_output import BoundedOutput
from workers.confinement.tool_limits import MOST_OUTPUT_BYTES
from workers.runs.persistence import is_away

logger = logging.getLogger(__name__)

TAIL_LINES = 12
TAIL_COLUMNS = 500
FLUSH_SECONDS = 1.0
# Beyond one a second: a server can have a tool print as many lines as it likes.
SPARE_SAMPLES = 100
SAMPLE_FIELDS = [
    "threads",
    "tps",
    "qps",
    "reads_per_s",
    "writes_per_s",
    "other_per_s",
    "latency_ms",
    "errors_per_s",
    "reconnects_per_s",
]


class Store(Protocol):
    """Keeps what came since the last time; LeaseLost where the attempt holds nothing."""

    def __call__(
        self,
        run_id: UUID,
        *,
        attempt: int,
        progress: float | None,
        output_tail: str,
        samples: list[Sample],
        counters: list[Counter],
    ) -> None: ...


class Recorder:
    """Reads the lines of one phase's tool.

    ``offset`` is added to the tool's seconds: a warm-up of 30 s counts from -30. What
    it says after its time is dropped: those seconds are the measurement's.
    """

    def __init__(
        self,
        run_id: UUID,
        *,
        attempt: int,
        parse_interval: Callable[[str], Interval | None],
        progress: Callable[[str, Interval | None], float | None],
        offset: int = 0,
        take_counters: Callable[[], list[Counter]] = list,
        output_bytes: int = MOST_OUTPUT_BYTES,
        store: Store | None = None,
    ) -> None:
        self._run_id = run_id
        self._attempt = attempt
        self._parse_interval = parse_interval
        self._progress_of = progress
        self._offset = offset
        self._take_counters = take_counters
        self._store = store or lifecycle.record_progress
        self._progress: float | None = 0.0
        self._tail: deque[str] = deque(maxlen=TAIL_LINES)
        self._samples: list[Sample] = []
        self._counters: list[Counter] = []
        self._is_dirty = False
        self._is_waiting = False  # for a database that did not answer
        self._began_at = self._flushed_at = time.monotonic()
        self._sampled = 0
        self._output = BoundedOutput(output_bytes)

    def begin(self) -> None:
        """The tool has started: its first lines wait for a second, too.

        To store them takes its time, and the line that says when the load began comes
        right behind them.
        """
        self._began_at = self._flushed_at = time.monotonic()

    @property
    def text(self) -> str:
        """All lines, but for what is left out of too many."""
        return self._output.text

    def on_line(self, line: str) -> None:
        self._output.add(f"{line}\n".encode())
        self._tail.append(line[:TAIL_COLUMNS])
        self._is_dirty = True
        interval = self._parse_interval(line)
        progress = self._progress_of(line, interval)
        if progress is not None:
            self._progress = min(progress, 1.0)
        is_sample = interval is not None and self._is_wanted(interval)
        if interval is not None and is_sample:
            self._samples.append(self._sample(interval))
            self._sampled += 1
        self.flush_if_due(now=is_sample)

    def flush_if_due(self, *, now: bool = False) -> None:
        """Store what came; a sample at once, all else at most once a second.

        A database that is away must not end the tool: all is kept for the next time.
        """
        is_due = time.monotonic() - self._flushed_at >= FLUSH_SECONDS
        if not is_due and not (now and not self._is_waiting):
            return
        self._counters += self._take_counters()
        if not self._is_dirty and not self._counters:
            return
        try:
            self.flush()
        except (InterfaceError, DatabaseError) as error:
            if not is_away(error):
                raise
            logger.warning("no answer from the database", exc_info=True)
            connection.close()
            self._is_waiting = True
            self._flushed_at = time.monotonic()

    def flush(self) -> None:
        """Store all that came since the last time."""
        self._store(
            self._run_id,
            attempt=self._attempt,
            progress=self._progress,
            output_tail="\n".join(self._tail),
            samples=self._samples,
            counters=self._counters,
        )
        self._samples = []
        self._counters = []
        self._is_dirty = self._is_waiting = False
        self._flushed_at = time.monotonic()

    def _is_wanted(self, interval: Interval) -> bool:
        """Not after a warm-up's time, and no more than a tool that counts seconds."""
        is_late = self._offset < 0 and interval.second + self._offset > 0
        most = SPARE_SAMPLES + time.monotonic() - self._began_at
        return not is_late and self._sampled < most

    def _sample(self, interval: Interval) -> Sample:
        values = asdict(interval)
        return Sample(
            run_id=self._run_id,
            attempt=self._attempt,
            second=interval.second + self._offset,
            **{name: values[name] for name in SAMPLE_FIELDS},
        )
