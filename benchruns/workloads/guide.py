"""What the guide says of workloads: Markdown in ``docs/``, a file a workload.

``## heading`` begins a topic, a paragraph or more; under ``## Figures`` stands a line
``- name: meaning`` for each figure that a run gives. A file of the tool's own name has
what its workloads share. Topics stand in the order of ``HEADINGS``.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "docs"
FIGURES = "Figures"
HEADINGS = (
    "A transaction",
    "The data",
    "What is counted",
    "What it asks of a server",
    "What it can say, and what not",
    "Where it comes from",
)
_SECTION = re.compile(r"^## (.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Topic:
    """One part of what is said of a workload."""

    title: str
    text: str


@cache
def topics(workload: str, *, tool: str) -> tuple[Topic, ...]:
    """KeyError names a heading that both files lack."""
    told = _sections(tool) | _sections(workload)
    return tuple(
        Topic(heading, " ".join(told[heading].split())) for heading in HEADINGS
    )


@cache
def figures(workload: str, *, tool: str) -> Mapping[str, str]:
    """What each figure of a run means."""
    told = _sections(tool) | _sections(workload)
    items = re.split(r"\n(?=- )", told[FIGURES].strip())
    lines = (" ".join(item.split()).removeprefix("- ") for item in items)
    return dict(line.split(": ", maxsplit=1) for line in lines)


def _sections(name: str) -> dict[str, str]:
    """Empty for a tool whose workloads share nothing."""
    path = FOLDER / f"{name}.md"
    if not path.exists():
        return {}
    _title, *parts = _SECTION.split(path.read_text(encoding="utf-8"))
    return dict(zip(parts[::2], parts[1::2], strict=True))
