"""Counts how many verdicts on planted cases are right, case by server.

    python -m tests.servers.verdicts [KIND...]        BENCHBOOK_TEST_TIMES=5

An idle machine is needed: who starves a load generator changes its limit. Exits with 1
where fewer than 95 in 100 are right.
"""

import sys
from collections.abc import Sequence

from tests.servers.__main__ import Case, aligned, tested
from tests.servers.kinds import INSTALLED, KINDS

PLANTED = "tests/servers/planted.py"
RIGHT_FROM = 0.95


def main(kinds: Sequence[str]) -> int:
    if unknown := set(kinds) - set(KINDS) - set(INSTALLED):
        sys.exit(f"{', '.join(unknown)}: give any of {', '.join(KINDS | INSTALLED)}")
    servers = list(kinds or KINDS | INSTALLED)
    found = {server: _tried(server) for server in servers}
    every = [case for cases in found.values() for case in cases]
    for server, cases in found.items():
        for case in (each for each in cases if each.fault):
            print(f"{server}  {case.name}\n    {case.fault}")
    names = dict.fromkeys(_planted(case) for case in every)
    lines = [["planted", *servers]]
    for name in names:
        alike = ([c for c in found[s] if _planted(c) == name] for s in servers)
        lines.append([name, *map(_cell, alike)])
    lines.append(["all", *(_cell(found[server]) for server in servers)])
    print(aligned(lines))
    return 0 if _right(every) >= RIGHT_FROM * len(every) else 1


def _tried(server: str) -> list[Case]:
    """Without what this machine cannot plant, which is said instead."""
    cases = tested(server, PLANTED, workers=0)
    reasons = {_planted(case): case.skipped for case in cases if case.skipped}
    for name, reason in reasons.items():
        print(f"{server}  {name}: skipped, {reason}")
    return [case for case in cases if not case.skipped]


def _planted(case: Case) -> str:
    """``tests...::test_locked_row[3]`` -> ``locked row``."""
    name = case.name.rpartition("::")[2].partition("[")[0]
    return name.removeprefix("test_").replace("_", " ")


def _right(cases: Sequence[Case]) -> int:
    return sum(not case.fault for case in cases)


def _cell(cases: Sequence[Case]) -> str:
    return f"{_right(cases)} of {len(cases)}" if cases else "-"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
