"""Findings in the words of who reads them."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from benchruns.findings import Finding, Worded, read
from benchruns.sentences.findings import (
    conditions,
    duplicates,
    figures,
    reports,
    runs,
    tools,
)
from benchruns.sentences.sentence import Sentences, rendered, unknown_code

_KEYS = ("code", "severity", "message", "results", "values", "why", "remedy")

# Rules of two kinds may share a code; their values tell which it is.
TABLES: Sequence[Mapping[str, Sentences]] = (
    tools.SENTENCES,
    runs.SENTENCES,
    figures.SENTENCES,
    reports.SENTENCES,
    conditions.SENTENCES,
    duplicates.SENTENCES,
)


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
    for table in tables:
        if finding.code in table:
            with suppress(KeyError):
                return _with(finding, table[finding.code])
    return _of_unknown(finding)


def worded_rows(
    findings: Iterable[Finding | Mapping[str, Any]],
) -> list[dict[str, Any]]:
    """As the API gives them; the order of the keys is theirs there."""
    return [_as_dict(worded(finding)) for finding in findings]


def _as_dict(finding: Worded) -> dict[str, Any]:
    found = finding.as_dict()
    return {name: found[name] for name in _KEYS}


def _with(finding: Finding, known: Sentences) -> Worded:
    return Worded(
        code=finding.code,
        severity=finding.severity,
        results=finding.results,
        values=finding.values,
        message=rendered(known.message, finding.values),
        why=rendered(known.why, finding.values),
        remedy=rendered(known.remedy, finding.values),
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
