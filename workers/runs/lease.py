"""Holding a run: a thread renews the lease and looks whether anybody wants it to stop."""

import logging
import signal
import threading
import time
from contextlib import suppress
from types import FrameType, TracebackType
from typing import Any, Protocol, Self
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, connections

from benchruns.emergency import stop
from benchruns.runs import lifecycle

logger = logging.getLogger(__name__)

LOOK_SECONDS = 1.0


class Cancelled(Exception):
    """The run's user wants it to stop."""


class WorkerStopping(Exception):
    """This worker was told to stop; the run goes back to the queue.

    ``stop_reason`` is why, where staff have stopped all load.
    """

    def __init__(self, stop_reason: str = "") -> None:
        super().__init__(stop_reason)
        self.stop_reason = stop_reason


class Hold(Protocol):
    """What is held: ``is_cancel_requested`` raises LeaseLost once it is not any more."""

    def renew(self) -> None: ...

    def is_cancel_requested(self) -> bool: ...


class HoldOnRun:
    """The hold of an attempt on its run."""

    def __init__(self, run_id: UUID, *, attempt: int) -> None:
        self._run_id = run_id
        self._attempt = attempt

    def __str__(self) -> str:
        return f"attempt {self._attempt} of {self._run_id}"

    def renew(self) -> None:
        lifecycle.renew(self._run_id, attempt=self._attempt)

    def is_cancel_requested(self) -> bool:
        return lifecycle.is_cancel_requested(self._run_id, attempt=self._attempt)


class Lease:
    """The hold of one attempt on its run, or of a generator on its part of one; ``check`` raises when the work must stop.

    ``check`` reads flags and the clock only, so it may be called as often as one likes,
    and tells the loss even while the database keeps the renewing thread waiting.
    ``is_cancelled`` and ``is_stopping`` say what was asked for so far, ``stop_reason``
    why staff have stopped all load, if they have. ``since`` is the
    monotonic time at which the claim began.
    """

    def __init__(
        self,
        run_id: UUID,
        *,
        attempt: int,
        since: float | None = None,
        hold: Hold | None = None,
    ) -> None:
        self._held = hold or HoldOnRun(run_id, attempt=attempt)
        self._renewed_at = time.monotonic() if since is None else since
        self._is_lost = False
        self.is_cancelled = False
        self.is_stopping = False
        self.stop_reason = ""
        self._released = threading.Event()
        self._thread = threading.Thread(target=self._hold, name="lease", daemon=True)

    def __enter__(self) -> Self:
        self._watch_for_stop()
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._released.set()
        self._thread.join()
        self._unwatch()

    def check(self) -> None:
        """Raise LeaseLost, Cancelled or WorkerStopping, in this order."""
        self.check_held()
        if self.is_cancelled:
            raise Cancelled
        if self.is_stopping:
            raise WorkerStopping(self.stop_reason)

    def check_held(self) -> None:
        """Raise LeaseLost alone: for what is to be done even on a cancelled run."""
        if self._is_lost or self._has_expired():
            raise lifecycle.LeaseLost(str(self._held))

    def _has_expired(self) -> bool:
        lease_seconds: int = settings.RUN_LEASE_SECONDS
        return time.monotonic() - self._renewed_at >= lease_seconds

    # The thread ---------------------------------------------------------------------

    def _hold(self) -> None:
        try:
            while not self._released.wait(LOOK_SECONDS) and not self._is_lost:
                # before the UPDATE: the row's own time is not later than this
                looked_at = time.monotonic()
                is_due = looked_at - self._renewed_at >= settings.RUN_LEASE_SECONDS / 3
                if self._look(renew=is_due) and is_due:
                    self._renewed_at = looked_at
        finally:
            connections.close_all()

    def _look(self, *, renew: bool) -> bool:
        """One look at the run's row; False when the database did not answer."""
        try:
            if renew:
                self._held.renew()
            self.is_cancelled = self._held.is_cancel_requested()
            self._look_for_stop()
        except lifecycle.LeaseLost:
            self._is_lost = not self._released.is_set()
        except DatabaseError:
            logger.warning("no answer from the database", exc_info=True)
            with suppress(DatabaseError):
                connections.close_all()
            return False
        return True

    def _look_for_stop(self) -> None:
        """One that was seen ends this attempt, even if it is lifted at once."""
        if (standing := stop.standing()) is not None:
            self.stop_reason = standing.reason
            self.is_stopping = True

    # SIGTERM ------------------------------------------------------------------------

    def _watch_for_stop(self) -> None:
        self._old_handler: Any = None
        if threading.current_thread() is threading.main_thread():
            self._old_handler = signal.signal(signal.SIGTERM, self._stop)

    def _unwatch(self) -> None:
        if self._old_handler is not None:
            signal.signal(signal.SIGTERM, self._old_handler)

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self.is_stopping = True
