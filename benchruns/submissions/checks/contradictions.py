"""What is said of one test, and cannot all be true."""

from collections.abc import Iterator

from benchruns.findings import Finding
from benchruns.submissions.statement.conditions import Condition, Conditions, Known
from benchruns.vocabulary import Severity

# A server's limit is often lowered from what its class may have: both can be true.
LIMITS = frozenset({"max_connections"})


def contradictions(conditions: Conditions) -> list[Finding]:
    """A finding a condition that is stated otherwise elsewhere; its code is the name."""
    return list(_found(conditions))


def _found(conditions: Conditions) -> Iterator[Finding]:
    for name, condition in conditions.items():
        others = condition.contradicting
        if others:
            yield _finding(condition, others, severity=_severity(name))


def _severity(name: str) -> Severity:
    return Severity.NOTE if name in LIMITS else Severity.CAUTION


def _finding(
    condition: Condition, others: tuple[Known, ...], *, severity: Severity
) -> Finding:
    """``taken`` is the origin of the value that counts."""
    every = [Known(condition.value, condition.origin), *others]
    return Finding(
        code=condition.name,
        severity=severity,
        values={
            **{known.origin.value: known.value for known in every},
            "taken": condition.origin.value,
        },
    )
