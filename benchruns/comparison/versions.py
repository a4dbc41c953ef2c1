"""The engine versions that the classes of a comparison were tested on."""

from benchruns.comparison.asked import Asked
from benchruns.comparison.candidates import Viewer, places_of
from benchruns.models import Result
from benchruns.results.engine_versions import age_of


def versions_of(asked: Asked, *, user: Viewer) -> list[str]:
    """From old to new; none where single results are compared. One query at most."""
    if asked.is_of_results:
        return []
    results = Result.objects.visible_to(user).filter(places_of(asked))
    found = results.order_by().values_list("engine_version", flat=True).distinct()
    return sorted(filter(None, found), key=age_of)
