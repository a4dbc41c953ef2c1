"""What is said of published rows and of comparisons, found by its words."""

from collections.abc import Sequence
from dataclasses import dataclass

from benchruns.models import Result
from benchruns.results.readable import readable
from benchruns.results.row import Row, read_row
from benchruns.sentences.catalogue import worded
from benchruns.sentences.fairness.table import CONDITIONS

MOST = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingFound:
    """A finding of a published row, in the reader's words."""

    row: Row
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleFound:
    """A rule of fair comparisons; its code is its anchor in the guide."""

    code: str
    label: str
    why: str


def findings(words: Sequence[str]) -> list[FindingFound]:
    """By the code, what was found and why; of published rows, which all may see."""
    parts = [word.casefold() for word in words]
    if not parts:
        return []
    flagged = (
        Result.objects.of_papers()
        .exclude(findings=[])
        .select_related("instance_class", "provider", "campaign", "source", "exclusion")
        .order_by("engine", "engine_version", "published_key")
    )
    read = readable(flagged, lambda result: _found(result, parts))
    return [each for of_row in read.rows for each in of_row][:MOST]


def _found(result: Result, parts: Sequence[str]) -> list[FindingFound]:
    row = read_row(result, run_is_visible=False)
    told = (worded(finding) for finding in row.findings)
    return [
        FindingFound(row=row, message=known.message)
        for known in told
        if _holds(f"{known.code} {known.message} {known.why}", parts)
    ]


def rules(words: Sequence[str]) -> list[RuleFound]:
    parts = [word.casefold() for word in words]
    known = (
        RuleFound(code=code, label=str(said.label), why=str(said.why))
        for code, said in CONDITIONS.items()
    )
    return [
        rule
        for rule in known
        if parts and _holds(f"{rule.code} {rule.label} {rule.why}", parts)
    ]


def _holds(text: str, parts: Sequence[str]) -> bool:
    return all(part in text.casefold() for part in parts)
