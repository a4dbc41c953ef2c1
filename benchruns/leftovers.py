"""What could not be dropped on a server yet: ``workers.data_sets`` does at its next
contact."""

from django.db.models import QuerySet

from benchruns.models import DataSet, Endpoint, Run
from benchruns.vocabulary import TERMINAL_STATES


def left_by(run: Run) -> QuerySet[DataSet]:
    """What an ended run has left; nothing of one that is still using it."""
    return _left().filter(run=run)


def left_on(endpoint: Endpoint) -> QuerySet[DataSet]:
    """What ended runs of an endpoint have left."""
    return _left().filter(endpoint=endpoint)


def _left() -> QuerySet[DataSet]:
    return DataSet.objects.filter(
        dropped_at__isnull=True, run__state__in=TERMINAL_STATES
    )
