"""Submitted figures far above what the vendor itself reached: a doubt of the figure.

Held against the vendor's own rows alone: a run of this portal may have been asked to load
a server gently, and another vendor's machines may be faster.
"""

from collections.abc import Collection, Mapping, Sequence

from django.contrib.auth.models import AnonymousUser

from benchruns.figures.metrics import LEADING_SPEEDS
from benchruns.findings import Finding
from benchruns.models import Result
from benchruns.vocabulary import Doubt, Provenance, Severity

CODE = "far_above_vendor"
# Published rows of one class under one load differ by up to 1.6 between versions and
# durations: nearly twice that is no other test of the same class any more.
OF_CLASS = 3.0
# A larger class may seem slower by those 1.6, and at times is by a few per cent: not by
# more than both together.
OF_LARGER = 2.0
_SHOWN = (
    *("provider", "instance_class__code", "vcpus", "memory_gb"),
    *("engine", "engine_version", "workload", "variant", "regime"),
    *LEADING_SPEEDS,
)


Load = tuple[str | None, str, str, str]
Published = Mapping[Load, Sequence[Result]]


def vendor_rows(rows: Collection[Result]) -> Published:
    """What the providers of these rows published, by load; one query."""
    providers = {row.provider_id for row in rows if row.provider_id}
    if not providers:
        return {}
    found = (
        Result.objects.visible_to(AnonymousUser())
        .counted()
        .filter(provenance=Provenance.PUBLISHED, provider__in=providers)
        .filter(engine__in={row.engine for row in rows})
        .filter(workload__in={row.workload for row in rows})
        .exclude(doubt=Doubt.FIGURE)
        .select_related("instance_class")
        .only(*_SHOWN)
        .order_by("pk")
    )
    by_load: dict[Load, list[Result]] = {}
    for row in found:
        by_load.setdefault(_load(row), []).append(row)
    return by_load


def mark(row: Result, published: Published) -> Finding | None:
    """Beside the best of its own class, which is the nearer one, else of all larger ones."""
    figure = next((name for name in LEADING_SPEEDS if getattr(row, name)), "")
    of_load = [
        each
        for each in published.get(_load(row), ())
        if figure and getattr(each, figure) and _is_of_regime(row, each)
    ]
    of_class = [each for each in of_load if _is_of_class(row, each)]
    larger = [each for each in of_load if _is_larger(each, row)]
    for found, most in ((of_class, OF_CLASS), (larger, OF_LARGER)):
        same = [each for each in found if each.engine_version == row.engine_version]
        best = max(same or found, key=lambda each: getattr(each, figure), default=None)
        if best and getattr(row, figure) > most * getattr(best, figure):
            return _finding(row, best, figure, is_of_class=found is of_class)
    return None


def _load(row: Result) -> Load:
    return row.provider_id, row.engine, row.workload, row.variant


def _is_of_regime(row: Result, other: Result) -> bool:
    """One that is not determined fits both."""
    return row.regime is None or other.regime in (None, row.regime)


def _is_of_class(row: Result, other: Result) -> bool:
    class_id = row.instance_class_id
    return class_id is not None and other.instance_class_id == class_id


def _is_larger(other: Result, row: Result) -> bool:
    """More vCPUs or memory and not less of either; not where a size is unknown."""
    sizes = (other.vcpus, row.vcpus), (other.memory_gb, row.memory_gb)
    known = [(a, b) for a, b in sizes if a is not None and b is not None]
    return (
        len(known) == len(sizes)
        and all(theirs >= ours for theirs, ours in known)
        and any(theirs > ours for theirs, ours in known)
    )


def _finding(row: Result, best: Result, figure: str, *, is_of_class: bool) -> Finding:
    size = best.instance_class
    return Finding(
        code=CODE,
        severity=Severity.CAUTION,
        results=(str(best.pk),),
        values={
            "figure": figure,
            "here": getattr(row, figure),
            "best": getattr(best, figure),
            "is_of_class": is_of_class,
            "instance_class": size.code if size else None,
            "vcpus": best.vcpus,
            "memory_gb": best.memory_gb,
        },
    )
