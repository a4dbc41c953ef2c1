"""What its owner calls a run: name, note and tags, at any time and in any state."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any
from uuid import UUID

from django.db import transaction

from benchruns.errors import FieldErrors
from benchruns.models import Run
from benchruns.names import labels
from benchruns.names.unfit import Unfit
from benchruns.runs.lifecycle.moves import record_event


def _joined(tags: Iterable[str]) -> str:
    return labels.APART.join(labels.run_tags(tags))


CLEAN: Mapping[str, Callable[[Any], str]] = {
    "name": labels.run_name,
    "note": labels.run_note,
    "tags": _joined,
}


def clean_labels(given: Mapping[str, object]) -> dict[str, str]:
    """The columns of a run; FieldErrors with a sentence for each that is unfit."""
    found, errors = {}, {}
    for name, value in given.items():
        try:
            found[name] = CLEAN[name](value)
        except Unfit as unfit:
            errors[name] = str(unfit)
    if errors:
        raise FieldErrors(errors)
    return found


@transaction.atomic
def label(run_id: UUID, **given: object) -> list[str]:
    """Change ``name``, ``note`` or ``tags`` (a list); what changed, for its events.

    The texts are not repeated there: who may read the run reads them.
    """
    cleaned = clean_labels(given)
    run = Run.objects.select_for_update().only("attempt", *CLEAN).get(pk=run_id)
    changed = [name for name, text in cleaned.items() if getattr(run, name) != text]
    if changed:
        Run.objects.filter(pk=run_id).update(**{n: cleaned[n] for n in changed})
        record_event(run_id, attempt=run.attempt, code="labelled", fields=changed)
    return changed
