"""Whether class and region are the stated provider's, as far as either is known here."""

from collections.abc import Iterator, Sequence
from typing import Any

from benchruns.findings import Finding
from benchruns.models import Provider
from benchruns.names.regions import Region, regions_in
from benchruns.names.rules import provider_slug
from benchruns.submissions.checks.outcome import Outcome, named
from benchruns.submissions.understanding.understood import Run

OF_CLASS, OF_REGION = "class_provider", "region"
CODES = (OF_CLASS, OF_REGION)
PLACES = ("region", "client_region")  # fields that name a region


def of_class(runs: Sequence[Run]) -> Finding | None:
    """Accepted, a class of another provider would stand in lists as this one's.

    None where nobody knows its code yet.
    """
    others = [
        {
            "instance_class": row.code,
            "provider": row.provider.name,
            "stated": _name(run),
        }
        for run in runs
        for row in run.namesakes
    ]
    if others:
        return Finding(
            code=OF_CLASS, severity=Outcome.CAUTION, values=named(_once(others))
        )
    if any(run.instance_class for run in runs):
        return Finding(code=OF_CLASS, severity=Outcome.OK)
    return None


def of_region(runs: Sequence[Run]) -> Finding | None:
    """None where no region of the provider is stated; not all are known here."""
    places = list(_places(runs))
    odd = [
        (run, field, regions)
        for run, field, regions in places
        if len(regions) > 1 or _is_elsewhere(run, field, regions)
    ]
    if odd:
        slugs = {each.provider for _run, _field, regions in odd for each in regions}
        names = dict(Provider.objects.filter(pk__in=slugs).values_list("slug", "name"))
        told = [
            {
                "field": field,
                "regions": [
                    {
                        "region": each.name,
                        "provider": names.get(each.provider, each.provider),
                    }
                    for each in regions
                ],
                "stated": _name(run),
            }
            for run, field, regions in odd
        ]
        return Finding(
            code=OF_REGION, severity=Outcome.CAUTION, values=named(_once(told))
        )
    if any(field == PLACES[0] for _run, field, _regions in places):
        return Finding(code=OF_REGION, severity=Outcome.OK)
    return None


def _places(runs: Sequence[Run]) -> Iterator[tuple[Run, str, list[Region]]]:
    for run in runs:
        for field in PLACES:
            regions = regions_in(run.value(field) or "", _slug(run))
            if regions:
                yield run, field, regions


def _is_elsewhere(run: Run, field: str, regions: Sequence[Region]) -> bool:
    """The server is its provider's; a client may stand with another one."""
    return field == PLACES[0] and any(each.provider != _slug(run) for each in regions)


def _slug(run: Run) -> str:
    return run.provider.pk if run.provider else provider_slug(_name(run))


def _name(run: Run) -> str:
    return run.provider.name if run.provider else run.value("provider") or ""


def _once(values: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [each for n, each in enumerate(values) if each not in values[:n]]
