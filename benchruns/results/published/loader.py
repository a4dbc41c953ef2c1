"""Load the published figures: all of them, or none."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.db import transaction

from benchruns.models import Result
from benchruns.results.datachecks import best_of_class
from benchruns.results.datachecks import results as datachecks
from benchruns.results.published import catalogue as catalogue_files
from benchruns.results.published import figures, listings
from benchruns.results.published.cells import DATA

if TYPE_CHECKING:
    from benchruns.results.published.sync import Synced

__all__ = ["DATA", "Loaded", "load"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """How many rows each kind has now, and how many of all were new or different.

    ``findings_changed`` counts the results whose findings differ from before.
    """

    rows: dict[str, int]
    created: int
    changed: int
    findings_changed: int


@transaction.atomic
def load(folder: Path = DATA) -> Loaded:
    """Bring the database to what the CSV files say; a second time changes nothing.

    Raises PublishedDataError, and stores nothing, where a file cannot be read.
    """
    catalogue = catalogue_files.store(folder)
    synced: dict[str, Synced[Any]] = {
        "providers": catalogue.providers,
        "sources": catalogue.sources,
        "classes": catalogue.classes,
        "campaigns": catalogue.campaigns,
        "results": figures.store(folder, catalogue),
        "commands": listings.store_commands(folder, catalogue),
        "statements": listings.store_statements(folder, catalogue),
        "fairness conditions": listings.store_conditions(folder, catalogue),
        "notes": listings.store_notes(folder, catalogue),
    }
    published = Result.objects.of_papers()
    findings_changed = datachecks.refresh(published)
    if synced["results"].created or synced["results"].changed or findings_changed:
        best_of_class.refresh_beside(published)
    return Loaded(
        rows={kind: len(outcome.rows) for kind, outcome in synced.items()},
        created=sum(outcome.created for outcome in synced.values()),
        changed=sum(outcome.changed for outcome in synced.values()),
        findings_changed=findings_changed,
    )
