"""One run, second by second: in each some programs go on and all others stand still.

A shared machine changes its speed by a tenth within ten seconds, so that runs one after the
other differ by more than is asked for. Seconds of one run that take turns do not.
"""

import signal
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, cycle, islice, pairwise

import psutil

from tests.bench import whole
from tests.bench.busy import busy

TOOL, PORTAL, BUSY, PAGE = "tool", "portal", "busy", "page"
State = frozenset[str]
Programs = Mapping[str, Sequence[psutil.Process]]
LOOK_SECONDS = 0.02
FIRST_LINES = 4
VIEW_AFTER_SECONDS = 0.2  # the line of the second that has just ended is stored by then


@dataclass(frozen=True, slots=True)
class Second:
    """The tool's TPS; what else was counted in it; until it began, the CPU seconds of the
    portal, this process and the others."""

    tps: float
    counted: float
    cpu: float


def state(*names: str) -> State:
    """Of a second, by what goes on in it: ``TOOL``, ``PORTAL``, ``BUSY`` (a program that only
    takes CPU), ``PAGE`` (this process asks as the page does), and others by their names."""
    return frozenset(names)


def seconds_of(
    portal: whole.Whole,
    run: str,
    tool: str,
    *,
    turn: Sequence[State],
    count: int,
    share: float,
    others: Programs | None = None,
    counted: Callable[[], int] = lambda: 0,
) -> list[Second]:
    """``count`` seconds of ``run``, each in a state of ``turn`` in turn.

    The busy program takes ``share`` of a core; ``counted`` tells what ``others`` have done.
    Raises SystemExit where the run failed.
    """
    from benchruns.models import Sample

    zero, newest = _moment_of_zero(run)
    ours, theirs = portal.processes(tool)
    first, looks = newest + 2, []
    with busy(share) as pid:
        others = others or {}
        programs = {TOOL: theirs, PORTAL: ours, BUSY: [psutil.Process(pid)], **others}
        spenders = [*ours, *chain(*others.values()), psutil.Process()]
        _let(programs, turn[-1])
        try:
            for number, going in enumerate(islice(cycle(turn), count), first):
                time.sleep(max(0.0, zero + number - time.monotonic()))
                _let(programs, going)
                looks.append((time.monotonic(), counted(), _cpu_seconds(spenders)))
                if PAGE in going:
                    time.sleep(VIEW_AFTER_SECONDS)
                    portal.live(run, after=number - 1, attempt=1)
            time.sleep(max(0.0, zero + first + count - time.monotonic()))
            looks.append((time.monotonic(), counted(), 0.0))
        finally:
            _let(programs, state(*programs))
    portal.watch(run)
    # The sample of a second bears the number of its end.
    tps = dict(Sample.objects.filter(run=run).values_list("second", "tps"))
    return [
        Second(tps[first + n + 1], (done - before) / (ended - began), spent)
        for n, ((began, before, spent), (ended, done, _)) in enumerate(pairwise(looks))
    ]


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


def _let(programs: Programs, going: State) -> None:
    """What stands still does so before anything else goes on."""
    for name, processes in sorted(programs.items(), key=lambda one: one[0] in going):
        for each in processes:
            with suppress(psutil.NoSuchProcess):
                each.send_signal(signal.SIGCONT if name in going else signal.SIGSTOP)


def _cpu_seconds(processes: Iterable[psutil.Process]) -> float:
    spent = 0.0
    for each in processes:
        with suppress(psutil.NoSuchProcess):
            times = each.cpu_times()
            spent += times.user + times.system
    return spent
