"""What makes a comparison with a baseline unfair, what is the same, what nobody knows."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from benchruns.fairness import wording
from benchruns.fairness.context import Context
from benchruns.fairness.rule import Rule, Verdict, worst
from benchruns.fairness.rules import RULES
from benchruns.findings import Finding
from benchruns.vocabulary import Severity

NOT_STATED = "not_stated"
_GRAVEST_FIRST = (Severity.REFUSED, Severity.CAUTION, Severity.NOTE)


def find(
    contexts: Sequence[Context],
    *,
    baseline: str,
    intended: frozenset[str] = frozenset(),
) -> list[Finding]:
    """One finding a rule that sets others apart from the baseline, the gravest first.

    ``results`` are the ids that it concerns, the baseline first, and ``values`` maps
    each of them to its value. A code that is ``intended`` is what the user wants to
    compare: a note, unless it makes a figure incomparable. What is not stated for one
    or both sides is one note, ``not_stated``; it never counts as equal.
    """
    base, others = _split(contexts, baseline)
    names = wording.names_of(contexts)
    found = [
        finding
        for rule in RULES.values()
        for finding in _of_rule(rule, base, others, names, intended)
    ]
    found.sort(key=lambda finding: _GRAVEST_FIRST.index(Severity(finding.severity)))
    return [*found, *_not_stated(base, others, names)]


def equal(contexts: Sequence[Context], baseline: str) -> list[str]:
    """The codes of the conditions that are known of all, and the same."""
    base, others = _split(contexts, baseline)
    if not others:
        return []
    return [
        rule.code
        for rule in RULES.values()
        if all(rule.judge(base, other) == Verdict.SAME for other in others)
    ]


def _split(contexts: Sequence[Context], baseline: str) -> tuple[Context, list[Context]]:
    """KeyError where the baseline is none of them."""
    by_id = {context.id: context for context in contexts}
    base = by_id.pop(baseline)
    return base, list(by_id.values())


def _of_rule(
    rule: Rule,
    base: Context,
    others: Sequence[Context],
    names: dict[str, str],
    intended: frozenset[str],
) -> Iterator[Finding]:
    verdicts = {other.id: rule.judge(base, other) for other in others}
    different = [other for other in others if verdicts[other.id].differs]
    if not different:
        return
    severity = worst([verdicts[other.id] for other in different])
    finding = _finding(rule, [base, *different], names, severity)
    if rule.code in intended and severity != Verdict.REFUSED:
        finding = replace(
            finding,
            severity=Severity.NOTE,
            why=_("This is what is compared."),
            remedy="",
        )
    yield finding


def _finding(
    rule: Rule, concerned: Sequence[Context], names: dict[str, str], severity: Verdict
) -> Finding:
    told = {context.id: rule.tell(context, concerned) for context in concerned}
    values = wording.values_told(concerned, names, told)
    remedy = rule.remedy(concerned) if callable(rule.remedy) else str(rule.remedy)
    return Finding(
        code=rule.code,
        severity=Severity(severity.value),
        message=str(rule.sentence) % {"values": values},
        results=tuple(context.id for context in concerned),
        values={context.id: _value(rule, context, told) for context in concerned},
        why=str(rule.why),
        remedy=remedy,
    )


def _value(rule: Rule, context: Context, told: dict[str, str]) -> Any:
    return told[context.id] if rule.value is None else rule.value(context)


def _not_stated(
    base: Context, others: Sequence[Context], names: dict[str, str]
) -> Iterator[Finding]:
    """One note on all conditions that cannot be compared for want of a value."""
    lacking = {rule: _lacking(rule, base, others) for rule in RULES.values()}
    groups: dict[tuple[str, ...], list[Rule]] = {}
    for rule, ids in lacking.items():
        if ids:
            groups.setdefault(ids, []).append(rule)
    if not groups:
        return
    whole = len(others) + 1
    parts = [
        _("%(conditions)s (%(names)s)")
        % {
            "conditions": ", ".join(str(rule.label) for rule in rules),
            "names": _("all") if len(ids) == whole else _named(ids, names),
        }
        for ids, rules in groups.items()
    ]
    concerned = {key for ids in groups for key in ids}
    yield Finding(
        code=NOT_STATED,
        severity=Severity.NOTE,
        message=_("Not stated, and so not compared: %(parts)s.")
        % {"parts": "; ".join(parts)},
        results=tuple(each.id for each in (base, *others) if each.id in concerned),
        values={rule.code: None for rules in groups.values() for rule in rules},
        why=_("What is not known may differ, and explain a gap or hide one."),
        remedy=_(
            "Repeat the results here: a run records client, settings, data and duration."
        ),
    )


def _named(ids: Sequence[str], names: dict[str, str]) -> str:
    return wording.listed([names[key] for key in ids])


def _lacking(rule: Rule, base: Context, others: Sequence[Context]) -> tuple[str, ...]:
    """Those of which the condition is not known, the baseline first.

    A context that cannot be compared even with itself is one of them.
    """
    unknown = [other for other in others if rule.judge(base, other) == Verdict.UNKNOWN]
    if not unknown:
        return ()
    return tuple(
        each.id for each in (base, *unknown) if rule.judge(each, each) != Verdict.SAME
    ) or tuple(each.id for each in (base, *unknown))
