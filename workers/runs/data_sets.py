"""Data sets: recorded before they are created, and only what is recorded is dropped."""

import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from uuid import UUID

from django.db.models import F, QuerySet
from django.utils import timezone

from benchruns.failures.failure import BenchbookError, Failure
from benchruns.models import DataSet, Endpoint, Run, Server
from benchruns.runs.kept_data import IN_USE, STAYS, in_use
from benchruns.vocabulary import RunState
from benchruns.workloads import WORKLOADS
from workers import probes
from workers.connecting.target import Target
from workers.engines.probe import LONG_STATEMENT_SECONDS, Probe
from workers.runs import taken_tables
from workers.runs.patience import SILENT, GoOn

MOST_TURN_SECONDS = LONG_STATEMENT_SECONDS
TURN_WAIT_SECONDS = 0.2
SILENCE_SECONDS = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Rights:
    """What the account may do; ``missing`` is what no run can do without."""

    owns_workspace: bool
    missing: tuple[str, ...]


def rights(probe: Probe) -> Rights:
    """Whether a run is possible, be it in a database of its own or without."""
    missing = probe.missing_privileges(own_space=True)
    if not missing:
        return Rights(owns_workspace=True, missing=())
    is_possible = not probe.missing_privileges(own_space=False)
    return Rights(owns_workspace=False, missing=() if is_possible else missing)


def missing_for_workspace(probe: Probe) -> tuple[str, ...]:
    """What the account lacks for a workspace of its own with stored routines in it."""
    return (*probe.missing_privileges(own_space=True), *probe.missing_for_routines())


def create(
    target: Target,
    run: Run,
    server: Server,
    tables: Sequence[str],
    *,
    owns_workspace: bool,
    go_on: GoOn,
) -> DataSet:
    """A recorded, empty place for a run's tables.

    A database (PostgreSQL: schema) of Benchbook's own where the account may create
    one, else the target's database, and that only if it holds none of ``tables``.
    It is not to be used before ``kept_data.hand_over``. ``go_on`` raises to stop.
    """
    with probes.connect(target, go_on=go_on) as probe:
        if not owns_workspace:
            taken_tables.refuse(probe, target, tables, run=run, server=server)
        data_set = DataSet.objects.create(
            endpoint=run.endpoint,
            server=server,
            run=run,
            database=target.database,
            workspace=f"benchbook_{secrets.token_hex(8)}",
            owns_workspace=owns_workspace,
            table_names=list(tables),
            workload=run.workload,
            size=WORKLOADS[run.workload].size(run.parameters).contents,
            is_kept=run.keeps_data_set,
        )
        if owns_workspace:
            probe.create_workspace(data_set.workspace)
    return data_set


def refuse_unmarked(probe: Probe, data_set: DataSet) -> None:
    """BenchbookError unless all of its tables are still those that were created.

    In a workspace they are; outside one, a user may have put others in their place.
    """
    if data_set.owns_workspace:
        return
    names: list[str] = data_set.table_names
    marked = probe.marked_tables(names, mark=data_set.workspace)
    missing = sorted(set(names) - set(marked))
    if missing:
        raise BenchbookError(
            Failure(code="data_missing", values={"unmarked": missing[:3]})
        )


def drop(target: Target, data_set: DataSet, *, go_on: GoOn) -> None:
    """Drop what was recorded, where it was recorded, and note that.

    BenchbookError when it cannot be done, which is noted as well for the next contact.
    ``go_on`` raises to stop; a server that has begun goes on dropping.
    """
    try:
        with probes.connect(_place_of(data_set, target), go_on=go_on) as probe:
            if data_set.owns_workspace:
                probe.drop_workspace(data_set.workspace)
            else:
                probe.drop_marked_tables(data_set.table_names, mark=data_set.workspace)
    except BenchbookError as error:
        _note(data_set, **_in_vain(error.failure))
        raise
    _note(data_set, dropped_at=timezone.now(), drop_code="", drop_values={})


