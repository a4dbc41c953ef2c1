"""sysbench's output, every generation from 0.4 to 1.1: a whole run's, or a line of it.

The generation is told from the text. An unknown line is ignored, a required line that
is missing or unreadable is a ``ReportError``, and an unknown figure is ``None``.
"""

from dataclasses import dataclass

from benchruns.figures.metrics import Figures, Interval
from benchruns.parsers.errors import (
    CheckpointError,
    NoFinalBlockError,
    ReportError,
)
from benchruns.parsers.sysbench import block as sysbench_block
from benchruns.parsers.sysbench.block import HISTOGRAM_END_MS, Block
from benchruns.parsers.sysbench.lines import (
    QUEUE_FACTS,
    QueueLevel,
    is_fatal,
    parse_interval,
    parse_queue,
    queue_facts,
)
from benchruns.parsers.sysbench.scan import LOAD_BEGINS, Scan, scan

__all__ = [
    "HISTOGRAM_END_MS",
    "LOAD_BEGINS",
    "PARSER_VERSION",
    "QUEUE_FACTS",
    "QueueLevel",
    "Report",
    "fatal_lines",
    "parse",
    "parse_interval",
    "parse_queue",
    "queue_facts",
]

PARSER_VERSION = "5"


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What one sysbench run printed; ``histogram`` is (value in ms, count)."""

    tool: str = "sysbench"
    tool_version: str | None
    figures: Figures
    intervals: tuple[Interval, ...]
    percentile: float | None
    histogram: tuple[tuple[float, int], ...]
    events: int
    fatal_lines: tuple[str, ...]
    queue: tuple[QueueLevel, ...] = ()


def fatal_lines(text: str) -> tuple[str, ...]:
    """The lines in which sysbench says that the run did not go as asked."""
    lines = (line.strip() for line in text.splitlines())
    return tuple(filter(is_fatal, lines))


def parse(text: str) -> Report:
    """The report in a run's whole output."""
    return report_of(scan(text))


def report_of(found: Scan) -> Report:
    """The report in a text that has been scanned; ReportError unless it is whole."""
    check_single(found)
    if found.heading is None:
        raise no_final_block(found)
    block = Block(found)
    block.check_whole()
    histogram = tuple(found.histogram)
    return Report(
        tool_version=found.version,
        events=sysbench_block.events(block),
        figures=sysbench_block.figures(block, histogram),
        intervals=tuple(found.intervals),
        percentile=found.percentile,
        histogram=histogram,
        fatal_lines=tuple(found.fatal),
        queue=tuple(found.queue),
    )


def check_single(found: Scan) -> None:
    """ReportError where the text holds more than one report, whole or in parts."""
    if found.checkpoint is not None:
        raise CheckpointError(
            "The report holds checkpoints: its rates are those of the last part, "
            "its time that of the whole run.",
            found.checkpoint,
        )
    if found.again is not None:
        raise ReportError("The text holds more than one report.", found.again)


def no_final_block(found: Scan) -> ReportError:
    """Why there are no figures: no load on a database, or a text that ends early."""
    if found.events_only is not None or found.time_heading is not None:
        return ReportError(
            "This run of sysbench sent no SQL (cpu, memory and the like): it is no "
            "load on a database.",
            found.events_only or found.time_heading or "",
        )
    told = found.fatal or found.alerts
    return NoFinalBlockError(
        "The report has no final block (“SQL statistics:”).",
        told[0] if told else found.last_line,
    )
