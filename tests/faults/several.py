"""Runs of two load generators that stand in a moment of theirs until somebody ends it.

    with standing("gather", two, target, "pgbench_read_write") as run:
        kill(two, programs_of(run).lead)

A moment lasts since a generator or its tool is frozen, since a tool has no end, or since a
transaction is open on what a drop waits for.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta

import psutil
import psycopg
import pymysql
from django.utils import timezone

from benchruns.models import DataSet, Run, RunPart
from benchruns.vocabulary import PartState
from portal import dispatch
from tests import waiting
from tests.stack import Stack, tools
from tests.targets import endpoint_of, queue
from tests.workers.runs.standing import LASTING
from tests.workers.runs.whole_runs import workspaces
from workers.connecting.target import Target

PROGRAMS = ("runs", "second")
# So long that a frozen generator or tool is frozen before it is through.
LONG_ENOUGH = {"duration_seconds": 8}
LITTLE: dict[str, dict[str, int]] = {
    "oltp_read_write": {
        "table_size": 2_000,
        "warmup_seconds": 1,
        "duration_seconds": 3,
    },
    "pgbench_read_write": {"scale": 1, "warmup_seconds": 1, "duration_seconds": 3},
    "tpcc": {"warehouses": 1, "rampup_seconds": 1, "duration_seconds": 3},
}
# Data that takes some seconds to load.
SOME: dict[str, dict[str, int]] = {
    "oltp_read_write": {"table_size": 100_000},
    "pgbench_read_write": {"scale": 10},
    "tpcc": {"warehouses": 1},
}


@dataclass(frozen=True, slots=True)
class Programs:
    """Who leads a run and who helps, as the stack calls them."""

    lead: str
    helper: str


def programs_of(run: Run) -> Programs:
    worker = run.parts.get(attempt=1, number=1).worker
    lead = worker.partition("@")[0]  # ``second@host`` is the program of this name
    (helper,) = set(PROGRAMS) - {lead}
    return Programs(lead, helper)


def family(stack: Stack, program: str) -> list[psutil.Process]:
    """It and all that it has started."""
    try:
        process = psutil.Process(stack.processes[program].pid)
        return [process, *process.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def tools_of(stack: Stack, program: str) -> list[psutil.Process]:
    return [each for each in family(stack, program) if _is_tool(each)]


def _is_tool(process: psutil.Process) -> bool:
    with suppress(psutil.NoSuchProcess):
        if process.status() == psutil.STATUS_ZOMBIE:
            return False
        is_tpcc = "workers.tools.tpcc" in process.cmdline()
        return is_tpcc or process.name() in {"sysbench", "pgbench"}
    return False


@contextmanager
def frozen(processes: Sequence[psutil.Process]) -> Iterator[None]:
    """They do nothing until the block ends; who is killed meanwhile stays dead."""
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.suspend()
    try:
        yield
    finally:
        for process in processes:
            with suppress(psutil.NoSuchProcess):
                process.resume()


# Moments --------------------------------------------------------------------------------


@contextmanager
def _waiting(two: Stack, target: Target, workload: str) -> Iterator[Run]:
    """The one that leads waits for another, who does not come."""
    with frozen(family(two, "second")):
        run = asked(target, workload, **LITTLE[workload])
        _until_part(run, 2, PartState.OFFERED)
        yield run


@contextmanager
def _prepare(two: Stack, target: Target, workload: str) -> Iterator[Run]:
    run = asked(target, workload, **LASTING[workload]["prepare"])
    waiting.for_phase(run, "prepare")
    _until_loading(two, programs_of(run).lead)
    yield run


@contextmanager
def _barrier(two: Stack, target: Target, workload: str) -> Iterator[Run]:
    """One is ready to begin, the other is not."""
    run = asked(target, workload, **LITTLE[workload] | SOME[workload])
    _until_part(run, 2, PartState.JOINED)
    with frozen(family(two, programs_of(run).helper)):
        # loading may take longer than a lease that nobody renews
        long = timezone.now() + timedelta(seconds=waiting.ENDLESS_SECONDS)
        run.parts.filter(number=2).update(lease_expires_at=long)
        _until_part(run, 1, PartState.READY)
        assert run.parts.get(number=2).state == PartState.CALLED
        yield run


@contextmanager
def _agreed(two: Stack, target: Target, workload: str) -> Iterator[Run]:
    """The instant at which both begin is near."""
    run = asked(target, workload, **LASTING[workload]["measure"])
    agreed = run.parts.filter(starts_at__isnull=False)
    waiting.until(agreed.exists, what="the instant", longest_pause_seconds=0.05)
    yield run


@contextmanager
def _warmup(two: Stack, target: Target, workload: str) -> Iterator[Run]:
    run = asked(target, workload, **LASTING[workload]["warmup"])
    _until_loading(two, *PROGRAMS)
    yield run


@contextmanager
def _measure(two: Stack, target: Target, workload: str) -> Iterator[Run]:
    run = asked(target, workload, **LASTING[workload]["measure"])
    _until_measuring(run)
    yield run


@contextmanager
def _gather(two: Stack, target: Target, workload: str) -> Iterator[Run]:
    """The one that leads has measured, and waits for the other's figures."""
    run = asked(target, workload, **LITTLE[workload] | LONG_ENOUGH)
    _until_measuring(run)
    with frozen(tools_of(two, programs_of(run).helper)):
        _until_part(run, 1, PartState.DONE)
        yield run


