"""The outputs of tools that the papers print in full, with what our parser reads in them.

They name no class, version or data, so they are no results: they stand in no chart,
list or maximum, and are found where their workload and their paper are told.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from benchruns.figures.metrics import FIGURE_NAMES, Figures
from benchruns.parsers import recognition
from benchruns.parsers.tool_report import ToolReport
from benchruns.results.published.cells import DATA, Line, read
from benchruns.sources.facts import anchor

FOLDER = DATA / "samples"


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """``text`` is as printed: the last intervals and the final block. ``derived`` are the
    figures that our parser computes from it."""

    file: str
    workload: str
    source: str
    section: str
    threads: int | None
    figures: Figures
    derived: frozenset[str]
    text: str

    @property
    def anchor(self) -> str:
        return anchor("output", self.workload)

    @property
    def known(self) -> Sequence[tuple[str, float]]:
        """The figures that it prints, by name."""
        values = ((name, getattr(self.figures, name)) for name in FIGURE_NAMES)
        return [
            (name, value)
            for name, value in values
            if value is not None and name not in self.derived
        ]

    @property
    def searched(self) -> str:
        """Its numbers as printed and with their separators."""
        separated = (f"{value:,.2f}" for _name, value in self.known)
        return " ".join((self.text, *separated)).casefold()


@cache
def all_outputs() -> Sequence[Output]:
    return tuple(map(_output, read(DATA, "outputs.csv")))


def outputs_of(workload: str) -> Sequence[Output]:
    return [output for output in all_outputs() if output.workload == workload]


def _output(line: Line) -> Output:
    text = (FOLDER / line.required("file")).read_text("utf-8")
    report = recognition.read(text)
    return Output(
        file=line.required("file"),
        workload=line.required("workload"),
        source=line.required("source"),
        section=line.required("section"),
        threads=_threads(report),
        figures=report.figures,
        derived=frozenset(report.derived),
        text=text,
    )


def _threads(report: ToolReport) -> int | None:
    """As its intervals print it."""
    return next((each.threads for each in report.samples if each.threads), None)
