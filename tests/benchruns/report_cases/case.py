"""One text of a tool with what it must be read as; the docs' table is made from these."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from benchruns.parsers.tool_report import Format, Scalar
from tests.samples import SAMPLES

PACKAGE = __package__
MODULES = (
    "sysbench",
    "pgbench",
    "hammerdb",
    "benchbase",
    "gotpc",
    "messages",
    "settings",
    "template",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A file below ``samples`` (``path``), and what reading it must give.

    ``name`` is for users ("rate-limited, with queue lines"). ``origin`` is ``ran`` for a
    text that was captured from the tool and ``composed`` for one that was written from
    its documented format. ``expected``, ``printed`` and ``stated`` name some of what the
    report must hold; ``refused`` has words of the error where it must be refused.
    """

    format: Format
    tool_version: str
    name: str
    origin: Literal["ran", "composed"]
    path: str
    expected: Mapping[str, float | None] = field(default_factory=dict)
    printed: Mapping[str, Scalar] = field(default_factory=dict)
    stated: Mapping[str, Scalar] = field(default_factory=dict)
    refused: str = ""

    @property
    def file(self) -> Path:
        return SAMPLES / self.path

    @property
    def text(self) -> str:
        return self.file.read_text(encoding="utf-8")

    def __str__(self) -> str:
        return f"{self.format} {self.tool_version}: {self.name}"


def all_cases() -> tuple[Case, ...]:
    """The cases of all tools, in the order of MODULES."""
    names = (f"{PACKAGE}.{name}" for name in MODULES)
    modules = [import_module(name) for name in names if find_spec(name) is not None]
    return tuple(case for module in modules for case in module.CASES)
