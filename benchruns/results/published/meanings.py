"""What a published row's figures mean by its own paper, which wins over our tools' words."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from benchruns.results.published.cells import DATA, read

_NOTHING: Mapping[str, str] = MappingProxyType({})


def printed_meanings(campaign: str, workload: str) -> Mapping[str, str]:
    """By the figure's name; empty for a campaign that is no paper's."""
    return _by_load().get((campaign, workload), _NOTHING)


@cache
def _by_load() -> Mapping[tuple[str, str], Mapping[str, str]]:
    """Read once a process: the file comes with the release."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for line in read(DATA, "meanings.csv"):
        for campaign in line.items("campaigns"):
            load = campaign, line.required("workload")
            meaning = line.required("meaning")
            found.setdefault(load, {})[line.required("figure")] = meaning
    return found
