"""Makes targets side by side, and tells how each ended and what it took.

    python -m local.side_by_side "TARGET TARGET..." ... "TARGET..."

Targets of one argument are made one after the other, also when one fails. What those of
the last argument print is seen as it comes; of what the others print the last line is
shown at the end, and all of it if they fail. The exit status is 1 if any failed.
"""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from types import FrameType
from typing import IO

ENDED_BY_SIGNAL = 128
ENDING_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    target: str
    seconds: float
    status: int
    output: str

    def __str__(self) -> str:
        outcome = "ok" if self.status == 0 else f"FAILED with {self.status}"
        said = "".join(self.output.splitlines()[-1:]).strip(" =")
        return f"{self.target:18} {self.seconds:6.0f} s  {outcome:6} {said}".rstrip()


class SideBySide:
    def __init__(self, lanes: Iterable[str]) -> None:
        self._lanes = [lane.split() for lane in lanes]
        self._processes: list[subprocess.Popen[bytes]] = []
        self._is_stopped = False
        self.ended: list[Ended] = []

    def make(self) -> None:
        *quiet, seen = self._lanes
        threads = [
            threading.Thread(target=self._make_quietly, args=(lane,)) for lane in quiet
        ]
        for thread in threads:
            thread.start()
        for target in seen:
            self._make(target, output=None)
        for thread in threads:
            thread.join()

    def stop(self, number: int, _frame: FrameType | None) -> None:
        """What was started is told, too; a terminal does so itself."""
        for each in ENDING_SIGNALS:
            signal.signal(each, signal.SIG_IGN)
        self._is_stopped = True
        if number == signal.SIGTERM:
            for process in self._processes:
                process.terminate()
        sys.exit(ENDED_BY_SIGNAL + number)

    def _make_quietly(self, lane: Iterable[str]) -> None:
        for target in lane:
            if self._is_stopped:
                return
            with tempfile.TemporaryFile() as output:
                self._make(target, output=output)

    def _make(self, target: str, *, output: IO[bytes] | None) -> None:
        began = time.monotonic()
        process = subprocess.Popen(
            ["make", "--no-print-directory", target],
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
        )
        self._processes.append(process)
        status = process.wait()
        self.ended.append(
            Ended(
                target=target,
                seconds=time.monotonic() - began,
                status=status,
                output=_text(output),
            )
        )


def _environment() -> dict[str, str]:
    """Without what the make above has told of itself and its jobs."""
    told = {"MAKEFLAGS", "MFLAGS", "MAKELEVEL"}
    return {name: value for name, value in os.environ.items() if name not in told}


def _text(output: IO[bytes] | None) -> str:
    if output is None:
        return ""
    output.seek(0)
    return output.read().decode(errors="replace")


def main() -> int:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    work = SideBySide(sys.argv[1:])
    for number in ENDING_SIGNALS:
        signal.signal(number, work.stop)
    with tempfile.TemporaryDirectory(
        prefix="benchbook-shared-", dir="/var/tmp"
    ) as shared:
        # several runs of pytest migrate one database (tests/portal_database.py)
        os.environ.setdefault("BENCHBOOK_TEST_SHARED", shared)
        work.make()
    failed = [each for each in work.ended if each.status != 0]
    for each in failed:
        print(f"\n== {each.target}\n{each.output}", end="")
    print("\n" + "\n".join(map(str, work.ended)), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
