"""In what a submitted test is unlike the papers' tests of its engine, version and load."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from benchruns.figures.alike import is_alike
from benchruns.models import Result
from benchruns.submissions.checks.neighbours import is_of_load
from benchruns.vocabulary import Provenance


@dataclass(frozen=True, slots=True)
class UnlikePapers:
    """``duration`` in seconds, ``threads``, ``rows`` or ``tool``; ``papers`` has each
    value that theirs have, in order."""

    name: str
    here: Any  # a number, or the name of a tool
    papers: tuple[Any, ...]


def unlike_papers(result: Result, rows: Sequence[Result]) -> list[UnlikePapers]:
    """Empty where no paper has its load, and for what is not known of either."""
    papers = [
        row
        for row in rows
        if row.provenance == Provenance.PUBLISHED
        and row.engine_version == result.engine_version
        and is_of_load(result, row)
    ]
    of_class = [r for r in papers if r.instance_class_id == result.instance_class_id]
    nearest = (of_class if result.instance_class_id else []) or papers
    found = (
        _unlike("duration", result.duration_s, map(_seconds, papers)),
        _unlike("threads", result.threads, (row.threads for row in nearest)),
        _unlike("rows", result.rows, (row.rows for row in nearest)),
        _unlike("tool", result.tool, (row.tool for row in papers)),
    )
    return [each for each in found if each is not None]


def _seconds(row: Result) -> int | None:
    return row.campaign.duration_seconds if row.campaign else None


def _unlike(name: str, here: Any, theirs: Iterable[Any]) -> UnlikePapers | None:
    known = sorted({each for each in theirs if each})
    if not here or not known or any(_is_like(here, each) for each in known):
        return None
    return UnlikePapers(name, here, tuple(known))


def _is_like(one: Any, other: Any) -> bool:
    if isinstance(one, str):
        return one.casefold() == str(other).casefold()
    return is_alike(one, other)
