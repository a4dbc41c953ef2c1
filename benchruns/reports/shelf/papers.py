"""How many results stand in each paper."""

from django.db.models import Count

from benchruns.models.results import ResultQuerySet
from benchruns.vocabulary import Provenance


def papers_of(results: ResultQuerySet) -> dict[str, int]:
    """Of these, by the source that printed them; one query."""
    return dict(
        results.filter(provenance=Provenance.PUBLISHED, source__isnull=False)
        .order_by()
        .values_list("source_id")
        .annotate(Count("pk"))
    )
