"""Which results can be shown: a list leaves the others out, and the log names them.

Rows come from older releases and by hand, too. One that is damaged may not take a page
with it on which a hundred others stand; but for figures silence would be a lie, so a
list tells how many it leaves out.
"""

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, Generic, TypeVar

from django.utils.translation import ngettext

from benchruns.figures.metrics import FIGURE_NAMES
from benchruns.models import Result
from benchruns.vocabulary import Severity, Variant

Shown = TypeVar("Shown")
logger = logging.getLogger(__name__)

NUMBERS = (*FIGURE_NAMES, "memory_gb")
OBJECTS = (
    "parameters",
    "derived",
    "steady",
    "tool_facts",
    "client",
    "parameter_settings",
)
OF_A_FINDING = ("code", "severity")


class Unreadable(ValueError):
    """What is stored of a result is damaged; the text says what."""


@dataclass(frozen=True, slots=True)
class Readable(Generic[Shown]):
    """The rows that can be shown, in their order, and how many cannot."""

    rows: list[Shown]
    left_out: int


def readable(
    results: Iterable[Result], read: Callable[[Result], Shown]
) -> Readable[Shown]:
    """What ``read`` makes of each."""
    rows: list[Shown] = []
    left_out = 0
    for result in results:
        try:
            require_readable(result)
            rows.append(read(result))
        except Exception:
            # whatever is wrong with one row: the page is for the others
            logger.exception("result %s cannot be shown", result.pk)
            left_out += 1
    return Readable(rows, left_out)


def only_readable(results: Iterable[Result]) -> Readable[Result]:
    return readable(results, lambda result: result)


def require_readable(result: Result) -> None:
    """Unreadable for what no column, chart or JSON can hold of a result."""
    for name in NUMBERS:
        value = getattr(result, name)
        if value is not None and not isfinite(value):
            raise Unreadable(f"{name} is {value}")
    for name in OBJECTS:
        if not isinstance(getattr(result, name), Mapping):
            raise Unreadable(f"{name} is no object")
    if result.variant and result.variant not in Variant.values:
        raise Unreadable(f"there is no variant {result.variant}")
    if not isinstance(result.findings, list):
        raise Unreadable("findings are no list")
    for finding in result.findings:
        _require_finding(finding)


def _require_finding(finding: Any) -> None:  # Any: as JSON holds it
    if not isinstance(finding, Mapping):
        raise Unreadable("a finding is no object")
    if not all(isinstance(finding.get(name), str) for name in OF_A_FINDING):
        raise Unreadable("a finding lacks its words")
    if finding["severity"] not in Severity.values:
        raise Unreadable(f"there is no severity {finding['severity']}")


def left_out_text(count: int) -> str:
    """A sentence for the page; empty where nothing is left out."""
    if not count:
        return ""
    return ngettext(
        "%(count)d result cannot be shown: what is stored of it is damaged. The log of "
        "the portal names it.",
        "%(count)d results cannot be shown: what is stored of them is damaged. The log "
        "of the portal names them.",
        count,
    ) % {"count": count}
