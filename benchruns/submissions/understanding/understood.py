"""What the files of a submission come to: one understood run a report or template row.

All that results, checks and pages are made of, without a write.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from benchruns.evidence import measurement
from benchruns.figures.metrics import SPEEDS, Figures
from benchruns.findings import Finding
from benchruns.models import InstanceClass, Provider, Submission, SubmittedFile
from benchruns.parsers import benchbase, plausible
from benchruns.parsers.commands import command_line
from benchruns.parsers.commands.command_line import CommandFacts
from benchruns.parsers.commands.tools import LOOPBACK
from benchruns.parsers.gotpc import report as gotpc
from benchruns.parsers.stored import report as stored_report
from benchruns.parsers.tool_report import Format, Kind, ToolReport
from benchruns.submissions.checks.contradictions import contradictions
from benchruns.submissions.statement import classes, server_facts
from benchruns.submissions.statement.classes import Catalogue
from benchruns.submissions.statement.conditions import (
    Conditions,
    Origin,
    Stated,
    conditions,
    values,
)
from benchruns.submissions.statement.usable import Usable, usable
from benchruns.submissions.statement.usable import findings as not_used
from benchruns.submissions.understanding.companions import Joined, join
from benchruns.vocabulary import Severity, Variant
from benchruns.workloads.labels import has_kinds

WHOLE_FILE = 0  # the row of a file that holds one run
# A figure of speed: without one nothing can be shown.
SHOWN_BY = (*SPEEDS, "reads", "writes")
FIGURES = "figures"  # how a missing figure is named among missing fields
REQUIRED = ("engine", "workload")
# of tpcc, whose own load is the mix of HammerDB
OTHER_MIXES = (gotpc.TOOL, benchbase.TOOL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One run as it is understood; ``row`` counts those of a template, else 0.

    ``place`` says where in the file it stands. ``missing`` names what it lacks to
    become a result: names of fields, or ``figures``. ``namesakes`` are classes of other
    providers that have the code of its own.
    """

    file: SubmittedFile
    row: int
    place: str
    report: ToolReport
    figures: Figures
    variant: str
    conditions: Conditions
    provider: Provider | None
    instance_class: InstanceClass | None
    namesakes: tuple[InstanceClass, ...]
    missing: tuple[str, ...]
    findings: tuple[Finding, ...]

    @property
    def key(self) -> tuple[Any, int]:
        return self.file.pk, self.row

    def value(self, name: str) -> Any:
        condition = self.conditions.get(name)
        return None if condition is None else condition.value

    @property
    def is_typed(self) -> bool:
        """Whether its figures were typed by a person and not printed by a tool."""
        return self.report.kind == Kind.TEMPLATE


class Understanding:
    """The standing files of one submission with their reports and runs."""

    def __init__(self, submission: Submission, files: Sequence[SubmittedFile]) -> None:
        self.submission = submission
        self.files = tuple(files)
        self.reports: Mapping[Any, ToolReport] = {
            file.pk: stored_report.from_json(stored_report.without_joined(file.report))
            for file in files
        }
        self.joined: Joined = join(
            self.files, self.reports, sampling_rates=self._sampling_rates()
        )

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        parts = list(self._parts())
        codes = [
            stated.get("instance_class", "")
            for part in parts
            for stated in part.sources.values()
        ]
        catalogue = classes.look_up(codes)
        return tuple(part.run(catalogue) for part in parts)

    def _sampling_rates(self) -> dict[Any, float]:
        found = {}
        for file in self.files:
            report = self.reports[file.pk]
            if report.format == Format.PGBENCH:
                told = _command(file, report.stated, self.submission.statement)
                rate = _said(told, report.tool).stated.get("sampling_rate")
                if isinstance(rate, int | float):
                    found[file.pk] = float(rate)
        return found

    def _parts(self) -> Iterator["_Part"]:
        settings = server_facts.facts(self.submission.parameter_settings)
        shared = {
            Origin.STATEMENT: usable(self.submission.statement),
            Origin.SETTINGS: usable(settings),
        }
        for file in self.files:
            report = self.joined.reports.get(file.pk)
            if report is not None:
                yield from _parts_of(file, report, shared)


def standing_files(submission: Submission) -> list[SubmittedFile]:
    """Those that were not removed, without their contents; one query."""
    return list(submission.files.filter(removed_at__isnull=True).defer("content"))


