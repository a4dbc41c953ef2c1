"""What a sweep found: each thread count with its repeats, their median and their spread.

Repeats are never averaged away: a median stands with the lowest, the highest and every
single value. The median is the middle value, or the mean of the middle two. A repeat that
its owner excluded is shown and counts in none of them.
"""

import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from benchruns.findings import gravest
from benchruns.models import Run, Sweep
from benchruns.vocabulary import TERMINAL_STATES, RunState
from benchruns.workloads import WORKLOADS
from benchruns.workloads.main_figure import main_figures


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Repeats of one figure. ``share`` is highest less lowest, over the median."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.values)

    @property
    def lowest(self) -> float:
        return min(self.values)

    @property
    def highest(self) -> float:
        return max(self.values)

    @property
    def share(self) -> float | None:
        return (self.highest - self.lowest) / self.median if self.median else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeat:
    """One run of a sweep; figures are null until it has succeeded.

    ``exclusion_reason`` is why its owner left it out, empty where it counts.
    """

    run: UUID
    result: UUID | None
    position: int
    repetition: int
    threads: int
    state: str
    tps: float | None = None
    qps: float | None = None
    tpm: float | None = None
    nopm: float | None = None
    latency_p95_ms: float | None = None
    regime: str | None = None
    bottleneck: str | None = None
    bottleneck_reason: str | None = None
    exclusion_reason: str = ""
    doubt: str = ""  # as its result has it
    findings: Sequence[Mapping[str, Any]] = ()  # JSON, as its result holds them

    @property
    def is_excluded(self) -> bool:
        return bool(self.exclusion_reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rung:
    """A thread count of the ladder; ``figure`` names the one that peaks are found by."""

    threads: int
    repeats: tuple[Repeat, ...]
    figure: str = "tps"

    @property
    def counted(self) -> list[Repeat]:
        return [repeat for repeat in self.repeats if not repeat.is_excluded]

    @property
    def is_over(self) -> bool:
        return all(repeat.state in TERMINAL_STATES for repeat in self.repeats)

    def spread(self, figure: str) -> Spread | None:
        return spread_of(getattr(repeat, figure) for repeat in self.counted)

    @property
    def main(self) -> Spread | None:
        """Of the figure that the workload is known by."""
        return self.spread(self.figure)

    @property
    def typical(self) -> Repeat | None:
        """The one nearest to the median, of those not in doubt if there are any."""
        main = self.main
        if main is None:
            return None
        known = [r for r in self.counted if getattr(r, self.figure) is not None]
        return min(
            known,
            key=lambda r: (bool(r.doubt), abs(getattr(r, self.figure) - main.median)),
        )

    @property
    def in_doubt(self) -> list[Repeat]:
        """Those that its median rests on, and that something is in doubt of."""
        return [
            r for r in self.counted if r.doubt and getattr(r, self.figure) is not None
        ]

    @property
    def doubt(self) -> str:
        """The gravest of its repeats; empty where none is in doubt."""
        return gravest(repeat.doubt for repeat in self.in_doubt)

    @property
    def latency_p95_ms(self) -> Spread | None:
        return self.spread("latency_p95_ms")


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepReport:
    """``figure`` names the one that the peak is found by: see ``main_figure``.

    ``rate`` is what each step was offered, in TPS; None for as much as it carries.
    """

    rungs: tuple[Rung, ...]
    figure: str = "tps"
    rate: float | None = None

    @property
    def repeats(self) -> list[Repeat]:
        """In the order in which they run."""
        found = [repeat for rung in self.rungs for repeat in rung.repeats]
        return sorted(found, key=lambda repeat: repeat.position)

    @property
    def without_figure(self) -> tuple[Rung, ...]:
        """The rungs of which every run has ended, and none with a figure."""
        return tuple(rung for rung in self.rungs if rung.is_over and rung.main is None)

    @property
    def highest(self) -> Rung | None:
        """The rung of the highest median; of equal ones that of fewest threads."""
        measured = [rung for rung in self.rungs if rung.main is not None]
        return max(measured, key=_height, default=None)

    @property
    def typical(self) -> Repeat | None:
        """The run that stands for it: of the highest rung."""
        return self.highest.typical if self.highest else None

    @property
    def peak(self) -> Rung | None:
        """The highest rung, where it can be called so.

        None at a fixed rate, where the rungs differ by chance alone, and where one
        failed, which may have been the highest.
        """
        return None if self.rate or self.without_figure else self.highest

    @property
    def rivals(self) -> tuple[Rung, ...]:
        """The rungs whose repeats reach into those of the peak: no clear order."""
        peak = self.peak
        if peak is None or peak.main is None:
            return ()
        return tuple(
            rung
            for rung in self.rungs
            if rung is not peak
            and rung.main is not None
            and rung.main.highest >= peak.main.lowest
        )

    @property
    def is_peak_last(self) -> bool:
        """Whether the highest thread count won: there may be more to find above it."""
        peak = self.peak
        return peak is not None and peak.threads == max(r.threads for r in self.rungs)

    @property
    def ended(self) -> int:
        return sum(repeat.state in TERMINAL_STATES for repeat in self.repeats)

    @property
    def state(self) -> str:
        """Of its runs: that of the one that is under way, or how the sweep ended."""
        states = {repeat.state for repeat in self.repeats}
        for state in (RunState.RUNNING, RunState.QUEUED, RunState.SCHEDULED):
            if state in states:
                is_begun = state is not RunState.RUNNING and self.ended > 0
                return RunState.RUNNING if is_begun else state
        if RunState.SUCCEEDED in states:
            return RunState.SUCCEEDED
        return RunState.FAILED if RunState.FAILED in states else RunState.CANCELLED


def _height(rung: Rung) -> tuple[float, int]:
    return (rung.main.median if rung.main else 0.0), -rung.threads


def spread_of(values: Iterable[float | None]) -> Spread | None:
    """The values that are known; None for none."""
    known = tuple(value for value in values if value is not None)
    return Spread(values=known) if known else None


def report_of(sweep: Sweep, runs: Sequence[Run]) -> SweepReport:
    """``runs`` are those of the sweep that may be seen, with their results joined."""
    workload = WORKLOADS[sweep.workload]
    repeats = [_repeat(run, workload.threads(run.parameters)) for run in runs]
    figure = _figure(sweep, runs, repeats)
    return SweepReport(
        rungs=tuple(
            Rung(threads=threads, repeats=of_rung, figure=figure)
            for threads in sweep.threads
            if (of_rung := tuple(r for r in repeats if r.threads == threads))
        ),
        figure=figure,
        rate=next((run.parameters.get("rate") for run in runs), None),
    )


def _figure(sweep: Sweep, runs: Sequence[Run], repeats: Sequence[Repeat]) -> str:
    """The first one that some repeat has; one for all, or rungs were not comparable."""
    results = (getattr(run, "result", None) for run in runs)
    measured = next((result.engine for result in results if result), None)
    names = main_figures(sweep.workload, measured or sweep.endpoint.engine)
    counted = [repeat for repeat in repeats if not repeat.is_excluded]
    known = (n for n in names if any(getattr(r, n) is not None for r in counted))
    return next(known, names[0])


def _repeat(run: Run, threads: int) -> Repeat:
    result = getattr(run, "result", None)
    exclusion = result.exclusion if result else None
    judged = _bottleneck(run)
    return Repeat(
        run=run.pk,
        result=result.pk if result else None,
        position=run.sweep_position or 0,
        repetition=run.repetition or 0,
        threads=threads,
        state=run.state,
        tps=result.tps if result else None,
        qps=result.qps if result else None,
        tpm=result.tpm if result else None,
        nopm=result.nopm if result else None,
        latency_p95_ms=result.latency_p95_ms if result else None,
        regime=result.regime if result else None,
        bottleneck=judged.get("verdict"),
        bottleneck_reason=judged.get("reason"),
        exclusion_reason=exclusion.reason if exclusion else "",
        doubt=result.doubt if result else "",
        findings=result.findings if result else (),
    )


def _bottleneck(run: Run) -> Mapping[str, Any]:
    """Of its last attempt, where ``attempts`` are prefetched; empty before."""
    attempts = sorted(run.attempts.all(), key=lambda attempt: attempt.number)
    evidence = attempts[-1].evidence if attempts else {}
    judged: Mapping[str, Any] = evidence.get("bottleneck", {})
    return judged
