"""What papers say, where it is used, and the way to it."""

from collections import defaultdict
from typing import Any

from benchruns.figures.metrics import METRICS
from benchruns.reports.result import OTHER_FIGURES
from benchruns.sources.facts import Fact, facts_at
from portal.links import sources as links


def fact_places(fact: Fact) -> list[links.Place]:
    """Where else a fact is shown; its source's page shows every one."""
    return [links.place_of(name) for name in fact.places]


def paper_facts(*names: str) -> dict[str, Any]:
    """The facts of a place, paper by paper: ``{% paper_facts "workload" "tpcc" %}``."""
    by_paper: dict[str, list[Fact]] = defaultdict(list)
    for fact in facts_at("/".join(names)):
        by_paper[fact.source].append(fact)
    return {"papers": list(by_paper.items())}


def figure_label(name: str) -> str:
    if name in METRICS:
        return str(METRICS[name].label)
    return str(OTHER_FIGURES[name][0])


def figure_unit(name: str) -> str:
    return METRICS[name].unit if name in METRICS else OTHER_FIGURES[name][1]
