"""Checks of what was uploaded and stated: is it whole, does it agree with itself."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from benchruns.findings import Finding, read
from benchruns.models import Result
from benchruns.submissions.checks.duplicates import Duplicates
from benchruns.submissions.checks.outcome import Outcome, named
from benchruns.submissions.files.removed_secrets import Where
from benchruns.submissions.statement.completeness import (
    ESSENTIAL,
    RECOMMENDED,
    Need,
    lacking,
)
from benchruns.submissions.understanding.understood import (
    FIGURES,
    Run,
    Understanding,
)
from benchruns.vocabulary import Severity

# Findings on results that have a check of their own.
OF_OTHER_CHECKS = frozenset(
    {
        *("short", "time_not_stated", "variation", "not_steady"),
        *("regime_not_shown", "above_best_of_class", "far_above_vendor"),
    }
)


def complete(understood: Understanding) -> Finding:
    """Failed where a result is missing, or what nobody can review it without."""
    runs = understood.runs
    if not runs:
        return Finding(code="complete", severity=Outcome.FAILED)
    empty = [run for run in runs if FIGURES in run.missing]
    essential = lacking(ESSENTIAL, runs)
    if empty or essential:
        return _incomplete(runs, empty, essential)
    if recommended := lacking(RECOMMENDED, runs):
        return Finding(
            code="complete",
            severity=Outcome.NOTE,
            values={"missing": [need.code for need in recommended]},
        )
    return Finding(code="complete", severity=Outcome.OK)


def _incomplete(
    runs: Sequence[Run], empty: Sequence[Run], essential: Sequence[Need]
) -> Finding:
    """All that is needed at once: runs without a figure, and what is to be stated.

    ``lacking`` names the runs that lack it where others do not.
    """
    without = {
        need.code: [run for run in runs if not need.is_met(run)] for need in essential
    }
    some = {code: found for code, found in without.items() if len(found) < len(runs)}
    empty_ones = {FIGURES: empty} if empty else {}
    return Finding(
        code="complete",
        severity=Outcome.FAILED,
        values={
            "missing": [*empty_ones, *without],
            "lacking": {
                code: named([f"{run.file.name} {run.place}".strip() for run in found])
                for code, found in {**empty_ones, **some}.items()
            },
        },
    )


def readable(understood: Understanding) -> Finding:
    """Every file was read, or it would not be here; but is each of use."""
    problems = understood.joined.problems
    names = [file.name for file in understood.files if file.pk in problems]
    if names:
        return Finding(
            code="readable",
            severity=Outcome.CAUTION,
            values={
                "files": len(names),
                "finding": next(iter(problems.values())).as_dict(),
                **named(names),
            },
        )
    return Finding(
        code="readable",
        severity=Outcome.OK,
        values={"files": len(understood.files)},
    )


def contradictions(results: Sequence[Result]) -> Finding:
    """What findings on the results call for caution, by how many results they are on.

    A size that rows belie is told with both: the regime rests on it.
    """
    counts = Counter(
        finding["code"]
        for result in results
        for finding in result.findings
        if _is_told(finding)
    )
    if not counts:
        return Finding(code="contradictions", severity=Outcome.OK)
    belied = [
        finding
        for result in results
        for finding in result.findings
        if finding["code"] == "size_belied"
    ]
    return Finding(
        code="contradictions",
        severity=Outcome.CAUTION,
        results=tuple(
            str(result.pk) for result in results if any(map(_is_told, result.findings))
        ),
        # PostgreSQL keeps the order of a list, and none of keys.
        values={
            **counts,
            "codes": list(counts),
            **({"finding": belied[0]} if belied else {}),
        },
    )


def cautions(results: Sequence[Result]) -> list[Finding]:
    """What the check of contradictions counts, each as it stands on its result."""
    return [
        read(finding)
        for result in results
        for finding in result.findings
        if _is_told(finding)
    ]


def _is_told(finding: Mapping[str, Any]) -> bool:
    """Whether it calls for caution, and no other check is about it."""
    is_caution = finding["severity"] != Severity.NOTE
    return is_caution and finding["code"] not in OF_OTHER_CHECKS


def secrets(removed: Mapping[Where, int]) -> Finding | None:
    """``removed`` counts secrets by where they stood."""
    count = sum(removed.values())
    if not count:
        return None
    return Finding(
        code="secrets",
        severity=Outcome.CAUTION,
        values={"count": count, **_where(removed)},
    )


def _where(removed: Mapping[Where, int]) -> dict[str, Any]:
    return named([where._asdict() for where in removed])


def duplicate(found: Duplicates) -> Finding:
    """Its owner's other drafts are nobody else's business: their findings tell them."""
    texts, figures = list(found.counted.texts.values()), found.counted.figures
    if not texts and not figures:
        return Finding(code="duplicates", severity=Outcome.OK)
    return Finding(
        code="duplicates",
        severity=Outcome.CAUTION,
        results=tuple(str(key) for key in figures),
        values={
            "files": len(texts),
            "results": len(figures),
            "finding": [*texts, *figures.values()][0].as_dict(),
        },
    )
