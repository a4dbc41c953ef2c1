"""Which report a companion file belongs to: progress lines and logs of pgbench.

Nobody is asked: a file belongs to the one report of the submission whose time and
counts it fits.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchruns.findings import Finding
from benchruns.models import SubmittedFile
from benchruns.parsers.errors import ReportError
from benchruns.parsers.pgbench.companions import merged
from benchruns.parsers.tool_report import Format, Kind, ToolReport
from benchruns.vocabulary import Severity

# pgbench writes a log for each of its threads: pgbench_log.4711, pgbench_log.4711.1, ...
_OF_THREAD = re.compile(r"(.*\.[0-9]{1,10})\.[0-9]{1,6}", re.ASCII | re.DOTALL)

Key = Any  # the primary key of a file


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


def join(
    files: Sequence[SubmittedFile],
    reports: Mapping[Key, ToolReport],
    *,
    sampling_rates: Mapping[Key, float],
) -> Joined:
    """``sampling_rates`` are of the reports whose command tells one: pgbench logged
    that share of the transactions."""
    found = {
        file.pk: reports[file.pk]
        for file in files
        if reports[file.pk].kind in (Kind.REPORT, Kind.TEMPLATE)
    }
    takers = [key for key, report in found.items() if report.format == Format.PGBENCH]
    belonging: dict[Key, Key] = {}
    problems: dict[Key, Finding] = {}
    for group in _groups(files, reports):
        left = {key: found[key] for key in takers}
        fitting, why = _fitting(group, left, sampling_rates)
        if len(fitting) == 1:
            ((key, report),) = fitting.items()
            found[key] = report
            belonging.update(dict.fromkeys(group.keys, key))
        else:
            problem = _problem(fits=len(fitting), reports=len(takers), why=why)
            problems.update(dict.fromkeys(group.keys, problem))
    return Joined(reports=found, belonging=belonging, problems=problems)


def _groups(
    files: Sequence[SubmittedFile], reports: Mapping[Key, ToolReport]
) -> Iterator[_Group]:
    """Logs of one run together; of progress lines each file by itself."""
    own = [file for file in files if reports[file.pk].kind == Kind.COMPANION]
    names = {file.name for file in own}
    grouped: dict[tuple[str, str, str], list[Key]] = {}
    for file in own:
        kind = reports[file.pk].format
        is_log = kind != Format.PGBENCH_PROGRESS
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


def _fitting(
    group: _Group,
    takers: Mapping[Key, ToolReport],
    sampling_rates: Mapping[Key, float],
) -> tuple[dict[Key, ToolReport], str]:
    """The reports that take the group, joined with it, and why the last other did not."""
    fitting, why = {}, ""
    for key, report in takers.items():
        try:
            fitting[key] = merged(
                report, group.reports, sampling_rate=sampling_rates.get(key)
            )
        except ReportError as error:
            why = error.message
    return fitting, why


def _problem(*, fits: int, reports: int, why: str) -> Finding:
    """``reason`` is why the last report did not take it, where none did."""
    return Finding(
        code="belongs_to_no_report",
        severity=Severity.CAUTION,
        values={"reports": reports, "fitting": fits, "reason": why},
    )