def _place_of(data_set: DataSet, target: Target) -> Target:
    """The endpoint may name another database by now. A workspace that is a database
    itself is in none."""
    is_database = target.family.has_database_as_workspace and data_set.owns_workspace
    return replace(target, database="" if is_database else data_set.database)


def _note(data_set: DataSet, **changes: object) -> None:
    DataSet.objects.filter(pk=data_set.pk, dropped_at__isnull=True).update(**changes)


def drop_leftovers(
    target: Target,
    endpoint: Endpoint,
    server: Server,
    *,
    go_on: GoOn,
    holder: Run | None = None,
) -> int:
    """Drop what had to be left on this server; how many there were.

    What is kept stays, and so does what a running run works on, unless that run is
    ``holder``: then it is what an earlier, lost attempt of it left half loaded.
    BenchbookError when the server does not answer, or ``go_on`` says to stop.
    """
    leftovers = _to_drop().filter(endpoint=endpoint, server=server)
    dropped = 0
    for data_set in leftovers.exclude(in_use(but_by=holder)):
        try:
            drop(target, data_set, go_on=go_on)
        except BenchbookError as error:
            if error.failure.code in SILENT:  # and would be for the next one
                note_in_vain(endpoint, error.failure)
                raise
            continue
        dropped += 1
    return dropped


@contextmanager
def turn_on(target: Target, *, go_on: GoOn) -> Iterator[None]:
    """Drop leftovers in here: no other worker does on this server at the same time.

    Waits for it, ``go_on`` raises to stop. After ``MOST_TURN_SECONDS`` it is taken for
    lost with its worker: dropping looks at each mark itself, so that no harm is done.
    """
    gives_up_at = time.monotonic() + MOST_TURN_SECONDS
    with probes.connect(target, go_on=go_on) as probe:
        while not has_turn(probe) and time.monotonic() < gives_up_at:
            go_on()
            time.sleep(TURN_WAIT_SECONDS)
        yield


def has_turn(probe: Probe) -> bool:
    """Whether this connection may drop leftovers now; then it may until it is closed."""
    try:
        return probe.take_turn()
    except BenchbookError as error:
        if error.failure.code != "unknown":
            raise
        return True  # a server that has no such locks, as some clusters


def note_in_vain(endpoint: Endpoint, failure: Failure) -> None:
    """Say why nothing could be dropped, so that the next try is the regular one."""
    leftovers = _to_drop().filter(endpoint=endpoint, server=F("endpoint__server"))
    leftovers.exclude(IN_USE).update(**_in_vain(failure))


def _in_vain(failure: Failure) -> dict[str, object]:
    """What is noted of a data set that could not be dropped."""
    noted: dict[str, object] = {
        "drop_code": failure.code,
        "drop_values": dict(failure.values),
    }
    if failure.code in SILENT:
        noted["drop_timed_out_at"] = timezone.now()
    return noted


def endpoints_to_clean(
    *, check_id: UUID | None = None, is_untried: bool = False
) -> list[UUID]:
    """The endpoints with leftovers on the server that they lead to, if it is idle.

    ``is_untried`` finds those alone that nobody has tried to drop in vain. A server
    that was silent is left alone for ``SILENCE_SECONDS``, whoever asks.
    """
    busy = Run.objects.filter(state=RunState.RUNNING).values("server")
    leftovers = _to_drop().exclude(IN_USE).filter(server=F("endpoint__server"))
    lately = timezone.now() - timedelta(seconds=SILENCE_SECONDS)
    leftovers = leftovers.exclude(drop_timed_out_at__gt=lately)
    if is_untried:
        leftovers = leftovers.filter(drop_code="")
    endpoints = Endpoint.objects.registered().filter(
        pk__in=leftovers.values("endpoint")
    )
    if check_id is not None:
        endpoints = endpoints.filter(checks=check_id)
    return list(endpoints.exclude(server__in=busy).values_list("pk", flat=True))


def _to_drop() -> QuerySet[DataSet]:
    return DataSet.objects.filter(dropped_at__isnull=True).exclude(STAYS)
