"""Findings in the words of who reads them."""

from collections import ChainMap
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from benchruns.comparison.fairness import Difference
from benchruns.findings import Finding, Stated, Worded, read
from benchruns.sentences.fairness import table as fairness
from benchruns.sentences.fairness.table import worded_difference
from benchruns.sentences.findings import (
    claims,
    comparisons,
    conditions,
    duplicates,
    figures,
    reports,
    runs,
    staleness,
    tools,
)
from benchruns.sentences.sentence import Sentences, rendered, unknown_code
from benchruns.vocabulary import Severity

_KEYS = ("code", "severity", "message", "results", "values", "why", "remedy")

# Rules of two kinds may share a code; their values tell which it is.
TABLES: Sequence[Mapping[str, Sentences]] = (
    tools.SENTENCES,
    runs.SENTENCES,
    figures.SENTENCES,
    claims.SENTENCES,
    reports.SENTENCES,
    conditions.SENTENCES,
    duplicates.SENTENCES,
    comparisons.SENTENCES,
    staleness.SENTENCES,
    fairness.SENTENCES,
)
_GRAVEST_FIRST = (Severity.REFUSED, Severity.CAUTION, Severity.NOTE)


def worded(
    finding: Finding | Mapping[str, Any],
    *,
    tables: Sequence[Mapping[str, Sentences]] = TABLES,
) -> Worded:
    """With its sentences; a row that holds them in words of its own keeps those.

    An older release stored sentences, and some of its values do not tell them.
    """
    if isinstance(finding, Mapping):
        finding = read(finding)
    if isinstance(finding, Worded):
        return finding
    if isinstance(finding, Difference):
        return worded_difference(finding)
    for table in tables:
        if finding.code in table:
            with suppress(KeyError):
                return _with(finding, table[finding.code])
    return _of_unknown(finding)


def worded_once(findings: Iterable[Finding]) -> list[Worded]:
    """What several say in the same words is said once, of all their results.

    The gravest come first.
    """
    said: dict[str, Worded] = {}
    for finding in map(worded, findings):
        known = said.get(finding.identity)
        said[finding.identity] = _joined(known, finding) if known else finding
    return sorted(
        said.values(), key=lambda each: _GRAVEST_FIRST.index(Severity(each.severity))
    )


def _joined(one: Worded, other: Worded) -> Worded:
    results = tuple(dict.fromkeys((*one.results, *other.results)))
    return replace(one, results=results, values={**one.values, **other.values})


def worded_together(findings: Sequence[Finding]) -> Worded:
    """What one rule found on several rows, as one finding."""
    first = worded(findings[0])
    rule = next((table[first.code] for table in TABLES if first.code in table), None)
    if len(findings) < 2 or rule is None or rule.together is None:
        return first
    message = rule.together([each.values for each in findings])
    return replace(first, message=message)


def worded_rows(
    findings: Iterable[Finding | Mapping[str, Any]],
) -> list[dict[str, Any]]:
    """As the API gives them; the order of the keys is theirs there."""
    return [_as_dict(worded(finding)) for finding in findings]


def _as_dict(finding: Worded) -> dict[str, Any]:
    found = finding.as_dict()
    return {name: found[name] for name in _KEYS}


def _with(finding: Finding, known: Sentences) -> Worded:
    values: Mapping[str, Any] = finding.values
    if isinstance(finding, Stated):
        values = ChainMap(finding.facts, finding.values)
    return Worded(
        code=finding.code,
        severity=finding.severity,
        results=finding.results,
        values=finding.values,
        message=rendered(known.message, values),
        why=rendered(known.why, values),
        remedy=rendered(known.remedy, values),
    )


def _of_unknown(finding: Finding) -> Worded:
    """A row of another release is shown, and says what it can."""
    return Worded(
        code=finding.code,
        severity=finding.severity,
        results=finding.results,
        values=finding.values,
        message=unknown_code(finding.code),
    )
