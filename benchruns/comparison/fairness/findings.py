"""What makes a comparison unfair, what is the same, what nobody knows.

Every result is held against every other, since any of them may be called the best: two
that differ are told even where nothing is known of the baseline. The sentences are in
``benchruns.sentences.fairness``.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from benchruns.comparison.fairness.context import Context
from benchruns.comparison.fairness.names import names_of
from benchruns.comparison.fairness.rules.rule import Rule, Verdict, worst
from benchruns.comparison.fairness.rules.table import RULES
from benchruns.findings import Finding, Stated
from benchruns.vocabulary import Severity

NOT_STATED = "not_stated"
# Two contexts and what a rule says of them.
Judged = tuple[Context, Context, Verdict]
_GRAVEST_FIRST = (Severity.REFUSED, Severity.CAUTION, Severity.NOTE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference(Finding):
    """What sets ``contexts`` apart; its sentence calls each by its name in ``names``.

    ``values`` map the id of each to an exact value; they are empty where none is more
    exact than what is told of each. One that ``is_intended`` is what is compared.
    """

    contexts: tuple[Context, ...]
    names: Mapping[str, str]
    is_intended: bool = False
    is_of_cache_cost: bool = False


def find(
    contexts: Sequence[Context],
    *,
    baseline: str,
    intended: frozenset[str] = frozenset(),
) -> list[Finding]:
    """One finding a rule that sets results apart, the gravest first.

    ``results`` are the ids that it concerns, the baseline first if it is one of them;
    those that are as the baseline is are left to it. The severity is that of the worst
    pair. A code that is ``intended`` is what the user wants to compare: a note, unless
    it makes a figure incomparable. What is not stated for some is one note,
    ``not_stated``; it never counts as equal.
    """
    ordered = _ordered(contexts, baseline)
    names = names_of(contexts)
    judged = {code: _judged(rule, ordered) for code, rule in RULES.items()}
    found = [
        finding
        for code, pairs in judged.items()
        for finding in _of_rule(RULES[code], pairs, ordered, names, intended)
    ]
    found.sort(key=lambda finding: _GRAVEST_FIRST.index(Severity(finding.severity)))
    return [*found, *_not_stated(judged, ordered, names)]


def equal(contexts: Sequence[Context], baseline: str) -> list[str]:
    """The codes of the conditions that are known of all, and the same."""
    ordered = _ordered(contexts, baseline)
    if len(ordered) < 2:
        return []
    return [code for code, rule in RULES.items() if is_same_in_all(rule, ordered)]


def is_same_in_all(rule: Rule, contexts: Sequence[Context]) -> bool:
    """Whether the condition is known of all of at least two, and the same."""
    pairs = combinations(contexts, 2)
    return len(contexts) > 1 and all(rule.judge(*p) == Verdict.SAME for p in pairs)


def differs_in_some(rule: Rule, contexts: Sequence[Context]) -> bool:
    """Whether the condition is known to differ between two of them."""
    return any(rule.judge(*pair).differs for pair in combinations(contexts, 2))


def _ordered(contexts: Sequence[Context], baseline: str) -> list[Context]:
    """The baseline first; KeyError where it is none of them."""
    by_id = {context.id: context for context in contexts}
    return [by_id.pop(baseline), *by_id.values()]


def _judged(rule: Rule, contexts: Sequence[Context]) -> list[Judged]:
    return [(*pair, rule.judge(*pair)) for pair in combinations(contexts, 2)]


def _of_rule(
    rule: Rule,
    pairs: Sequence[Judged],
    ordered: Sequence[Context],
    names: Mapping[str, str],
    intended: frozenset[str],
) -> Iterator[Difference]:
    different = [pair for pair in pairs if pair[2].differs]
    if not different:
        return
    severity = worst([verdict for _one, _other, verdict in different])
    concerned = _concerned(different, pairs, ordered)
    is_intended = rule.code in intended and severity != Verdict.REFUSED
    yield Difference(
        code=rule.code,
        severity=Severity.NOTE if is_intended else Severity(severity.value),
        results=tuple(context.id for context in concerned),
        values={each.id: rule.value(each) for each in concerned} if rule.value else {},
        contexts=tuple(concerned),
        names=names,
        is_intended=is_intended,
    )


def _concerned(
    different: Sequence[Judged], pairs: Sequence[Judged], ordered: Sequence[Context]
) -> list[Context]:
    """Those of pairs that differ; of those alike to a baseline that does, it alone."""
    base = ordered[0]
    ids = {each.id for one, other, _verdict in different for each in (one, other)}
    alike = {o.id for one, o, v in pairs if one is base and v == Verdict.SAME}
    if base.id in ids:
        ids -= alike
    return [each for each in ordered if each.id in ids]


def _not_stated(
    judged: Mapping[str, Sequence[Judged]],
    ordered: Sequence[Context],
    names: Mapping[str, str],
) -> Iterator[Stated]:
    """One note on all conditions that cannot be compared for want of a value."""
    lacking = {
        RULES[code]: _lacking(RULES[code], pairs, ordered)
        for code, pairs in judged.items()
    }
    groups: dict[tuple[str, ...], list[Rule]] = {}
    for rule, ids in lacking.items():
        if ids:
            groups.setdefault(ids, []).append(rule)
    if not groups:
        return
    concerned = {key for ids in groups for key in ids}
    yield Stated(
        code=NOT_STATED,
        severity=Severity.NOTE,
        results=tuple(each.id for each in ordered if each.id in concerned),
        values={rule.code: None for rules in groups.values() for rule in rules},
        facts={
            "unknown": [
                {
                    "conditions": [rule.code for rule in rules],
                    # None: of all of them
                    "names": [names[key] for key in ids]
                    if len(ids) < len(ordered)
                    else None,
                }
                for ids, rules in groups.items()
            ]
        },
    )


def _lacking(
    rule: Rule, pairs: Sequence[Judged], ordered: Sequence[Context]
) -> tuple[str, ...]:
    """Those of which the condition is not known, the baseline first.

    A context that cannot be compared even with itself is one of them, and one that
    states less of it than another does.
    """
    ids = {
        each.id
        for one, other, verdict in pairs
        if verdict == Verdict.UNKNOWN
        for each in (one, other)
    }
    concerned = [each for each in ordered if each.id in ids]
    unknown = [
        each
        for each in concerned
        if rule.judge(each, each) != Verdict.SAME
        or any(rule.parts(other) > rule.parts(each) for other in concerned)
    ]
    return tuple(each.id for each in unknown or concerned)
