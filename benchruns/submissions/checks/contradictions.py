"""What is said of one test, and cannot all be true."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from benchruns.findings import Finding, Worded
from benchruns.submissions.statement.conditions import (
    Condition,
    Conditions,
    Known,
    Origin,
)
from benchruns.submissions.statement.fields import FIELDS
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
    field = FIELDS[condition.name]
    every = [Known(condition.value, condition.origin), *others]
    told = "; ".join(
        _("%(origin)s: %(value)s")
        % {"origin": known.origin.label, "value": _shown(condition.name, known.value)}
        for known in every
    )
    return Worded(
        code=condition.name,
        severity=severity,
        message=_("%(condition)s is stated in two ways: %(told)s.")
        % {"condition": field.label, "told": told},
        values={known.origin.value: known.value for known in every},
        why=_why(condition.origin),
        remedy=_("Ask which one is true before a comparison rests on it."),
    )


def _why(origin: Origin) -> str:
    if origin == Origin.OUTPUT:
        return _("What the tool itself printed is taken; the other was not used.")
    return _("The one that stands first is taken; the others were not used.")


def _shown(name: str, value: Any) -> str:
    field = FIELDS[name]
    if field.choices and value in field.choices:
        return str(field.choices[value])
    number = (
        f"{value:,}"
        if isinstance(value, int | float) and not isinstance(value, bool)
        else str(value)
    )
    return f"{number} {field.unit}".strip()
