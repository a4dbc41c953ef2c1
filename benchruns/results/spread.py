"""Whether the repeats of a load agree: what is measured alike should come out alike."""

from collections.abc import Iterable

from benchruns.figures.metrics import LEADING_SPEEDS
from benchruns.figures.statistics import summary
from benchruns.findings import Finding
from benchruns.models import Result
from benchruns.vocabulary import Severity

CODE = "repeats_differ"
MOST_APART = 0.1  # of their median, from the lowest to the highest


def disagreement(repeats: Iterable[Result]) -> Finding | None:
    """Of the first speed that two and more of them have; what is excluded does not count."""
    counted = [each for each in repeats if each.exclusion_id is None]
    for figure in LEADING_SPEEDS:
        known = [
            (v, each) for each in counted if (v := getattr(each, figure)) is not None
        ]
        if len(known) > 1:
            return _of_known(figure, known)
    return None


def _of_known(figure: str, known: list[tuple[float, Result]]) -> Finding | None:
    all_of = summary([value for value, _result in known])
    apart = all_of.highest - all_of.lowest
    if not all_of.median or apart <= MOST_APART * all_of.median:
        return None
    return Finding(
        code=CODE,
        severity=Severity.CAUTION,
        results=tuple(str(result.pk) for _value, result in known),
        values={
            "figure": figure,
            "count": all_of.count,
            "lowest": all_of.lowest,
            "highest": all_of.highest,
            "apart": round(apart / all_of.median, 4),
        },
    )