@contextmanager
def _handed_in(two: Stack, target: Target, workload: str) -> Iterator[Run]:
    """The other has told its figures, the one that leads still measures."""
    run = asked(target, workload, **LITTLE[workload] | LONG_ENOUGH)
    _until_measuring(run)
    with frozen(tools_of(two, programs_of(run).lead)):
        _until_part(run, 2, PartState.DONE)
        yield run


@contextmanager
def _cleanup(two: Stack, target: Target, workload: str) -> Iterator[Run]:
    run = asked(target, workload, **LITTLE[workload] | LONG_ENOUGH)
    _until_measuring(run)
    with in_use(target, DataSet.objects.get().workspace):
        waiting.for_phase(run, "cleanup")
        yield run


Moment = Callable[[Stack, Target, str], AbstractContextManager[Run]]
MOMENTS: dict[str, Moment] = {
    "waiting": _waiting,
    "prepare": _prepare,
    "barrier": _barrier,
    "agreed": _agreed,
    "warmup": _warmup,
    "measure": _measure,
    "gather": _gather,
    "handed in": _handed_in,
    "cleanup": _cleanup,
}


def standing(
    moment: str, two: Stack, target: Target, workload: str = "oltp_read_write"
) -> AbstractContextManager[Run]:
    return MOMENTS[moment](two, target, workload)


# Each moment on both engines; the tools whose course differs little, where it does.
CASES = [
    *((moment, "oltp_read_write", "mariadb") for moment in MOMENTS),
    *((moment, "pgbench_read_write", "postgres") for moment in MOMENTS),
    ("measure", "oltp_read_write", "postgres"),
    ("prepare", "tpcc", "postgres"),
    ("barrier", "tpcc", "mariadb"),
    ("warmup", "tpcc", "postgres"),
    ("measure", "tpcc", "mariadb"),
    ("gather", "tpcc", "postgres"),
    ("cleanup", "tpcc", "mariadb"),
]


def asked(
    target: Target, workload: str, *, goes_on: bool = False, **parameters: int
) -> Run:
    """A run of two, queued."""
    run = queue(endpoint_of(target), workload, **parameters)
    Run.objects.filter(pk=run.pk).update(generators=2, goes_on_without_lost=goes_on)
    dispatch.announce(run.id)
    return run


def _until_part(run: Run, number: int, state: PartState) -> None:
    part = run.parts.filter(number=number, state=state)
    waiting.until(
        part.exists, what=f"part {number} {state}", longest_pause_seconds=0.05
    )


def _until_measuring(run: Run) -> None:
    """Seconds of the warm-up are 0 and below."""
    waiting.for_phase(run, "measure")
    measured = run.samples.filter(second__gt=0)
    waiting.until(measured.exists, what="a measured second", longest_pause_seconds=0.05)


def _until_loading(two: Stack, *programs: str) -> None:
    waiting.until(
        lambda: all(tools_of(two, each) for each in programs), what="all tools"
    )


@contextmanager
def in_use(target: Target, workspace: str) -> Iterator[None]:
    """A transaction is open that has read of it: a drop waits for its end."""
    place = {
        "host": target.address,
        "port": target.port,
        "user": target.username,
        "password": target.password,
    }
    tables = "SELECT table_name FROM information_schema.tables WHERE table_schema = %s"
    postgres = target.family.name == "postgresql"
    with (
        psycopg.connect(**place, dbname=target.database)
        if postgres
        else pymysql.connect(**place, autocommit=False) as connection,
        connection.cursor() as cursor,
    ):
        cursor.execute(tables, [workspace])
        (table,) = cursor.fetchone()
        cursor.execute(f"SELECT 1 FROM {workspace}.{table} LIMIT 1")
        cursor.fetchall()
        try:
            yield
        finally:
            connection.rollback()


def kill(two: Stack, program: str) -> None:
    """With it all that it has started dies."""
    those = family(two, program)
    two.kill(program)
    for each in those:
        with suppress(psutil.NoSuchProcess):
            each.resume()  # a frozen one does not see that its parent has gone
    waiting.for_ends(*those)


# Afterwards -----------------------------------------------------------------------------


def let_parts_run_out() -> None:
    """As half a minute does in which a dead generator renews nothing."""
    RunPart.objects.exclude(lease_expires_at=None).update(
        lease_expires_at=timezone.now()
    )


def nothing_is_left(two: Stack, run: Run, target: Target) -> None:
    """No tool, no lease, no data, and no second twice."""
    waiting.until(
        lambda: not any(tools_of(two, each) for each in PROGRAMS) and not tools(target),
        what="the end of all tools",
    )
    run.refresh_from_db()
    assert run.lease_expires_at is None
    assert not RunPart.objects.exclude(lease_expires_at=None).exists()
    assert not DataSet.objects.filter(dropped_at__isnull=True).exists()
    assert workspaces(target) == set()
    seconds = list(run.samples.values_list("attempt", "second"))
    assert len(seconds) == len(set(seconds))
