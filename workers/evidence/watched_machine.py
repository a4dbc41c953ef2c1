"""The machine of a server while it is watched, where an address tells of it."""

import logging
import threading
import time
from collections import deque

from benchruns.failures.failure import BenchbookError
from workers.connecting.bounded_get import NoAnswer, Place, get, place_of
from workers.evidence import exporter
from workers.evidence.exporter import Machine

logger = logging.getLogger(__name__)

EVERY_SECONDS = 1.0
ANSWER_SECONDS = 3.0
MOST_BYTES = 4 * 2**20  # an exporter of a large server tells 300 kB
READINGS = 2


def look(url: str, *, allowed: tuple[str, ...] | None) -> Machine:
    """One reading, now. BenchbookError, NoAnswer or ValueError where there is none."""
    return _read(place_of(url, allowed=allowed))


def state_of(url: str, *, allowed: tuple[str, ...] | None) -> str:
    """``Machine.state``, ``unreadable``, ``no_answer``, or why it is not asked."""
    try:
        return look(url, allowed=allowed).state
    except BenchbookError as error:
        return error.failure.code
    except NoAnswer:
        return "no_answer"
    except ValueError:
        return "unreadable"


class WatchedMachine:
    """Reads once a second in a thread of its own; never an error, never in the way.

    ``seen`` are the server's CPU in per cent, second by second.
    """

    def __init__(self, url: str, *, allowed: tuple[str, ...] | None) -> None:
        self._url = url
        self._allowed = allowed
        self._readings: deque[Machine] = deque(maxlen=READINGS)
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="machine", daemon=True)
        self._cpu: list[float] = []
        self._has_told = False

    def begin(self) -> None:
        if self._url:
            self._thread.start()

    def end(self) -> None:
        """A reading that is under way ends by itself."""
        self._is_over.set()

    def counters(self) -> dict[str, float]:
        """Of the last second that was told whole."""
        readings = list(self._readings)
        if len(readings) < READINGS:
            return {}
        return exporter.between(*readings)

    @property
    def state(self) -> str:
        """Whether the address told of the machine: ``ok`` or ``silent``; empty for none."""
        if not self._url:
            return ""
        return "ok" if self._has_told else "silent"

    @property
    def cpu_share(self) -> float | None:
        """Of 1, the mean since the beginning."""
        return sum(self._cpu) / len(self._cpu) / 100 if self._cpu else None

    def _watch(self) -> None:
        try:
            place = place_of(self._url, allowed=self._allowed)
        except BenchbookError as error:
            logger.warning("no metrics: %s", error.failure.code)
            return
        while not self._is_over.wait(EVERY_SECONDS):
            try:
                machine = _read(place)
            except (NoAnswer, ValueError) as error:
                logger.info("no metrics: %s", error)
                self._readings.clear()
                continue
            self._readings.append(machine)
            self._has_told = self._has_told or machine.state == "ok"
            cpu = self.counters().get("server_cpu_percent")
            if cpu is not None:
                self._cpu.append(cpu)


def _read(place: Place) -> Machine:
    body = get(place, seconds=ANSWER_SECONDS, most_bytes=MOST_BYTES)
    return exporter.read(body, at=time.monotonic())
