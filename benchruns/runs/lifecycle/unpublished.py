"""Runs that everybody saw and that their owner took back: their addresses say so."""

from datetime import datetime
from uuid import UUID

from benchruns.models import Run
from benchruns.vocabulary import Visibility


def run_since(run_id: UUID) -> datetime | None:
    """When it was taken back; None for one that was not, and for none at all."""
    return _since(pk=run_id)


def result_since(result_id: UUID) -> datetime | None:
    """The same by the run's result."""
    return _since(result=result_id)


def _since(**run: UUID) -> datetime | None:
    private = Run.objects.filter(visibility=Visibility.PRIVATE, **run)
    return private.values_list("unpublished_at", flat=True).first()
