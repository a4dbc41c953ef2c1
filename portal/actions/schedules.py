"""Starting a schedule's run by hand."""

from benchruns.models import Occurrence, Schedule
from benchruns.schedules import due
from benchruns.vocabulary import RunState
from portal import dispatch


def run_now(schedule: Schedule) -> Occurrence:
    """Raises what refuses the run; see ``due.run_now``."""
    occurrence = due.run_now(schedule)
    first = occurrence.runs.order_by("sweep_position").first()
    if first is not None and first.state == RunState.QUEUED:
        dispatch.announce(first.pk)
    return occurrence
