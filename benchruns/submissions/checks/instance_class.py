"""Checks against what is known of the class, and of larger and smaller ones."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import median
from typing import Any
from uuid import UUID

from benchruns.comparison.fairness import NOT_STATED
from benchruns.comparison.fairness.other_tests import other_tests
from benchruns.comparison.fairness.results import context_of
from benchruns.figures.metrics import LEADING_SPEEDS
from benchruns.findings import Finding
from benchruns.models import Result
from benchruns.results.datachecks import far_above
from benchruns.results.datachecks.results import row_of
from benchruns.submissions.checks.neighbours import Beside, is_of_load, of_class
from benchruns.submissions.checks.outcome import Outcome
from benchruns.submissions.checks.repeats import load_of
from benchruns.vocabulary import Provenance, Severity

# Published rows of one class under one load differ by up to 1.6 between versions and
# durations; five times is another load, another class, or a wrong unit.
UNUSUAL, UNLIKELY = 2.0, 5.0
# A larger class is at times slower by a few per cent; by half it is not.
OUT_OF_ORDER = 1.5
CODES = frozenset({"plausible", "class_order"})
# Classes beside which a result is out of order.
LARGER, SMALLER, SAME_SIZE, NEXT = "larger", "smaller", "same_size", "next"
# Of repeats the one that a check is about.
LOWEST, HIGHEST, ONE = "lowest", "highest", "one"


def plausible(results: Sequence[Result], rows: Sequence[Result]) -> Finding | None:
    """Each result against the median of its class under its load.

    Of rows of its version and test alone, where there are any: those of another version,
    of a shorter test or of other data have another figure for their own reasons. Of repeats
    the one that is furthest from it counts, and is named. One that is far above the vendor's
    own is doubted by a finding, which everybody reads.
    """
    far = _far_above(results)
    found = [
        (result, *beside)
        for result in results
        if (beside := _beside_class(result, rows))
    ]
    if not found:
        return far
    result, ratio, name, count, is_alike = max(found, key=lambda each: _apart(each[1]))
    values = {
        "ratio": ratio,
        "rows": count,
        "figure": name,
        "is_alike": is_alike,
        **_among_repeats(result, results, figure=name),
    }
    if far:
        return replace(far, values={**values, **far.values})
    return Finding(
        code="plausible",
        severity=_outcome(_apart(ratio)),
        results=(str(result.pk),),
        values=values,
    )


def _among_repeats(
    result: Result, results: Sequence[Result], *, figure: str
) -> dict[str, Any]:
    """How many repeats it has, and which of them it is; empty where all are the same."""
    load = load_of(result)
    repeats = [each for each in results if load_of(each) == load]
    known = [v for each in repeats if (v := getattr(each, figure)) is not None]
    if len(set(known)) < 2:
        return {}
    ends = {min(known): LOWEST, max(known): HIGHEST}
    which = ends.get(getattr(result, figure), ONE)
    return {"repeats": len(known), "repeat": which}


def _far_above(results: Sequence[Result]) -> Finding | None:
    doubts = [
        (result, finding)
        for result in results
        for finding in result.findings
        if finding["code"] == far_above.CODE
    ]
    if not doubts:
        return None
    return Finding(
        code="plausible",
        severity=Outcome.CAUTION,
        results=tuple(str(result.pk) for result, _finding in doubts),
        values={"finding": doubts[0][1]},
    )


def too_fast(results: Sequence[Result], rows: Sequence[Result]) -> set[UUID]:
    """Those that these checks doubt for more than their class, or a larger one, reached.

    One far below is a slow test: it claims nothing that a reader would buy a class for.
    """
    return {each.pk for each in results if _is_too_fast(each, rows)}


def _is_too_fast(result: Result, rows: Sequence[Result]) -> bool:
    if _far_above([result]):
        return True
    compared = _beside_class(result, rows)
    if compared and compared[0] > UNLIKELY:
        return True
    alike = _of_sizes(result, rows)
    nearest = _nearest(result, alike)
    return (nearest is not None and nearest[0] > UNLIKELY) or any(
        ratio > OUT_OF_ORDER and beside == LARGER
        for ratio, _row, beside in _out_of_order(result, alike)
    )


def _beside_class(
    result: Result, rows: Sequence[Result]
) -> tuple[float, str, int, bool] | None:
    of_any = of_class(result, rows)
    alike = [row for row in of_any if _is_alike(result, row)]
    compared = _against_class(result, alike or of_any)
    return (*compared, bool(alike)) if compared else None


def _is_alike(result: Result, row: Result) -> bool:
    """The same version, and a test of about the same duration on about as much data."""
    return row.engine_version == result.engine_version and not other_tests(
        [context_of(result), context_of(row)], frozenset()
    )


def _against_class(
    result: Result, rows: Sequence[Result]
) -> tuple[float, str, int] | None:
    for name in LEADING_SPEEDS:
        ours = getattr(result, name)
        theirs = [v for row in rows if (v := getattr(row, name))]
        if ours and theirs:
            return ours / median(theirs), name, len(theirs)
    return None


def _apart(ratio: float) -> float:
    return max(ratio, 1 / ratio)


def _outcome(apart: float) -> Outcome:
    if apart > UNLIKELY:
        return Outcome.CAUTION
    return Outcome.NOTE if apart > UNUSUAL else Outcome.OK


def sizes(results: Sequence[Result], rows: Sequence[Result]) -> Finding | None:
    """Not far above every larger class that was published, nor the next one, nor below
    every smaller; on its version alone, where there are any."""
    judged = False
    for result in results:
        alike = _of_sizes(result, rows)
        for ratio, row, beside in _out_of_order(result, alike):
            judged = True
            if ratio > OUT_OF_ORDER:
                return _odd(result, row, ratio, beside)
        if nearest := _nearest(result, alike):
            ratio, row, beside = nearest
            if ratio > UNUSUAL:
                return _odd(result, row, ratio, beside, severity=_outcome(ratio))
    if not judged:
        return None
    return Finding(code="class_order", severity=Outcome.OK)


def _of_sizes(result: Result, rows: Sequence[Result]) -> list[Result]:
    """What was published of its load, of any class."""
    of_any = [
        row
        for row in rows
        if row.provenance == Provenance.PUBLISHED and is_of_load(result, row)
    ]
    own = [row for row in of_any if row.engine_version == result.engine_version]
    return own or of_any


def _out_of_order(
    result: Result, rows: Sequence[Result]
) -> Iterator[tuple[float, Result, str]]:
    """How far it is beyond the best larger class, and below the worst smaller one."""
    ours = row_of(result)
    speed, known = _known(result, rows)
    larger = [pair for pair in known if row_of(pair[0]).is_larger_than(ours)]
    smaller = [pair for pair in known if ours.is_larger_than(row_of(pair[0]))]
    if larger:
        row, value = max(larger, key=lambda pair: pair[1])
        yield getattr(result, speed) / value, row, LARGER
    if smaller:
        row, value = min(smaller, key=lambda pair: pair[1])
        yield value / getattr(result, speed), row, SMALLER


def _nearest(
    result: Result, rows: Sequence[Result]
) -> tuple[float, Result, str] | None:
    """How far it is beyond the best of other classes of its size, else of the next larger:
    the largest of all may be so far that nothing stands out beside it."""
    ours = row_of(result)
    others = [r for r in rows if r.instance_class_id != result.instance_class_id]
    speed, known = _known(result, others)
    sized = [(row_of(row), row, value) for row, value in known]
    alike = [each for each in sized if ours.size and each[0].size == ours.size]
    beside = SAME_SIZE if alike else NEXT
    if not alike:
        larger = [each for each in sized if each[0].is_larger_than(ours)]
        least = min((each[0].size or () for each in larger), default=())
        alike = [each for each in larger if each[0].size == least]
    if not alike:
        return None
    _, row, value = max(alike, key=lambda each: each[2])
    return getattr(result, speed) / value, row, beside


def _known(
    result: Result, rows: Sequence[Result]
) -> tuple[str, list[tuple[Result, float]]]:
    """The figure that the result leads with, and the rows that have it."""
    speed = next((name for name in LEADING_SPEEDS if getattr(result, name)), "")
    return speed, [(row, v) for row in rows if speed and (v := getattr(row, speed))]


def _odd(
    result: Result,
    row: Result,
    ratio: float,
    beside: str,
    *,
    severity: Outcome = Outcome.CAUTION,
) -> Finding:
    return Finding(
        code="class_order",
        severity=severity,
        results=(str(result.pk), str(row.pk)),
        values={
            "ratio": ratio,
            "beside": beside,
            "instance_class": row.instance_class.code if row.instance_class else None,
            "vcpus": row.vcpus,
            "memory_gb": row.memory_gb,
        },
    )


def fair(beside: Mapping[Any, Beside]) -> Finding | None:
    """What would make a comparison with the closest row of its class unfair."""
    with_rows = [each for each in beside.values() if each.neighbours]
    if not with_rows:
        return None
    findings = [finding for each in with_rows for finding in each.findings]
    weighty = [f for f in findings if f.severity != Severity.NOTE]
    codes = dict.fromkeys(f.code for f in weighty)
    if not codes:
        unknown = [finding for finding in findings if finding.code == NOT_STATED]
        return Finding(
            code="fairness",
            severity=Outcome.NOTE if unknown else Outcome.OK,
            values={"finding": unknown[-1].as_dict()} if unknown else {},
        )
    return Finding(
        code="fairness",
        severity=Outcome.NOTE,
        results=tuple(dict.fromkeys(key for f in weighty for key in f.results)),
        values={"codes": list(codes)},
    )
