"""What could not be dropped on a server yet: ``workers.runs.data_sets`` does at its next
contact. What is kept there on purpose is none of it."""

from django.db.models import QuerySet

from benchruns.models import DataSet, Endpoint, Run
from benchruns.runs.kept_data import IN_USE, STAYS
from benchruns.vocabulary import TERMINAL_STATES


def left_by(run: Run) -> QuerySet[DataSet]:
    """What an ended run has left; nothing of one that is still using it."""
    return _of_ended_runs().filter(run=run).exclude(STAYS).exclude(IN_USE)


def left_on(endpoint: Endpoint) -> QuerySet[DataSet]:
    """What ended runs of an endpoint have left, and what is kept of them.

    Nobody drops that any more once the endpoint is deleted.
    """
    return _of_ended_runs().filter(endpoint=endpoint)


def _of_ended_runs() -> QuerySet[DataSet]:
    return DataSet.objects.filter(
        dropped_at__isnull=True, run__state__in=TERMINAL_STATES
    )
