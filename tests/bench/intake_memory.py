"""What the largest uploads that are taken, and hostile ones, cost in memory.

    python -m tests.bench.intake_memory [NAME...]

Each is read by a process of its own, as the web's is with Django set up; printed is the
most memory that it ever held above its start, in MiB. Exit code 1 above LIMIT. The
settings must be in the environment, as for ``manage.py``.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path

import django

from benchruns.submissions.intake.limits import MIB, MOST_TEXT_BYTES, MOST_TEXTS_BYTES
from tests import hostile_uploads
from tests.bench import peak_memory, tool_texts

LIMIT = 200
READ = "--read"


@dataclass(frozen=True, slots=True)
class Cost:
    """What reading one upload took, and what came of it."""

    mebibytes: float
    seconds: float
    outcome: str


def cost_of(content: bytes) -> Cost:
    """Of a fresh process that reads this upload."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(content)
        file.flush()
        command = [sys.executable, "-m", __spec__.name, READ, file.name]
        answer = subprocess.run(command, check=True, capture_output=True, text=True)
    return Cost(**json.loads(answer.stdout))


def _lines(line: str, size: int) -> bytes:
    return (line * (size // len(line) + 1)).encode()[:size].rpartition(b"\n")[0] + b"\n"


def _transactions(size: int, *, seed: int = 1) -> bytes:
    """A pgbench log as it comes, whose lines shrink no more than real ones do."""
    rng = random.Random(seed)  # noqa: S311  no secret
    times = [rng.randint(300, 90_000) for _ in range(30_000)]
    log = "".join(
        f"{number % 64} {number} {time} 0 {1795159641 + number // 900} {time}\n"
        for number, time in enumerate(times)
    )
    return _lines(log, size)


def _text(line: Callable[[int], str], size: int, *, end: str = "") -> bytes:
    """As a tool prints it: numbered lines, and what comes at the end."""
    lines, length = [], len(end)
    for number in count(1):
        lines.append(line(number))
        length += len(lines[-1])
        if length > size:
            return "".join([*lines[:-1], end]).encode()
    raise AssertionError("count() does not end")


SECOND = (
    "[ 1s ] thds: 2 tps: 167.16 qps: 3358.29 (r/w/o: 0.00/0.00/3358.29) "
    "lat (ms,95%): 0.27 err/s: 0.00 reconn/s: 0.00\n"
)
CASES: dict[str, Callable[[], bytes]] = {
    "a pgbench log": lambda: _transactions(MOST_TEXT_BYTES),
    "all that fits": lambda: hostile_uploads.zip_of(
        *(
            (f"log.{n}", _transactions(MOST_TEXTS_BYTES // 2 - 1, seed=n))
            for n in range(2)
        )
    ),
    "seconds of sysbench": lambda: _lines(SECOND, MOST_TEXT_BYTES),
    "sysbench": lambda: _text(
        tool_texts.sysbench_1_0, MOST_TEXT_BYTES, end=tool_texts.FINAL_BLOCK
    ),
    "rows of sysbench": lambda: _text(
        tool_texts.sysbench_csv, MOST_TEXT_BYTES, end=tool_texts.FINAL_BLOCK
    ),
    "too many samples": lambda: _text(
        lambda n: f"{n},1" + f",1.{n % 100:02}" * 8 + "\n",
        MOST_TEXT_BYTES,
        end=tool_texts.FINAL_BLOCK,
    ),
    "progress of pgbench": lambda: _text(tool_texts.pgbench_progress, MOST_TEXT_BYTES),
    "rows in two files": lambda: hostile_uploads.zip_of(
        *(
            (
                f"rows.{n}",
                _text(
                    tool_texts.sysbench_csv,
                    MOST_TEXTS_BYTES // 2,
                    end=tool_texts.FINAL_BLOCK,
                ),
            )
            for n in range(2)
        )
    ),
    "words of the servers": lambda: _lines("some_name\tsome value\n", MOST_TEXT_BYTES),
    "one line": lambda: b"1 " * (MOST_TEXT_BYTES // 2),
    "one emoji": lambda: "\U0001f40c".encode() + bytes(b"a" * (4 * MIB - 4)),
    "UTF-16": lambda: ("ab\n" * (2 * MIB // 3)).encode("utf-16"),
    "JSON": lambda: b'{"a":[' + b"[],".join([b""] * (4 * MIB)) + b"1]}",
    "zip bomb": hostile_uploads.zip_bomb,
    "zips in zips": hostile_uploads.zip_in_zip,
    "gzip without end": hostile_uploads.gzip_without_end,
    "a million cells": lambda: hostile_uploads.with_part(
        hostile_uploads.sound_book(),
        "xl/worksheets/sheet1.xml",
        b"<a>" + b"<row/>" * 4_900 + b"<c/>" * 249_000 + b"</a>",
    ),
    "strings": lambda: hostile_uploads.with_part(
        hostile_uploads.sound_book(),
        "xl/sharedStrings.xml",
        b"<sst>" + (b"<si><t>" + b"x" * 380 + b"</t></si>") * 19_900 + b"</sst>",
    ),
}


def _read(path: Path) -> Cost:
    from benchruns.submissions import intake

    with path.open("rb") as stream:
        before, begun = peak_memory.highest(), time.process_time()
        try:
            files = intake.read_upload(path.name, stream)
        except intake.Refused as refused:
            outcome = refused.message
        else:
            outcome = f"{len(files)} files, {files[0].report.format}"
        took = time.process_time() - begun
        return Cost(peak_memory.highest() - before, took, outcome)


def main(names: list[str]) -> int:
    worst = 0.0
    for name, make in CASES.items():
        if names and name not in names:
            continue
        cost = cost_of(make())
        worst = max(worst, cost.mebibytes)
        figures = f"{cost.mebibytes:5.0f} MiB {cost.seconds:6.1f} s"
        print(f"{figures}  {name}: {cost.outcome[:90]}", flush=True)
    return int(worst > LIMIT)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    django.setup()
    if sys.argv[1:2] == [READ]:
        print(json.dumps(asdict(_read(Path(sys.argv[2])))))
    else:
        sys.exit(main(sys.argv[1:]))
