"""What the charts of a sweep draw, as plain data; ``static/js/sweep.js`` draws it.

Every repeat is a point; texts are made here, so that a point's label and the table's
cell are the same string.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.utils.translation import gettext as _

from benchruns.findings import marked
from benchruns.runs.sweep_report import Repeat, Rung, Spread, SweepReport
from benchruns.vocabulary import Regime, RunState
from portal.formats.figures import figure

STYLES = (Regime.CACHED, Regime.DISK_IO)
PLAIN = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """A median between the lowest and the highest, with what is printed of each."""

    median: float
    lowest: float
    highest: float
    text: str
    range_text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    """One repeat; null where it has no figure that counts, and ``state`` says why."""

    repetition: int
    state: str
    is_ended: bool
    speed: float | None
    latency: float | None
    speed_text: str
    latency_text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thread count; ``is_lost`` where all of its runs ended without a figure."""

    threads: int
    name: str
    speed: Range | None
    latency: Range | None
    dots: list[Dot]
    is_peak: bool
    is_lost: bool
    is_doubted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepChart:
    """``style`` is the regime that all repeats were found in, ``none`` for no such.

    A ``speed`` is of the figure that peaks are found by. ``offered`` is the fixed rate in
    its unit that all steps were to carry; None where each carried what it could.
    """

    steps: list[Step]
    style: str
    has_doubts: bool
    offered: float | None = None
    offered_text: str = ""

    @property
    def spec(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def is_empty(self) -> bool:
        return all(step.speed is None for step in self.steps)

    @property
    def has_latency(self) -> bool:
        return any(step.latency is not None for step in self.steps)


def chart_of(report: SweepReport, *, names: Mapping[int, str]) -> SweepChart:
    """``names`` are the thread counts in words."""
    peak = report.peak
    return SweepChart(
        steps=[
            _step(rung, name=names[rung.threads], is_peak=rung is peak)
            for rung in sorted(report.rungs, key=lambda rung: rung.threads)
        ],
        style=_style(report.repeats, report.figure),
        has_doubts=any(rung.doubt for rung in report.rungs),
        offered=report.rate,
        offered_text=figure(report.rate) if report.rate else "",
    )


def _step(rung: Rung, *, name: str, is_peak: bool) -> Step:
    dots = [_dot(repeat, rung.figure) for repeat in rung.repeats]
    return Step(
        threads=rung.threads,
        name=name,
        speed=_range(rung.main, doubt=rung.doubt),
        latency=_range(rung.latency_p95_ms),
        dots=dots,
        is_peak=is_peak,
        is_lost=rung.main is None and all(dot.is_ended for dot in dots),
        is_doubted=bool(rung.doubt),
    )


def _range(spread: Spread | None, *, doubt: str = "") -> Range | None:
    if spread is None:
        return None
    return Range(
        median=spread.median,
        lowest=spread.lowest,
        highest=spread.highest,
        text=marked(figure(spread.median), doubt),
        range_text=f"{figure(spread.lowest)} – {figure(spread.highest)}",
    )


def _dot(repeat: Repeat, name: str) -> Dot:
    is_drawn = not repeat.is_excluded
    speed = getattr(repeat, name) if is_drawn else None
    latency = repeat.latency_p95_ms if is_drawn else None
    return Dot(
        repetition=repeat.repetition,
        state=str(RunState(repeat.state).label) if is_drawn else _("excluded"),
        is_ended=repeat.state
        not in {RunState.RUNNING, RunState.QUEUED, RunState.SCHEDULED},
        speed=speed,
        latency=latency,
        speed_text=marked(figure(speed), repeat.doubt if speed is not None else ""),
        latency_text=figure(latency),
    )


def _style(repeats: Sequence[Repeat], name: str) -> str:
    counted = [repeat for repeat in repeats if not repeat.is_excluded]
    found = {repeat.regime for repeat in counted if getattr(repeat, name) is not None}
    style = next(iter(found)) if len(found) == 1 else None
    return style if style in STYLES else PLAIN
