"""What a result by itself says against comparing it: doubted, left out, not current."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from benchruns.comparison.fairness.context import Context
from benchruns.comparison.fairness.names import names_of
from benchruns.comparison.fairness.rules.data import has_sized_data
from benchruns.figures.alike import is_alike
from benchruns.findings import Finding, Stated, doubts, read
from benchruns.models import Result
from benchruns.vocabulary import Provenance, ResultStatus, Severity

NOT_CURRENT = (ResultStatus.DRAFT, ResultStatus.WITHDRAWN, ResultStatus.SUPERSEDED)


def left_out(results: Sequence[Result]) -> Iterator[Finding]:
    """One finding on what owners left out, one on what staff did."""
    excluded = [result for result in results if result.exclusion]
    by_owner = [result for result in excluded if _is_by_owner(result)]
    by_staff = [result for result in excluded if result not in by_owner]
    for group in (by_owner, by_staff):
        if group:
            yield Stated(
                code="excluded",
                severity=Severity.CAUTION,
                results=_ids(group),
                facts={
                    "is_by_owner": group is by_owner,
                    "reasons": [r.exclusion.reason for r in group if r.exclusion],
                },
            )


def doubted(results: Sequence[Result]) -> list[Finding]:
    """What doubts each row; what names another of them is found of the two.

    Rows that were measured for as short a time share one doubt, that of the shortest.
    """
    shown = set(_ids(results))
    found: list[Finding] = []
    for result in results:
        for doubt in doubts(map(read, result.findings)):
            if shown.isdisjoint(doubt.results):
                _add(replace(doubt, results=(str(result.pk),)), found)
    return found


def _add(doubt: Finding, found: list[Finding]) -> None:
    for place, each in enumerate(found):
        if _is_as_short(each, doubt):
            shortest = min(each, doubt, key=lambda one: one.values["seconds"])
            both = (*each.results, *doubt.results)
            found[place] = replace(shortest, results=both)
            return
    found.append(doubt)


def _is_as_short(one: Finding, other: Finding) -> bool:
    times = [each.values.get("seconds") for each in (one, other)]
    is_short = one.code == other.code == "short"
    return is_short and None not in times and is_alike(*times)


def claimed_regimes(results: Sequence[Result]) -> Iterator[Finding]:
    """The regime of a submitted result is what its submitter says."""
    claimed = [
        result
        for result in results
        if result.provenance == Provenance.SUBMITTED and result.regime
    ]
    if claimed:
        yield Finding(
            code="claimed_regime",
            severity=Severity.NOTE,
            results=_ids(claimed),
            values={str(result.pk): result.regime for result in claimed},
        )


def unknown_regimes(contexts: Sequence[Context]) -> Iterator[Finding]:
    """Where others of the same test name theirs: it may be another one of the server."""
    sized = [context for context in contexts if has_sized_data(context)]
    unknown = [context for context in sized if context.regime is None]
    if 0 < len(unknown) < len(sized):
        names = names_of(contexts)
        yield Stated(
            code="regime_unknown",
            severity=Severity.CAUTION,
            results=tuple(context.id for context in unknown),
            facts={"names": [names[context.id] for context in unknown]},
        )


def not_current(results: Sequence[Result]) -> Iterator[Finding]:
    """What stands in no list: a draft, withdrawn or superseded; one finding a status."""
    for status in NOT_CURRENT:
        found = [result for result in results if result.status == status]
        if found:
            yield Finding(
                code=status.value, severity=Severity.CAUTION, results=_ids(found)
            )


def _ids(results: Sequence[Result]) -> tuple[str, ...]:
    return tuple(str(result.pk) for result in results)


def _is_by_owner(result: Result) -> bool:
    exclusion = result.exclusion
    return exclusion is not None and exclusion.excluded_by_id == result.owner_id
