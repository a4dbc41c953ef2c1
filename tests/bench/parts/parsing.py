"""How fast texts of tools are read: beside a bare search, and with twice the text.

Both are timed by turns in one run, in CPU time, so that other work on the machine
hardly counts. A reader may take at most 1 / 0.15 of the time in which ``re.finditer``
finds the same lines with the reader's own pattern, and at most 2.2 times as long for
twice the text. Memory is the most that a process of its own held above its start while
it read the text, which it held already.
"""

import gc
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import django
from django.conf import settings

settings.configure(USE_I18N=False)
django.setup()

from benchruns.parsers.gotpc import report as gotpc  # noqa: E402
from benchruns.parsers.gotpc import rows as gotpc_rows  # noqa: E402
from benchruns.parsers.pgbench import aggregate, progress  # noqa: E402
from benchruns.parsers.pgbench import log as pgbench_log  # noqa: E402
from benchruns.parsers.pgbench import report as pgbench_report  # noqa: E402
from benchruns.parsers.sysbench import hooks  # noqa: E402
from benchruns.parsers.sysbench import lines as sysbench_lines  # noqa: E402
from benchruns.parsers.sysbench import report as sysbench_report  # noqa: E402
from tests.bench import peak_memory, tool_texts  # noqa: E402
from tests.bench.figure import Figure, of_pairs  # noqa: E402
from tests.bench.parts import tell  # noqa: E402
from tests.bench.tool_texts import FINAL_BLOCK, FINAL_BLOCK_0_5  # noqa: E402

LEAST_SHARE = 0.15
MOST_FOR_TWICE = 2.2
ROUNDS = 3
MEGABYTE = 1_000_000
SIZE = 20 * MEGABYTE
PEAK = "--peak"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One reader, the pattern of its lines, and a text of them.

    ``longest`` is the text's length where the reader refuses a longer one, ``why`` what
    makes the reader slow beside the pattern.
    """

    name: str
    read: Callable[[str], object]
    pattern: re.Pattern[str]
    line: Callable[[int], str]
    head: str = ""
    tail: str = ""
    longest: int = sys.maxsize
    why: str = ""

    def text(self, size: int) -> str:
        lines, length = [self.head], 0
        for number in count(1):
            lines.append(self.line(number))
            length += len(lines[-1])
            if length >= size:
                return "".join([*lines, self.tail])
        raise AssertionError("count() does not end")


READINGS = (
    Reading(
        name="sysbench 1.0",
        read=sysbench_report.read,
        pattern=sysbench_lines.INTERVAL_1_0,
        line=tool_texts.sysbench_1_0,
        tail=FINAL_BLOCK,
    ),
    Reading(
        name="sysbench 0.5",
        read=sysbench_report.read,
        pattern=sysbench_lines.INTERVAL_0_5,
        line=tool_texts.sysbench_0_5,
        tail=FINAL_BLOCK_0_5,
    ),
    Reading(
        name="sysbench CSV",
        read=sysbench_report.read,
        pattern=hooks.ROW,
        line=tool_texts.sysbench_csv,
        tail=FINAL_BLOCK,
    ),
    Reading(
        name="sysbench JSON",
        read=sysbench_report.read,
        pattern=hooks.OBJECT,
        line=tool_texts.sysbench_json,
        head="[\n",
        tail="]\n" + FINAL_BLOCK,
    ),
    Reading(
        name="pgbench progress",
        read=pgbench_report.read,
        pattern=progress.PROGRESS,
        line=tool_texts.pgbench_progress,
    ),
    Reading(
        name="pgbench log",
        read=pgbench_report.read,
        pattern=pgbench_log.LINE,
        line=tool_texts.pgbench_log,
    ),
    Reading(
        name="pgbench aggregate",
        read=pgbench_report.read,
        pattern=aggregate.LINE,
        line=tool_texts.pgbench_aggregate,
    ),
    Reading(
        name="go-tpc",
        read=gotpc.read,
        pattern=gotpc_rows.CELL,
        line=tool_texts.go_tpc,
        tail=tool_texts.SUMMARY + tool_texts.LAST_LINE,
        longest=9 * MEGABYTE,
        why="the pattern finds a cell of few characters; its reader makes a number of it, "
        "and a row of several",
    ),
)


def figures() -> Iterator[Figure]:
    for reading in READINGS:
        yield from _of_reading(reading)


def _of_reading(reading: Reading) -> Iterator[Figure]:
    size = min(SIZE, reading.longest)
    half, whole = reading.text(size // 2), reading.text(size)
    rounds = [
        (
            timed(lambda: sum(1 for _ in reading.pattern.finditer(whole))),
            timed(lambda: reading.read(half)),
            timed(lambda: reading.read(whole)),
        )
        for _ in range(ROUNDS)
    ]
    find, read_half, read = zip(*rounds, strict=True)
    yield of_pairs(
        f"{reading.name}: a bare search beside reading", find, read, least=LEAST_SHARE,
        why=reading.why,
        detail=f"{statistics.median(read):.2f} s for {size / MEGABYTE:.0f} MB; memory "
        f"{peak(reading, whole):.1f} times the text",
    )  # fmt: skip
    yield of_pairs(
        f"{reading.name}: twice the text", read, read_half, most=MOST_FOR_TWICE,
        detail=f"{statistics.median(read):.2f} s beside {statistics.median(read_half):.2f}",
    )  # fmt: skip


def timed(work: Callable[[], object]) -> float:
    gc.collect()
    began = time.process_time()
    result = work()
    took = time.process_time() - began
    del result  # freeing it is not reading
    return took


def peak(reading: Reading, text: str) -> float:
    """MB a MB, of a fresh process: what was freed here would be used again."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        command = [sys.executable, "-m", __spec__.name, PEAK, reading.name, file.name]
        answer = subprocess.run(command, check=True, capture_output=True, text=True)
    return float(answer.stdout) * 2**20 / len(text)


def print_peak(name: str, path: Path) -> None:
    (reading,) = (each for each in READINGS if each.name == name)
    text = path.read_text(encoding="utf-8")
    peak_memory.forget()
    before = peak_memory.highest()
    reading.read(text)
    print(peak_memory.highest() - before)


if __name__ == "__main__":
    if sys.argv[1:2] == [PEAK]:
        print_peak(sys.argv[2], Path(sys.argv[3]))
    else:
        tell(figures())
