"""What stands against a comparison, over all the loads that it shows."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from benchruns.comparison import fairness
from benchruns.comparison.fairness import RULES
from benchruns.comparison.fairness.axes import Comparable, Refusal
from benchruns.comparison.fairness.context import Context
from benchruns.comparison.fairness.findings import differs_in_some, is_same_in_all
from benchruns.comparison.own_findings import (
    claimed_regimes,
    doubted,
    left_out,
    not_current,
    unknown_regimes,
)
from benchruns.findings import OF_REGIME, Finding, Stated
from benchruns.models import Result
from benchruns.results import staleness
from benchruns.results.row import Row
from benchruns.vocabulary import Severity

SAME_CONFIGURATION = "same_configuration"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """Of one set of rows; ``equal`` names what all share, if there are ``several``.

    ``other_tests`` are the codes of what makes them different tests, and ``own_doubts`` are
    those of the findings that a row bears by itself, whatever stands beside it.
    """

    several: bool = False
    findings: tuple[Finding, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    comparable: tuple[Comparable, ...] = ()
    equal: tuple[str, ...] = ()
    other_tests: tuple[str, ...] = ()
    own_doubts: tuple[Finding, ...] = ()

    @property
    def in_doubt(self) -> frozenset[str]:
        """The results that bear a doubt of their own."""
        return frozenset(key for each in self.own_doubts for key in each.results)

    @property
    def refused(self) -> dict[str, frozenset[str]]:
        """By figure, the results that cannot share the axis of its other results."""
        found: dict[str, frozenset[str]] = {}
        for refusal in self.refusals:
            known = found.get(refusal.figure, frozenset())
            found[refusal.figure] = known.union(refusal.results)
        return found


def judge(
    results: Sequence[Result],
    *,
    baseline: Result,
    contexts: Mapping[str, Context],
    known: Sequence[Finding] = (),
) -> Judgement:
    """Of the rows of one load. ``contexts`` are by result.

    ``known`` are those of the whole comparison (``known_of``); a row says its own even
    where it is the only one of its load, which by itself stands against nothing.
    """
    keys = {str(result.pk) for result in results}
    own_doubts = tuple(doubted(results))
    told = [
        *not_current(results),
        *staleness.of_several(results),
        *own_doubts,
        *(finding for finding in known if keys.intersection(finding.results)),
    ]
    if len(results) < 2:
        return Judgement(findings=tuple(told), own_doubts=own_doubts)
    shown = [contexts[str(result.pk)] for result in results]
    key = str(baseline.pk)
    intended = subject_of(shown)
    found = fairness.find(shown, baseline=key, intended=intended)
    other_tests = tuple(fairness.other_tests(shown, intended))
    regimes = [
        *claimed_regimes(results),
        *(() if other_tests else unknown_regimes(shown)),
    ]
    return Judgement(
        several=True,
        findings=(*told, *found, *left_out(results), *regimes),
        refusals=tuple(fairness.refusals(shown, baseline=key)),
        comparable=tuple(fairness.comparable(shown, baseline=key)),
        equal=tuple(_equal(shown, key, own_doubts)),
        other_tests=other_tests,
        own_doubts=own_doubts,
    )


def _equal(
    shown: Sequence[Context], key: str, own_doubts: Sequence[Finding]
) -> list[str]:
    """A regime that is in doubt is not one that all share."""
    is_doubted = any(each.code in OF_REGIME for each in own_doubts)
    equal = fairness.equal(shown, baseline=key)
    return [code for code in equal if not (is_doubted and code == "regime")]


def known_of(results: Sequence[Result]) -> list[Finding]:
    """What data checks found between any two, of whatever loads they are."""
    findings = {str(result.pk): result.findings for result in results}
    return fairness.known_between(findings, ids=findings)


def subject_of(contexts: Sequence[Context]) -> frozenset[str]:
    """The condition that they seem to be compared for: it differs on purpose.

    It is one alone, or what else differs would pass for intended, too: sizes of one
    family, families at one size, or versions of one class. Regimes are two tests of a server.
    """
    is_one_service = all(_is_same(code, contexts) for code in ("provider", "engine"))
    families_differ = _differs("class_family", contexts)
    if _differs("size", contexts):
        is_one_family = is_one_service and not families_differ
        return frozenset({"size"} if is_one_family else ())
    if len({_class_of(each) for each in contexts}) > 1:
        return frozenset({"class_family"} if is_one_service else ())
    if len({(each.engine, each.engine_version) for each in contexts}) > 1:
        return frozenset({"engine", "engine_version"})
    return frozenset()


def _is_same(code: str, contexts: Sequence[Context]) -> bool:
    return is_same_in_all(RULES[code], contexts)


def _differs(code: str, contexts: Sequence[Context]) -> bool:
    return differs_in_some(RULES[code], contexts)


def _class_of(context: Context) -> tuple[str | None, ...]:
    """A class is one engine's; a server that is none may run several."""
    if context.instance_class is None:
        return (None,)
    return context.provider, context.engine, context.instance_class


def same_configuration(groups: Iterable[Sequence[Row]]) -> Iterable[Finding]:
    """Rows that repeat one configuration: then each stands for itself alone."""
    for rows in groups:
        yield Stated(
            code=SAME_CONFIGURATION,
            severity=Severity.NOTE,
            results=tuple(row.id for row in rows),
            facts={"count": len(rows)},
        )


def merged(judgements: Iterable[Judgement]) -> Judgement:
    """One of several loads; what is said of several is found for each of them."""
    every = list(judgements)
    return Judgement(
        several=any(judgement.several for judgement in every),
        findings=tuple(f for judgement in every for f in judgement.findings),
        refusals=tuple(dict.fromkeys(r for j in every for r in j.refusals)),
        comparable=tuple(dict.fromkeys(c for j in every for c in j.comparable)),
        equal=_in_all([judgement.equal for judgement in every if judgement.several]),
        other_tests=tuple(dict.fromkeys(code for j in every for code in j.other_tests)),
        own_doubts=tuple(f for judgement in every for f in judgement.own_doubts),
    )


def _in_all(lists: Sequence[Sequence[str]]) -> tuple[str, ...]:
    if not lists:
        return ()
    return tuple(name for name in lists[0] if all(name in other for other in lists))
