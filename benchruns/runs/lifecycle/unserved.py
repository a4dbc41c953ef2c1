"""Telling the owner of a run that the load generators which are there cannot serve it."""

from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from benchruns.generators import routes
from benchruns.generators.routes import Wanted
from benchruns.models import Event, Notice, Run
from benchruns.runs.lifecycle.moves import record_event
from benchruns.vocabulary import RunState

# Of the event, and of the notice where labels or number are lacking; where it is the tool.
CODE, NO_TOOL = "no_generator", "no_tool"
PATIENCE = timedelta(minutes=2)  # for a generator that is only started again


def tell() -> None:
    """An event of each such run, once a try, and a notice; one notice of a whole sweep."""
    told = Event.objects.filter(
        run=OuterRef("pk"), attempt=OuterRef("attempt"), code=CODE
    )
    waiting = Run.objects.filter(
        ~Exists(told),
        state=RunState.QUEUED,
        queued_at__lt=timezone.now() - PATIENCE,
    ).order_by("queued_at", "sweep_position")
    asked = {
        run_id: Wanted.asked(*each)
        for run_id, *each in waiting.values_list("pk", *routes.ASKED)
    }
    for run_id, lacking in routes.unserved(asked).items():
        _tell(run_id, NO_TOOL if lacking.tool else CODE)


@transaction.atomic
def _tell(run_id: UUID, code: str) -> None:
    queued = Run.objects.filter(pk=run_id, state=RunState.QUEUED)
    run = queued.select_for_update(of=("self",)).first()
    if run is None or run.events.filter(code=CODE, attempt=run.attempt).exists():
        return
    record_event(run.pk, attempt=run.attempt, code=CODE)
    of_sweep = Notice.objects.filter(run__sweep=run.sweep_id)
    if run.sweep_id is None or not of_sweep.exists():
        Notice.objects.create(user_id=run.owner_id, run=run, code=code)