def understand(submission: Submission) -> Understanding:
    return Understanding(submission, standing_files(submission))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """A run before its class was looked up."""

    file: SubmittedFile
    row: int
    place: str
    report: ToolReport
    figures: Figures
    variant: str
    is_loopback: bool
    usable: Mapping[Origin, Usable]

    @property
    def sources(self) -> dict[Origin, Stated]:
        return {origin: found.values for origin, found in self.usable.items()}

    def run(self, catalogue: Catalogue) -> Run:
        sources = self.sources
        first = values(conditions(sources))
        provider = catalogue.provider(first.get("provider"))
        instance_class = catalogue.instance_class(
            first.get("provider"), first.get("engine"), first.get("instance_class")
        )
        if instance_class is not None:
            sources[Origin.CATALOGUE] = classes.stated_of(instance_class)
        found = conditions(sources)
        return Run(
            file=self.file,
            row=self.row,
            place=self.place,
            report=self.report,
            figures=self.figures,
            variant=self.variant or _variant(found),
            conditions=found,
            provider=provider,
            instance_class=instance_class,
            namesakes=catalogue.namesakes(
                first.get("provider"), first.get("instance_class")
            ),
            missing=tuple(_missing(found, self.figures)),
            findings=(
                *self.report.findings,
                # of a file its reader has looked at them
                *(() if self.row == WHOLE_FILE else plausible.of_figures(self.figures)),
                *contradictions(found),
                *_of_its_time(self.report, self.figures, found),
                # rows of a filled-in template can have none
                *(_of_few_samples(self.report) if self.row == WHOLE_FILE else ()),
                *_of_its_place(is_loopback=self.is_loopback),
                *not_used(self.usable),
            ),
        )


def _of_few_samples(report: ToolReport) -> list[Finding]:
    return measurement.of_few(measurement.seconds_of(report.samples))


def _of_its_time(
    report: ToolReport, figures: Figures, found: Conditions
) -> Iterator[Finding]:
    """What its time and its samples leave open; of a submitted figure as of one's own."""
    stated = found.get("duration_seconds")
    yield from measurement.of_time(
        figures.duration_s or (stated.value if stated else None)
    )
    yield from measurement.of_samples(measurement.seconds_of(report.samples))


def _of_its_place(*, is_loopback: bool) -> Iterator[Finding]:
    """A tunnel to a server elsewhere is no better: both have no network of their own."""
    if is_loopback:
        yield Finding(code="loopback", severity=Severity.CAUTION)


def _variant(found: Conditions) -> str:
    """Of a load whose own text tells none, as of a typed row."""
    known = values(found)
    tool = str(known.get("tool", "")).casefold()
    if has_kinds([str(known.get("workload"))]) and tool in OTHER_MIXES:
        return Variant.OTHER_MIX
    return Variant.RATE_LIMITED if "rate" in found else ""


def _parts_of(
    file: SubmittedFile, report: ToolReport, shared: Mapping[Origin, Usable]
) -> Iterator[_Part]:
    shared = {**shared, Origin.FILE: usable(file.statement)}
    if report.kind == Kind.TEMPLATE:
        for row in report.rows:
            yield _part(
                file,
                report,
                shared,
                row=row.number,
                place=row.place,
                figures=row.figures,
                output=row.stated,
            )
    else:
        yield _part(
            file,
            report,
            shared,
            row=WHOLE_FILE,
            place="",
            figures=report.figures,
            output=_output(report),
        )


def _output(report: ToolReport) -> dict[str, Any]:
    """What a tool's text states; its measured time where it does not tell another."""
    return {
        "duration_seconds": report.figures.duration_s,
        "tool": report.tool,
        "tool_version": report.tool_version,
        "workload": report.workload,
        **report.stated,
    }


def _part(
    file: SubmittedFile,
    report: ToolReport,
    shared: Mapping[Origin, Usable],
    *,
    row: int,
    place: str,
    figures: Figures,
    output: Stated,
) -> _Part:
    printed = usable(output)
    text = _command(file, printed.values, shared[Origin.STATEMENT].values)
    command = _said(text, report.tool)
    return _Part(
        file=file,
        row=row,
        place=place,
        report=report,
        figures=figures,
        variant=report.variant or command.variant,
        is_loopback=bool(command.stated.get(LOOPBACK)),
        usable={
            **shared,
            Origin.OUTPUT: printed,
            Origin.COMMAND: usable(command.stated),
        },
    )


def _command(file: SubmittedFile, printed: Stated, statement: Stated) -> str:
    """The one that is stated for the file, else its own, else that for all files."""
    every = (stated.get("command") for stated in (file.statement, printed, statement))
    return next((str(command) for command in every if command), "")


@lru_cache(maxsize=64)  # one command may stand for a thousand rows
def _said(text: str, tool: str) -> CommandFacts:
    return command_line.read(text, tool=tool)


def _missing(found: Conditions, figures: Figures) -> Iterator[str]:
    yield from (name for name in REQUIRED if name not in found)
    if all(getattr(figures, name) is None for name in SHOWN_BY):
        yield FIGURES
