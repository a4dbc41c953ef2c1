"""What the processes of a server that runs here read from its disks, and took of the CPU.

Others read from these disks as well, so that what the machine read proves no more than
that the server did not. Nor is all CPU that the tool left the server's.
"""

from contextlib import suppress

import psutil

from workers.confinement.process_tree import pids_of


class ServerProcesses:
    """A server by the process that started all others; None: not here, or not shown.

    Linux adds what a process that has ended read and ran to the one that started it.
    """

    def __init__(self, pid: int | None) -> None:
        self._main: psutil.Process | None = None
        if pid is not None:
            with suppress(psutil.Error):
                self._main = psutil.Process(pid)

    def read_bytes(self) -> int | None:
        """Since they were started; None where the worker may not look."""
        if self._main is None:
            return None
        try:
            total = _read_bytes(self._main)
            for child in self._main.children(recursive=True):
                with suppress(psutil.NoSuchProcess):
                    total += _read_bytes(child)
        except psutil.Error:
            return None
        return total

    def cpu_seconds(self) -> float | None:
        """Since they were started; as cheap as can be, it is read every second."""
        if self._main is None:
            return None
        try:
            total = float(sum(self._main.cpu_times()[:4]))
            for pid in pids_of(self._main.pid)[1:]:
                with suppress(psutil.NoSuchProcess):
                    total += sum(psutil.Process(pid).cpu_times()[:4])
        except psutil.Error:
            return None
        return total


def _read_bytes(process: psutil.Process) -> int:
    return int(process.io_counters().read_bytes)
