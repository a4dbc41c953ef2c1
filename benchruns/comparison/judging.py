"""What stands against a comparison, over all the loads that it shows."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from benchruns import fairness
from benchruns.engine_report.rows import Row
from benchruns.fairness.axes import Comparable, Refusal
from benchruns.fairness.context import Context
from benchruns.findings import Finding
from benchruns.models import Result
from benchruns.vocabulary import Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """Of one set of rows against their baseline; ``equal`` names what all share."""

    findings: tuple[Finding, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    comparable: tuple[Comparable, ...] = ()
    equal: tuple[str, ...] = ()

    @property
    def refused(self) -> dict[str, frozenset[str]]:
        """By figure, the results that cannot be held against the baseline's."""
        found: dict[str, frozenset[str]] = {}
        for refusal in self.refusals:
            known = found.get(refusal.figure, frozenset())
            found[refusal.figure] = known.union(refusal.results)
        return found


def judge(
    results: Sequence[Result], *, baseline: Result, contexts: Mapping[str, Context]
) -> Judgement:
    """Fewer than two results stand against nothing. ``contexts`` are by result."""
    if len(results) < 2:
        return Judgement()
    shown = [contexts[str(result.pk)] for result in results]
    key = str(baseline.pk)
    found = fairness.find(shown, baseline=key, intended=subject_of(results))
    known = fairness.known_between(
        {str(r.pk): r.findings for r in results}, ids={str(r.pk) for r in results}
    )
    return Judgement(
        findings=(*known, *found, *_left_out(results)),
        refusals=tuple(fairness.refusals(shown, baseline=key)),
        comparable=tuple(fairness.comparable(shown, baseline=key)),
        equal=tuple(fairness.equal(shown, baseline=key)),
    )


def subject_of(results: Sequence[Result]) -> frozenset[str]:
    """The condition that the results seem to be compared for: it differs on purpose.

    Classes or sizes before versions before regimes: with classes that differ, another
    version is no purpose but a caution.
    """
    if len({(r.instance_class_id, r.vcpus, r.memory_gb) for r in results}) > 1:
        return frozenset({"size", "class_family"})
    if len({(r.engine, r.engine_version) for r in results}) > 1:
        return frozenset({"engine", "engine_version"})
    if len({r.regime for r in results}) > 1:
        return frozenset({"regime", "data_size", "table_size"})
    return frozenset()


def _left_out(results: Sequence[Result]) -> Iterable[Finding]:
    excluded = [result for result in results if result.exclusion]
    if excluded:
        yield Finding(
            code="excluded",
            severity=Severity.CAUTION,
            message=_("Left out by its owner as an outlier: %(reasons)s")
            % {
                "reasons": "; ".join(
                    r.exclusion.reason for r in excluded if r.exclusion
                )
            },
            results=tuple(str(result.pk) for result in excluded),
            why=_("It counts in no median and no maximum elsewhere."),
            remedy=_("Compare one of its repeats, or undo the exclusion."),
        )


def same_configuration(groups: Iterable[Sequence[Row]]) -> Iterable[Finding]:
    """Rows that repeat one configuration: then each stands for itself alone."""
    for rows in groups:
        yield Finding(
            code="same_configuration",
            severity=Severity.NOTE,
            message=_("%(count)d of these are repeats of one configuration.")
            % {"count": len(rows)},
            results=tuple(row.id for row in rows),
            why=_("They differ by chance alone, so each is shown as a single run."),
            remedy=_("Read their spread as the noise of this server."),
        )


def merged(judgements: Iterable[Judgement]) -> Judgement:
    """One of several loads: what is said of several is said once, of all its results."""
    every = list(judgements)
    findings: dict[tuple[str, str], Finding] = {}
    for finding in (f for judgement in every for f in judgement.findings):
        known = findings.get((finding.code, finding.message))
        findings[finding.code, finding.message] = (
            _joined(known, finding) if known else finding
        )
    judged = [j for j in every if j.equal or j.findings or j.refusals]
    return Judgement(
        findings=tuple(sorted(findings.values(), key=_weight)),
        refusals=tuple(dict.fromkeys(r for j in every for r in j.refusals)),
        comparable=tuple(dict.fromkeys(c for j in every for c in j.comparable)),
        equal=_in_all([judgement.equal for judgement in judged]),
    )


def _joined(one: Finding, other: Finding) -> Finding:
    values: Mapping[str, object] = {**one.values, **other.values}
    results = tuple(dict.fromkeys((*one.results, *other.results)))
    return replace(one, results=results, values=dict(values))


def _weight(finding: Finding) -> int:
    order = (Severity.REFUSED, Severity.CAUTION, Severity.NOTE)
    return order.index(Severity(finding.severity))


def _in_all(lists: Sequence[Sequence[str]]) -> tuple[str, ...]:
    if not lists:
        return ()
    return tuple(name for name in lists[0] if all(name in other for other in lists))
