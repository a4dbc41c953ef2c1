"""The one writer and reader of what is kept of all seconds of a long run.

It is written when the run ends. Where it is lacking (of an older release, after a restore,
of a run that nobody ended) it is made for the first who asks. The run's row is locked
meanwhile, as by all who change seconds of a run that ended: they remove what is kept, and
what is made after them is of what they wrote.
"""

import json
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import F, QuerySet

from benchruns.models import Run, RunSummary
from benchruns.runs.summaries.kinds import (
    EVERY_SECOND,
    MADE_FOR,
    MAKERS,
    Content,
    Kind,
)
from benchruns.vocabulary import TERMINAL_STATES

# A run that took no longer has no more seconds than charts show.
LONG = timedelta(seconds=EVERY_SECOND)


def is_long(
    *, state: str, started_at: datetime | None, finished_at: datetime | None
) -> bool:
    """Whether it ended, after so long that more is kept of it than its rows."""
    if state not in TERMINAL_STATES or started_at is None or finished_at is None:
        return False
    return finished_at - started_at > LONG


def content_of(run: Run, kind: Kind) -> Content:
    """As kept of a long run, else from its rows."""
    if not is_long(
        state=run.state, started_at=run.started_at, finished_at=run.finished_at
    ):
        return MAKERS[kind](run.pk, run.attempt)
    return contents({run.pk: run.attempt}, kind)[run.pk]


def contents(runs: Mapping[UUID, int], kind: Kind) -> dict[UUID, Content]:
    """Of long runs, given with their attempt; one query where it is kept of all."""
    found: dict[UUID, Content] = {}
    for run_id, attempt, content in _kept(runs, kind).values_list(
        "run_id", "attempt", "content"
    ):
        read = _read(content)
        if read is not None and attempt == runs[run_id]:
            found[run_id] = read
    for run_id in runs.keys() - found.keys():
        found[run_id] = json.loads(_made(run_id, kind))
    return found


def text_of(run_id: UUID, *, attempt: int, kind: Kind) -> str:
    """Of a long run, an object in JSON as it is kept."""
    kept = _kept([run_id], kind).filter(attempt=attempt)
    text = kept.values_list("content", flat=True).first()
    if text and text[0] == "{" and text[-1] == "}":
        return text
    return _made(run_id, kind)


def write(run_id: UUID) -> None:
    """Of one that ended, if it is long."""
    columns = ("state", "started_at", "finished_at", "generators")
    run = Run.objects.filter(pk=run_id).values(*columns).first()
    if run is None:
        return
    is_alone = run.pop("generators") == 1
    if not is_long(**run):
        return
    for kind in Kind:
        if kind is not Kind.GENERATORS or not is_alone:
            _made(run_id, kind)


def rebuild() -> int:
    """Of all long runs, whatever is kept of them; how many they are."""
    ended = Run.objects.filter(
        state__in=TERMINAL_STATES, finished_at__gt=F("started_at") + LONG
    )
    run_ids = list(ended.order_by("pk").values_list("pk", flat=True))
    for run_id in run_ids:
        forget([run_id])
        write(run_id)
    return len(run_ids)


@transaction.atomic
def forget(run_ids: Collection[UUID]) -> None:
    """Whoever changes seconds of runs that ended calls it, before that and in the same
    transaction."""
    _lock(run_ids)
    RunSummary.objects.filter(run__in=run_ids).delete()


def _kept(run_ids: Collection[UUID], kind: Kind) -> QuerySet[RunSummary]:
    return RunSummary.objects.filter(run__in=run_ids, kind=kind, made_for=MADE_FOR)


def _read(text: str) -> Content | None:
    """None for what is damaged: it is made anew."""
    try:
        content = json.loads(text)
    except ValueError:
        return None
    return content if isinstance(content, dict) else None


@transaction.atomic
def _made(run_id: UUID, kind: Kind) -> str:
    """As JSON, and from then on kept; nothing is kept of a run that did not end."""
    _lock([run_id])
    state, attempt = Run.objects.values_list("state", "attempt").get(pk=run_id)
    text = json.dumps(MAKERS[kind](run_id, attempt), separators=(",", ":"))
    if state in TERMINAL_STATES:
        RunSummary.objects.update_or_create(
            run_id=run_id,
            kind=kind,
            defaults={"attempt": attempt, "made_for": MADE_FOR, "content": text},
        )
    return text


def _lock(run_ids: Collection[UUID]) -> None:
    rows = Run.objects.order_by("pk").select_for_update(no_key=True, of=("self",))
    list(rows.filter(pk__in=run_ids).values_list("pk"))
