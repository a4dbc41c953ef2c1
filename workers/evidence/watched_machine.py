"""The machine of a server while it is watched, where an address tells of it."""

import logging
import threading
import time
from collections import deque

from workers.connecting.bounded_http import NoAnswer, Place, get
from workers.evidence import exporter
from workers.evidence.exporter import Machine

logger = logging.getLogger(__name__)

EVERY_SECONDS = 1.0
ANSWER_SECONDS = 3.0
MOST_BYTES = 4 * 2**20  # an exporter of a large server tells 300 kB
READINGS = 2


def state_of(place: Place) -> str:
    """``Machine.state``, ``unreadable`` or ``no_answer``."""
    try:
        return read(place).state
    except NoAnswer:
        return "no_answer"
    except ValueError:
        return "unreadable"


class WatchedMachine:
    """Reads once a second in a thread of its own; never an error, never in the way.

    ``seen`` are the server's CPU in per cent, second by second.
    """

    def __init__(self, place: Place | None, *, is_named: bool = True) -> None:
        """``place`` is None where the endpoint names none, or none that may be asked."""
        self._place = place
        self._is_named = is_named
        self._readings: deque[Machine] = deque(maxlen=READINGS)
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="machine", daemon=True)
        self._cpu: list[float] = []
        self._has_told = False

    def begin(self) -> None:
        if self._place is not None:
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
        if not self._is_named:
            return ""
        return "ok" if self._has_told else "silent"

    @property
    def cpu_share(self) -> float | None:
        """Of 1, the mean since the beginning."""
        return sum(self._cpu) / len(self._cpu) / 100 if self._cpu else None

    def _watch(self) -> None:
        assert self._place is not None  # noqa: S101 - else nothing began
        while not self._is_over.wait(EVERY_SECONDS):
            try:
                machine = read(self._place)
            except (NoAnswer, ValueError) as error:
                logger.info("no metrics: %s", error)
                self._readings.clear()
                continue
            self._readings.append(machine)
            self._has_told = self._has_told or machine.state == "ok"
            cpu = self.counters().get("server_cpu_percent")
            if cpu is not None:
                self._cpu.append(cpu)


def read(place: Place) -> Machine:
    """One reading, now. NoAnswer or ValueError where there is none."""
    body = get(place, seconds=ANSWER_SECONDS, most_bytes=MOST_BYTES)
    return exporter.read(body, at=time.monotonic())
