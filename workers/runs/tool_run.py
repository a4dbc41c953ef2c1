"""One start of a tool for one phase of an attempt: followed, recorded, kept."""

import tempfile
import zlib
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TypeVar

from benchruns.figures.metrics import Interval
from benchruns.models import Attempt, Output
from benchruns.vocabulary import Phase
from workers.confinement import process
from workers.confinement.tool_limits import ToolLimits
from workers.evidence.watch import Watch
from workers.runs.lease import Lease
from workers.runs.persistence import persist
from workers.runs.recorder import Recorder, Store
from workers.tools.command import Command
from workers.tools.progress import Progress

Judged = TypeVar("Judged")


def carry_out(
    command: Command,
    *,
    attempt: Attempt,
    phase: Phase,
    lease: Lease,
    parse_interval: Callable[[str], Interval | None],
    progress: Progress,
    judge: Callable[[process.Completed, Path], Judged],
    limit_seconds: float,
    limits: ToolLimits,
    offset: int = 0,
    watch: Watch | None = None,
    parse_levels: Callable[[str], Mapping[str, float] | None] | None = None,
    load_began: Callable[[str], float | None] | None = None,
    part: int = 1,
    store: Store | None = None,
    before_start: Callable[[], None] | None = None,
    look: Callable[[], None] | None = None,
) -> Judged:
    """Run the tool to its end and judge it; its output is kept however it ends.

    ``judge`` sees the folder that the tool ran in, which is removed afterwards. What
    ``watch`` sees meanwhile is stored with the samples, and so is what
    ``parse_levels`` reads from the tool's lines; ``load_began`` reads from them how
    long ago the tool's seconds began. ``store`` takes what it says, ``part`` is the
    number of the generator, of several. ``before_start`` returns when it may start, and
    ``look`` is called while it runs: either may end it by an exception.
    """
    recorder = Recorder(
        attempt.run_id,
        attempt=attempt.number,
        parse_interval=parse_interval,
        progress=progress,
        offset=offset,
        take_counters=watch.take if watch else list,
        output_bytes=limits.output_bytes,
        store=store,
    )
    stderr = ""

    def on_line(line: str) -> None:
        levels = parse_levels(line) if parse_levels else None
        if watch is not None and levels:
            watch.tell(levels)
        seconds_ago = load_began(line) if load_began else None
        if watch is not None and seconds_ago is not None:
            watch.load_began(seconds_ago)
        recorder.on_line(line)

    def on_start(pid: int) -> None:
        recorder.begin()
        if watch is not None:
            watch.begin(pid)

    def poll() -> None:
        lease.check()
        recorder.flush_if_due()
        if look is not None:
            look()

    try:
        with tempfile.TemporaryDirectory(prefix="benchbook-") as name:
            folder = command.write_files(Path(name))
            if before_start is not None:
                before_start()
            completed = process.run(
                command.argv,
                stdin=command.stdin,
                env=command.env,
                cwd=folder,
                on_line=on_line,
                poll=poll,
                timeout_seconds=limit_seconds,
                on_start=on_start,
                merges_stderr=command.merges_stderr,
                limits=limits,
            )
            if watch is not None:
                watch.end()  # judging takes its time, which is not the load's
            stderr = completed.stderr
            persist(recorder.flush, lease=lease)
            return judge(completed, folder)
    finally:
        text = recorder.text + stderr
        persist(partial(_keep_output, attempt, phase, part, text), lease=lease)


def _keep_output(attempt: Attempt, phase: Phase, part: int, text: str) -> None:
    content = (text.rstrip("\n") + "\n").encode()
    Output.objects.create(
        attempt=attempt,
        phase=phase,
        part=part,
        content=zlib.compress(content),
        size_bytes=len(content),
    )
