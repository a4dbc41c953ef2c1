"""Which report a companion file belongs to: a tool's messages, pgbench's lines and logs.

Nobody is asked: a file belongs to the one report of the submission whose time and
counts it fits; where several are alike, to the one whose name is likest.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchruns.findings import Finding
from benchruns.models import SubmittedFile
from benchruns.parsers import messages
from benchruns.parsers.errors import ReportError
from benchruns.parsers.pgbench.companions import merged
from benchruns.parsers.tool_report import Format, Kind, ToolReport
from benchruns.submissions.understanding.likely_names import likeliest
from benchruns.vocabulary import Severity

# pgbench writes a log for each of its threads: pgbench_log.4711, pgbench_log.4711.1, ...
_OF_THREAD = re.compile(r"(.*\.[0-9]{1,10})\.[0-9]{1,6}", re.ASCII | re.DOTALL)

Key = Any  # the primary key of a file
_Choice = Callable[["_Group", Mapping[Key, ToolReport]], Key | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """``reports`` holds those that make results, with what their companions tell.

    ``belonging`` maps each companion to its report's file, ``problems`` those that fit
    none to the finding that says so.
    """

    reports: Mapping[Key, ToolReport]
    belonging: Mapping[Key, Key] = field(default_factory=dict)
    problems: Mapping[Key, Finding] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Group:
    """Companion files of one run of one kind."""

    keys: tuple[Key, ...]
    reports: tuple[ToolReport, ...]

    @property
    def format(self) -> Format:
        return self.reports[0].format

    @property
    def tool(self) -> str:
        return self.reports[0].tool


def join(
    files: Sequence[SubmittedFile],
    reports: Mapping[Key, ToolReport],
    *,
    sampling_rates: Mapping[Key, float],
) -> Joined:
    """``sampling_rates`` are of the reports whose command tells one: pgbench logged
    that share of the transactions."""
    joining = _Joining(files, reports, sampling_rates)
    left = list(_groups(files, reports))
    # names first, since repeats of one test may be alike; then what one report alone
    # takes, which leaves fewer of them to the others
    for choose in (joining.by_name, joining.only_one):
        is_found = True
        while is_found:
            before, left = (
                left,
                [each for each in left if not joining.take(each, choose)],
            )
            is_found = len(left) < len(before)
    problems = {
        key: problem
        for group in left
        for key, problem in dict.fromkeys(group.keys, joining.problem(group)).items()
    }
    return Joined(reports=joining.found, belonging=joining.belonging, problems=problems)


class _Joining:
    """The reports as they grow by their companions; each takes one group of a kind."""

    def __init__(
        self,
        files: Sequence[SubmittedFile],
        reports: Mapping[Key, ToolReport],
        sampling_rates: Mapping[Key, float],
    ) -> None:
        self.found = {
            file.pk: reports[file.pk]
            for file in files
            if reports[file.pk].kind in (Kind.REPORT, Kind.TEMPLATE)
        }
        self.belonging: dict[Key, Key] = {}
        self._names = {file.pk: f"{file.archive} {file.name}" for file in files}
        self._rates = sampling_rates
        self._taken: set[tuple[Format, Key]] = set()

    def take(self, group: _Group, choose: _Choice) -> bool:
        """Whether a report takes it."""
        fitting, _why = self._fitting(group)
        key = choose(group, fitting)
        if key is None:
            return False
        self.found[key] = fitting[key]
        self.belonging.update(dict.fromkeys(group.keys, key))
        self._taken.add((group.format, key))
        return True

    def by_name(self, group: _Group, fitting: Mapping[Key, ToolReport]) -> Key | None:
        """The report whose name is likest of all, if it takes it."""
        names = {key: self._names[key] for key in self._takers(group)}
        key = likeliest(self._names[group.keys[0]], names)
        return key if key in fitting else None

    def only_one(self, _group: _Group, fitting: Mapping[Key, ToolReport]) -> Key | None:
        return next(iter(fitting)) if len(fitting) == 1 else None

    def problem(self, group: _Group) -> Finding:
        fitting, why = self._fitting(group)
        free, every = len(self._takers(group)), len(self._reports(group))
        if free < every:
            why = why or "each of them has a file of this kind already."
        return _problem(tool=group.tool, fits=len(fitting), reports=every, why=why)

    def _reports(self, group: _Group) -> list[Key]:
        """Those that the same tool printed."""
        return [
            key
            for key, report in self.found.items()
            if report.kind == Kind.REPORT and report.tool == group.tool
        ]

    def _takers(self, group: _Group) -> list[Key]:
        """The reports that have no group of this kind yet."""
        return [k for k in self._reports(group) if (group.format, k) not in self._taken]

    def _fitting(self, group: _Group) -> tuple[dict[Key, ToolReport], str]:
        """The reports that take it, joined with it, and why the last other did not."""
        fitting, why = {}, ""
        for key in self._takers(group):
            try:
                fitting[key] = self._merged(key, group)
            except ReportError as error:
                why = error.message
        return fitting, why

    def _merged(self, key: Key, group: _Group) -> ToolReport:
        report = self.found[key]
        if group.format == Format.TOOL_MESSAGES:
            return messages.joined(report, group.reports)
        return merged(report, group.reports, sampling_rate=self._rates.get(key))


def _groups(
    files: Sequence[SubmittedFile], reports: Mapping[Key, ToolReport]
) -> Iterator[_Group]:
    """Logs of one run together; of progress lines each file by itself."""
    own = [file for file in files if reports[file.pk].kind == Kind.COMPANION]
    names = {file.name for file in own}
    grouped: dict[tuple[str, str, str], list[Key]] = {}
    for file in own:
        kind = reports[file.pk].format
        is_log = kind in (Format.PGBENCH_LOG, Format.PGBENCH_AGGREGATE_LOG)
        name = _run_of(file.name, names) if is_log else file.name
        grouped.setdefault((file.archive, kind, name), []).append(file.pk)
    for keys in grouped.values():
        yield _Group(keys=tuple(keys), reports=tuple(reports[key] for key in keys))


def _run_of(name: str, names: Collection[str]) -> str:
    """What the names of all logs of one run begin with."""
    first, _dot, thread = name.rpartition(".")
    if thread.isdecimal() and first in names:
        return first
    of_thread = _OF_THREAD.fullmatch(name)
    return of_thread[1] if of_thread else name


def _problem(*, tool: str, fits: int, reports: int, why: str) -> Finding:
    """``reason`` is why the last report did not take it, where none did."""
    return Finding(
        code="belongs_to_no_report",
        severity=Severity.CAUTION,
        values={"tool": tool, "reports": reports, "fitting": fits, "reason": why},
    )
