"""Tests each kind of server, one after the other, and prints a table server by workload.

    python -m tests.servers [KIND...]
    TARGET_URLS="mysql://user:password@host:3306/bench ..." python -m tests.servers

The second form is for servers that run already. Exits with 1 if a test failed; what failed or was
skipped is printed with its reason.
"""

import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from tests.servers.kinds import INSTALLED, KINDS, SERVER, targets

ROOT = Path(__file__).resolve().parents[2]
EVERY_WORKLOAD = "test_every_workload"
OTHERS = "other tests"
REASON = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One test; ``fault`` is empty where it passed, ``skipped`` says why it did not run.

    ``workload`` is the one that the matrix is about, none for other tests.
    """

    name: str
    workload: str
    fault: str = ""
    skipped: str = ""


def main(kinds: Sequence[str]) -> int:
    if unknown := set(kinds) - set(KINDS) - set(INSTALLED):
        sys.exit(f"{', '.join(unknown)}: give any of {', '.join(KINDS | INSTALLED)}")
    try:
        servers = targets()
    except (ValueError, OSError) as error:
        sys.exit(str(error))
    if kinds or not servers:
        servers = {kind: kind for kind in kinds or KINDS | INSTALLED}
    found = {
        title: tested(server, "tests", workers=2) for title, server in servers.items()
    }
    faults = [
        (kind, each) for kind, cases in found.items() for each in cases if each.fault
    ]
    for kind, case in faults:
        print(f"{kind}  {case.name}\n    {case.fault}")
    for kind, cases in found.items():
        reasons = Counter(case.skipped for case in cases if case.skipped)
        for reason, times in reasons.items():
            print(f"{kind}  skipped {times}: {reason}")
    print(_table(found))
    return 1 if faults else 0


def tested(server: str, path: str, *, workers: int) -> list[Case]:
    """What ran of these tests on one server."""
    environment = os.environ | {SERVER: server}
    if server.startswith("mssql:"):
        environment["MSSQL_URL"] = server
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        arguments = ["-q", f"--junitxml={report}"]
        if workers:
            arguments += ["-n", str(workers), "--no-loadscope-reorder"]
        subprocess.run(
            [sys.executable, "-m", "pytest", *arguments, path],
            cwd=ROOT,
            env=environment,
            check=False,
        )
        return list(_cases(ElementTree.parse(report)))  # noqa: S314 - pytest wrote it


def _cases(report: ElementTree.ElementTree) -> Iterable[Case]:
    for case in report.iter("testcase"):
        name = case.get("name", "")
        is_of_matrix = EVERY_WORKLOAD in case.get("classname", "")
        yield Case(
            name=f"{case.get('classname')}::{name}",
            workload=name.partition("[")[2].rstrip("]") if is_of_matrix else "",
            fault=_message(case, "failure") or _message(case, "error"),
            skipped=_message(case, "skipped"),
        )


def _message(case: ElementTree.Element, ending: str) -> str:
    """Empty where the test did not end like this."""
    found = case.find(ending)
    return "" if found is None else found.get("message", ending)[:REASON]


def _table(found: dict[str, list[Case]]) -> str:
    """A line a server; a cell says how many passed of those that ran, - where none fits."""
    workloads = dict.fromkeys(
        case.workload for cases in found.values() for case in cases if case.workload
    )
    lines = [["server", *workloads, OTHERS, "skipped"]]
    for kind, cases in found.items():
        cells = [_cell(cases, workload) for workload in (*workloads, "")]
        lines.append([kind, *cells, str(sum(bool(case.skipped) for case in cases))])
    return aligned(lines)


def aligned(lines: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        for line in lines
    )


def _cell(cases: Iterable[Case], workload: str) -> str:
    ran = [each for each in cases if each.workload == workload and not each.skipped]
    passed = sum(not case.fault for case in ran)
    return f"{passed} of {len(ran)}" if ran else "-"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
