"""A process that carries several virtual users, each in a thread with its own session.

The threads wait for the server nearly all the time, so that they share one interpreter
well; the cores are shared by the processes.
"""

import os
import sys
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection

from workers.tools.tpcc.dialects.base import Dialect, Session
from workers.tools.tpcc.running.ledger import Ledger, second_of
from workers.tools.tpcc.running.messages import Batch, Begin, Failure, FromWorker, Ready
from workers.tools.tpcc.running.user import VirtualUser

CONNECTING_AT_ONCE = 8  # of a process: servers queue only so many
LATE_SECONDS = 0.05  # from the end of a second until its sums are made


class Worker:
    def __init__(
        self,
        pipe: Connection,
        *,
        dialect: Dialect,
        connect: Callable[[], Session],
        users: Sequence[VirtualUser],
    ) -> None:
        self._pipe, self._dialect, self._connect = pipe, dialect, connect
        self._users = users
        self._ledger = Ledger()
        self._sending = threading.Lock()
        self._connecting = threading.Semaphore(CONNECTING_AT_ONCE)
        self._connected = threading.Semaphore(0)
        self._begin, self._stop = threading.Event(), threading.Event()

    def live(self) -> None:
        """Until the parent says stop and all users have gone, or until it is killed."""
        threads = [self._thread(user) for user in self._users]
        for _ in threads:
            self._connected.acquire()
        self._send(Ready())
        begin: Begin = self._pipe.recv()
        self._begin.set()
        self._tell_seconds(begin.measuring_at)
        self._stop.set()
        for thread in threads:
            thread.join()

    def _thread(self, user: VirtualUser) -> threading.Thread:
        thread = threading.Thread(target=self._use, args=(user,), daemon=True)
        try:
            thread.start()
        except RuntimeError as error:  # the system's limit
            self._send(Failure(f"0: {error}"))
            sys.exit(1)
        return thread

    def _use(self, user: VirtualUser) -> None:
        """The life of a thread."""
        try:
            with self._connecting:
                session = self._connect()
            with session:
                self._connected.release()
                self._begin.wait()
                user.work(session, record=self._ledger.record, stop=self._stop)
        except Exception as error:  # noqa: BLE001 - the outer edge of a thread
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        """Says why, to the parent, which ends all; a defect ends the process here."""
        if self._dialect.trouble(error) is None:
            traceback.print_exception(error)
            sys.stderr.flush()
            os._exit(1)
        self._send(Failure(self._dialect.line_of(error)))

    def _tell_seconds(self, measuring_at: float) -> None:
        """Second by second what was done in it, until the parent says stop."""
        through = second_of(time.monotonic(), measuring_at=measuring_at) - 1
        while True:
            due_at = measuring_at + through + 1 + LATE_SECONDS
            if self._pipe.poll(max(0.0, due_at - time.monotonic())):
                return
            now = time.monotonic() - LATE_SECONDS
            through = second_of(now, measuring_at=measuring_at) - 1
            tallies = self._ledger.taken(measuring_at=measuring_at)
            self._send(Batch(through, tallies, time.process_time()))

    def _send(self, message: FromWorker) -> None:
        with self._sending:
            self._pipe.send(message)
