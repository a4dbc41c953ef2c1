"""HammerDB's time profile: what each stored procedure took, over all virtual users.

The profile counts ramp-up too, so its times are kept as printed and are no figures of
the run. From 6.0 on its percentiles are of 10,000 samples a procedure.
"""

import re
from collections.abc import Iterable

from benchruns.parsers.errors import ReportError
from benchruns.parsers.tool_report import Scalar

MOST_PROCEDURES = 20  # five kinds of transactions, and what they call

_PROCEDURE = re.compile(r">>>>> PROC: ([A-Z]{1,20})", re.ASCII)
_ONE_USER = re.compile(r">>>>> VIRTUAL USER \d{1,9}\b", re.ASCII)
_ALL_USERS = re.compile(
    r">>>>> (?:SUMMARY OF \d{1,9} ACTIVE VIRTUAL USERS|COMBINED METRICS)", re.ASCII
)
_ROW = re.compile(r"(?:CALLS|P\d{2}):", re.ASCII)
_CELL = re.compile(
    r"\b(CALLS|MIN|AVG|MAX|TOTAL|P\d\d|SD|RATIO):\s{0,20}"
    r"(\d{1,15}(?:\.\d{1,9})?)(ms\b|%)?",
    re.ASCII,
)
_ENDINGS = {"ms": "_ms", "%": "_percent", "": ""}


class _Profile:
    """The blocks of all users together, gathered line by line."""

    def __init__(self) -> None:
        self.blocks: dict[str, dict[str, Scalar]] = {}
        self._block: dict[str, Scalar] | None = None
        self._is_of_all = True

    def take(self, line: str) -> None:
        if ">>>>>" in line:
            self._begin(line)
        elif self._block is not None and _ROW.search(line[:40]):
            self._block.update(_cells(line))

    def _begin(self, line: str) -> None:
        self._block = None
        if _ALL_USERS.search(line):
            self._is_of_all, self.blocks = True, {}
        elif _ONE_USER.search(line):
            self._is_of_all = False
        heading = _PROCEDURE.search(line)
        if heading is not None and self._is_of_all:
            self._block = self._new(heading[1], line)

    def _new(self, name: str, line: str) -> dict[str, Scalar]:
        if name in self.blocks:
            raise ReportError(
                "The profile of a procedure is there twice, and nothing tells whose it is.",
                line,
            )
        if len(self.blocks) == MOST_PROCEDURES:
            raise ReportError("The profile has too many procedures.", line)
        self.blocks[name] = {}
        return self.blocks[name]


def read(lines: Iterable[str]) -> dict[str, Scalar]:
    """The profile over all users (``neword_p95_ms``); empty where there is none.

    Blocks of single users are left out. Where the same procedure comes twice and no
    heading tells whose it is, or a block is not whole, it is an error.
    """
    profile = _Profile()
    for line in lines:
        profile.take(line)
    for name, cells in profile.blocks.items():
        if "ratio_percent" not in cells:
            raise ReportError(f"The profile of {name} is not whole.", f"PROC: {name}")
    return {
        f"{name.lower()}_{cell}": value
        for name, cells in profile.blocks.items()
        for cell, value in cells.items()
    }


def _cells(line: str) -> dict[str, Scalar]:
    found: dict[str, Scalar] = {}
    for label, digits, unit in _CELL.findall(line[:1000]):
        value = float(digits) if "." in digits else int(digits)
        found[label.lower() + _ENDINGS[unit]] = value
    return found
