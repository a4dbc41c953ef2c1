"""The table of faults: how many were injected and survived, by fault and phase."""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

PHASES = (
    *("queued", "preflight", "prepare", "warmup", "measure", "cleanup"),
    *("between", "ended"),
)
Line = dict[str, Any]


def read(paths: Iterable[Path]) -> list[Line]:
    lines = [line for path in paths for line in path.read_text().splitlines()]
    cases = [json.loads(line) for line in lines]
    return [case for case in cases if case["hit"]]


def table(cases: Sequence[Line]) -> str:
    """Markdown: survived of injected."""
    cells: dict[tuple[str, str], list[Line]] = defaultdict(list)
    for case in cases:
        for kind in (case["kind"], "all"):
            for phase in (case["hit"], "all"):
                cells[kind, phase].append(case)
    kinds = [*dict.fromkeys(sorted(case["kind"] for case in cases)), "all"]
    columns = [*PHASES, "all"]
    rows = [
        ["fault", *columns],
        ["---"] * (len(columns) + 1),
        *([kind, *(_cell(cells[kind, at]) for at in columns)] for kind in kinds),
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _cell(cases: Sequence[Line]) -> str:
    survived = sum(not case["troubles"] for case in cases)
    return f"{survived} of {len(cases)}" if cases else ""


def troubles(cases: Sequence[Line]) -> str:
    """What was not survived, a line each."""
    return "\n".join(
        f"- {case['kind']}, {case['hit']}, {case['engine']} (seed {case['seed']}, "
        f"number {case['number']}): {'; '.join(case['troubles'])}"
        for case in cases
        if case["troubles"]
    )
