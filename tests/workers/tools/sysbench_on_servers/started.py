"""sysbench, started as a worker starts it."""

from pathlib import Path

import pytest

from benchruns.evidence.sysbench_verdict import check_ending, judge
from benchruns.failures.failure import BenchbookError
from tests import waiting
from workers.confinement import process
from workers.connecting.target import Target
from workers.tools import sysbench
from workers.tools.command import Command

SPACE = "benchbook_0a1b2c"
PARAMETERS = {
    "tables": 2,
    "table_size": 500,
    "threads": 2,
    "duration_seconds": 1,
    "warmup_seconds": 1,
    "rate": 100,  # a full load takes all CPUs from other tests
}


def start(command: Command, folder: Path, on_start=None, on_line=None):
    for name, text in command.cwd_files.items():
        (folder / name).write_text(text)
    return process.run(
        command.argv,
        stdin=command.stdin,
        env=command.env,
        cwd=folder,
        on_line=on_line or (lambda _line: None),
        poll=lambda: None,
        on_start=on_start,
        timeout_seconds=waiting.HANG_SECONDS,
    )


def prepared(target: Target, space: str | None, folder: Path, **options) -> None:
    command = sysbench.prepare(target, "oltp_read_write", PARAMETERS, space, **options)
    done = start(command, folder)
    check_ending(exit_status=done.exit_status, output=done.output, stderr=done.stderr)


def failure_of(target: Target, space: str, folder: Path):
    command = sysbench.measure(target, "oltp_read_write", PARAMETERS, space)
    done = start(command, folder)
    with pytest.raises(BenchbookError) as caught:
        judge(
            exit_status=done.exit_status,
            output=done.output,
            stderr=done.stderr,
            engine_family=target.family,
        )
    return caught.value.failure
