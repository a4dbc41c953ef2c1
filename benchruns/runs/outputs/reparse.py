"""Results of measured runs, derived again from the outputs that are kept of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q, QuerySet

from benchruns.engines import ENGINES
from benchruns.evidence import tool_output
from benchruns.evidence.tool_output import Before, Said
from benchruns.failures.failure import BenchbookError, Failure
from benchruns.figures.histograms import Histogram as Counts
from benchruns.figures.metrics import Figures, Interval
from benchruns.models import Attempt, Histogram, Result, Run, Sample
from benchruns.runs import result_of_run as measured
from benchruns.runs.lifecycle.moves import record_event
from benchruns.runs.outputs import shares, texts
from benchruns.runs.outputs.texts import as_stored
from benchruns.runs.samples import ALL_COLUMNS
from benchruns.runs.summaries import storage
from benchruns.vocabulary import RunState

SAMPLES, HISTOGRAM = "samples", "histogram"  # how they are named among what changed
_BATCH = 500  # samples that are written at once


@dataclass(frozen=True, slots=True, kw_only=True)
class Reread:
    """What became of one run; ``refused`` says why the newer parser cannot read it.

    ``changed`` maps the columns of its result that are others now to (before, after);
    of samples these are how many.
    """

    run: UUID
    before: str
    after: str
    changed: Mapping[str, tuple[Any, Any]]
    refused: Failure | None = None


def outdated(*, every: bool = False) -> QuerySet[Attempt]:
    """The attempts behind results that an older parser read; with ``every``, all."""
    attempts = Attempt.objects.filter(
        run__state=RunState.SUCCEEDED,
        run__result__isnull=False,
        number=F("run__attempt"),
        tool__in=list(tool_output.VERSIONS),
    )
    if every:
        return attempts
    current = Q()
    for tool, version in tool_output.VERSIONS.items():
        current |= Q(tool=tool, parser_version=version)
    return attempts.exclude(current)


def reparse(*, every: bool = False, dry_run: bool = False) -> Iterator[Reread]:
    """Read them again, a run at a time, each in a transaction of its own.

    One that is refused keeps what it had. With ``dry_run`` nothing of it stays.
    """
    keys = outdated(every=every).order_by("pk").values_list("pk", flat=True)
    for key in list(keys):
        yield _reparse(key, dry_run=dry_run)


@transaction.atomic
def _reparse(key: UUID, *, dry_run: bool) -> Reread:
    attempt = Attempt.objects.select_related("run__endpoint").get(pk=key)
    # Before its result, as whoever publishes it does.
    Run.objects.select_for_update(no_key=True).only("pk").get(pk=attempt.run_id)
    result = Result.objects.select_for_update(of=("self",)).get(run=attempt.run)
    before = attempt.parser_version
    try:
        said = _read(attempt, result)
    except BenchbookError as error:
        return Reread(
            run=attempt.run_id,
            before=before,
            after=before,
            changed={},
            refused=error.failure,
        )
    done = Reread(
        run=attempt.run_id,
        before=before,
        after=tool_output.VERSIONS[attempt.tool],
        changed={
            **_store_samples(attempt, said.intervals),
            **_store(attempt, result, said),
            **_store_histogram(result, said.histogram),
        },
    )
    if dry_run:
        transaction.set_rollback(True)
    else:
        _record(attempt, done)
    return done


def _read(attempt: Attempt, result: Result) -> Said:
    run = attempt.run
    engine = ENGINES[attempt.server_facts.get("engine", run.endpoint.engine)]
    if run.generators > 1:
        return shares.read(attempt, family=engine.family)
    known = Before(
        workload=run.workload,
        parameters=run.parameters,
        family=engine.family,
        figures=Figures.read(result),
        facts=attempt.tool_facts,
    )
    return tool_output.read(texts.of_measurement(attempt), attempt.tool, known)


def _store(attempt: Attempt, result: Result, said: Said) -> dict[str, tuple[Any, Any]]:
    """The result in place, where it stands; who sees it, and what is beside, stays."""
    attempt.tool_facts = as_stored(said.facts)
    attempt.parser_version = tool_output.VERSIONS[attempt.tool]
    attempt.save(update_fields=["tool_facts", "parser_version"])
    columns = measured.of_output(attempt.run, attempt, said.figures)
    changed = {}
    for name, value in columns.items():
        old, new = getattr(result, name), as_stored(value)
        if old != new:
            changed[name] = (old, new)
            setattr(result, name, new)
    if changed:
        result.save(update_fields=list(changed))
    return changed


def _store_histogram(
    result: Result, found: Counts | None
) -> dict[str, tuple[int, int]]:
    """``changed`` has the transactions that it counted and counts."""
    if found is None:
        return {}
    stored = Histogram.objects.filter(result=result).first()
    if stored is not None and stored.counts == found:
        return {}
    Histogram.of(result, found).save()
    return {HISTOGRAM: (stored.counts.events if stored else 0, found.events)}


def _store_samples(
    attempt: Attempt, intervals: Sequence[Interval]
) -> dict[str, tuple[int, int]]:
    """Those of the measured seconds, unless the text tells fewer: a long one is cut."""
    rows = Sample.objects.filter(
        run_id=attempt.run_id, attempt=attempt.number, second__gt=0
    )
    stored = {row[0]: row for row in rows.values_list(*ALL_COLUMNS)}
    told = {
        each.second: tuple(getattr(each, name) for name in ALL_COLUMNS)
        for each in intervals
        if each.second > 0
    }
    if stored == told or not stored.keys() <= told.keys():
        return {}
    storage.forget([attempt.run_id])
    rows.delete()
    Sample.objects.bulk_create(
        [
            Sample(
                run_id=attempt.run_id,
                attempt=attempt.number,
                **dict(zip(ALL_COLUMNS, row, strict=True)),
            )
            for row in told.values()
        ],
        batch_size=_BATCH,
    )
    return {SAMPLES: (len(stored), len(told))}


def _record(attempt: Attempt, done: Reread) -> None:
    """Whoever reads the run's page sees that its figures are others."""
    if done.changed:
        record_event(
            attempt.run_id,
            attempt=attempt.number,
            code="reparsed",
            before=done.before,
            after=done.after,
            changed=list(done.changed),
        )
