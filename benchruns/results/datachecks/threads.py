"""A rule about method: one thread count for both regimes of a class."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from benchruns.findings import Finding
from benchruns.results.datachecks.pairs import grouped, of_one_method
from benchruns.results.datachecks.row import Row
from benchruns.vocabulary import Severity


def threads_differ(rows: Sequence[Row]) -> Iterator[tuple[str, Finding]]:
    """A class whose regimes differ in threads, where most other classes' do not.

    Where most classes vary their threads, variation is the method and no irregularity.
    """
    known = [row for row in of_one_method(rows) if row.regime and row.threads]
    for method in grouped(known, lambda r: (r.method, r.workload)):
        classes = [
            group
            for group in grouped(method, lambda r: (r.class_code,))
            if len({row.regime for row in group}) > 1
        ]
        uneven = [group for group in classes if _differing_pairs(group)]
        even = len(classes) - len(uneven)
        for group in uneven:
            others_uneven = len(uneven) - 1
            if even > others_uneven:
                yield from _findings(group, even=even)


def _differing_pairs(group: Sequence[Row]) -> list[tuple[Row, Row]]:
    by_regime = sorted(group, key=lambda row: row.regime or "")
    return [
        (first, second)
        for first, second in combinations(by_regime, 2)
        if first.regime != second.regime and first.threads != second.threads
    ]


def _findings(group: Sequence[Row], *, even: int) -> Iterator[tuple[str, Finding]]:
    for first, second in _differing_pairs(group):
        yield first.id, _finding(first, second, other=second, even=even)
        yield second.id, _finding(first, second, other=first, even=even)


def _finding(first: Row, second: Row, *, other: Row, even: int) -> Finding:
    return Finding(
        code="threads_differ",
        severity=Severity.CAUTION,
        results=(other.id,),
        values={
            "class": first.class_code,
            "vcpus": first.vcpus,
            "memory_gb": first.memory_gb,
            f"threads_{first.regime}": first.threads,
            f"threads_{second.regime}": second.threads,
            "other_classes_with_one_count": even,
        },
    )
