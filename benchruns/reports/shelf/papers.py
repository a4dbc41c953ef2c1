"""How many results stand in each paper, and in each of its tables."""

from collections import defaultdict
from typing import NamedTuple

from django.db.models import Count

from benchruns.models.results import ResultQuerySet
from benchruns.results.version_summaries import Key
from benchruns.vocabulary import Provenance


class Table(NamedTuple):
    """A paper's section with figures of one campaign, by its slug."""

    source: str
    section: str
    campaign: str
    rows: int


def papers_of(results: ResultQuerySet) -> dict[str, int]:
    """Of these, by the source that printed them; one query."""
    return dict(
        results.filter(provenance=Provenance.PUBLISHED, source__isnull=False)
        .order_by()
        .values_list("source_id")
        .annotate(Count("pk"))
    )


def tables_of(results: ResultQuerySet) -> dict[Key, list[Table]]:
    """Of these, by engine and version; one query."""
    found: dict[Key, list[Table]] = defaultdict(list)
    for engine, version, *table in (
        results.filter(
            provenance=Provenance.PUBLISHED,
            source__isnull=False,
            campaign__isnull=False,
        )
        .order_by()
        .values_list(
            *("engine", "engine_version"),
            *("source_id", "source_section", "campaign__slug"),
        )
        .annotate(Count("pk"))
    ):
        found[engine, version].append(Table(*table))
    return dict(found)
