"""One run in which Benchbook stands still for some seconds and is at work in others."""

import signal
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Any

import psutil

from tests.bench import whole
from tests.bench.busy import busy

LOOK_SECONDS = 0.02
FIRST_LINES = 4
AT_WORK = ("resumed", "at work")
BESIDE = "beside"
VIEW_AFTER_SECONDS = 0.2  # the line of the second that has just ended is stored by then


@dataclass(frozen=True, slots=True)
class Second:
    """Its TPS, and the CPU seconds of portal and viewer until it began."""

    tps: float
    cpu: float


def seconds_of(
    portal: whole.Whole,
    load: tuple[str, str, dict[str, Any]],
    *,
    turn: Sequence[str],
    count: int,
    share: float,
) -> list[Second]:
    """``count`` seconds of a run of ``load``, each in a state of ``turn`` in turn.

    Benchbook works where it is ``resumed`` and then ``at work``, and stands still
    otherwise; a program that takes ``share`` of a core runs where it is ``beside``.
    Raises SystemExit where the run failed.
    """
    from benchruns.models import Sample

    run = portal.post(*load)
    zero, newest = _moment_of_zero(run)
    ours = portal.processes(but=portal.bare(*load).tool)
    first, cpu = newest + 2, []
    with busy(share) as pid:
        other = [psutil.Process(pid)]
        _let(other, work=False)
        try:
            for number, state in enumerate(islice(cycle(turn), count), first):
                time.sleep(max(0.0, zero + number - time.monotonic()))
                _let(ours, work=state in AT_WORK)
                _let(other, work=state == BESIDE)
                cpu.append(sum(map(_seconds, (*ours, psutil.Process()))))
                if state in AT_WORK:
                    time.sleep(VIEW_AFTER_SECONDS)
                    portal.live(run, after=number - 1, attempt=1)
        finally:
            _let([*ours, *other], work=True)
    portal.watch(run)
    # The sample of a second bears the number of its end.
    tps = dict(Sample.objects.filter(run=run).values_list("second", "tps"))
    return [Second(tps[number], spent) for number, spent in enumerate(cpu, first + 1)]


def _moment_of_zero(run: str) -> tuple[float, int]:
    """When second 0 ended, and the second of the newest line.

    A line is stored a moment after it came, and the newest stored is the one that came.
    Raises SystemExit where the run ends before that.
    """
    from django.db.models import Max

    from benchruns.models import Run, Sample

    samples = Sample.objects.filter(run=run)
    seen: dict[int, float] = {}
    while len(seen) <= FIRST_LINES:
        newest = samples.aggregate(newest=Max("second"))["newest"]
        if Run.objects.filter(pk=run, finished_at__isnull=False).exists():
            raise SystemExit(f"{run} ended before its seconds could be told apart")
        if newest is not None:
            seen.setdefault(newest, time.monotonic())
        time.sleep(LOOK_SECONDS)
    found = sorted(seen)[1:]  # the first may have come long before it was looked for
    return min(seen[each] - each for each in found), found[-1]


def _let(processes: Iterable[psutil.Process], *, work: bool) -> None:
    for each in processes:
        with suppress(psutil.NoSuchProcess):
            each.send_signal(signal.SIGCONT if work else signal.SIGSTOP)


def _seconds(process: psutil.Process) -> float:
    with suppress(psutil.NoSuchProcess):
        times = process.cpu_times()
        return times.user + times.system
    return 0.0
