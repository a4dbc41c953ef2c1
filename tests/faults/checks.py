"""What must hold after every fault, whatever it was; each trouble is a sentence."""

import os
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass

import psutil
import psycopg
import pymysql

from benchruns.models import DataSet, Event, Result, Run, Submission, SubmittedFile
from benchruns.vocabulary import Outcome, RunState
from tests.faults.kinds import BROKEN
from tests.faults.world import Side, World
from tests.waiting import HANG_SECONDS

PAUSE_SECONDS = 0.1
MARK = "BENCHBOOK_FAULTS"  # in the environment of all that the stack starts
ENDS = ("succeeded", "failed", "cancelled")
OURS = {"internal_error", "unknown", "worker_lost", "no_worker"}  # not a target's fault


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long what must come may take; tests that judge no time have all of it."""

    page_seconds: float = HANG_SECONDS
    end_seconds: float = HANG_SECONDS
    orphan_seconds: float = HANG_SECONDS


STRICT = Patience(page_seconds=5, end_seconds=90, orphan_seconds=10)


def troubles(
    world: World,
    side: Side,
    runs: Sequence[Run],
    *,
    may_fail: bool,
    patience: Patience,
    lay_there: Set[str] = frozenset(),
) -> list[str]:
    """Nothing where all is well; the runs are up to date then. ``lay_there`` is what
    nobody knew of before the fault: of a test whose rows are gone."""
    return [
        *_web(world, patience),
        *_pages(world, runs, patience, what="after the fault"),
        *_late(runs, patience),
        *_pages(world, runs, patience, what="at the end"),
        *(trouble for run in runs for trouble in _ends(run, may_fail=may_fail)),
        *_orphans(side, patience),
        *_leftovers(side, patience, lay_there),
        *_uploads(),
    ]


def _comes(condition: Callable[[], bool], seconds: float) -> bool:
    ends_at = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > ends_at:
            return False
        time.sleep(PAUSE_SECONDS)
    return True


def _web(world: World, _patience: Patience) -> Iterator[str]:
    """A web server that was started again takes its time; the page's time begins then."""
    if not _comes(lambda: bool(world.answer("/")), HANG_SECONDS):
        yield "no page comes"


def _pages(
    world: World, runs: Sequence[Run], patience: Patience, *, what: str
) -> Iterator[str]:
    for run in runs:
        if not _comes(lambda run=run: _agrees(world, run), patience.page_seconds):
            yield f"the page did not tell the row's state {what}"


def _agrees(world: World, run: Run) -> bool:
    """Whether the page says what the row said before it or after it."""
    run.refresh_from_db()
    before = run.state
    page = world.page_state(run)
    run.refresh_from_db()
    return page in {before, run.state}


def _late(runs: Sequence[Run], patience: Patience) -> Iterator[str]:
    ids = [run.pk for run in runs]
    done = Run.objects.filter(pk__in=ids, state__in=ENDS)
    seconds = patience.end_seconds * len(runs)
    if not _comes(lambda: done.count() == len(runs), seconds):
        states = Run.objects.filter(pk__in=ids).values_list("state", "phase", "attempt")
        yield f"not over {seconds:.0f} s after it: {list(states)}"
        _comes(lambda: done.count() == len(runs), HANG_SECONDS)


def _ends(run: Run, *, may_fail: bool) -> Iterator[str]:
    """One end, one result where it succeeded, and none where it did not."""
    run.refresh_from_db()
    events = Event.objects.filter(run=run, code__in=ENDS).count()
    if events != (run.state in ENDS):
        yield f"{events} events of an end"
    results = Result.objects.filter(run=run).count()
    if results != (run.state == RunState.SUCCEEDED):
        yield f"{run.state} with {results} results"
    outcomes = Counter(run.attempts.values_list("outcome", flat=True))
    lost = outcomes.pop(Outcome.LOST, 0)
    if sum(outcomes.values()) > 1 or "" in outcomes or lost >= run.attempt + 1:
        yield f"attempts ended as {dict(outcomes)}, {lost} lost"
    if run.state == RunState.CANCELLED or run.failure_code in OURS:
        yield f"{run.state} by {run.failure_code or 'nobody'}"
    elif run.state == RunState.FAILED and not may_fail:
        yield f"failed by {run.failure_code}: {run.failure_detail[:200]}"


def _orphans(side: Side, patience: Patience) -> Iterator[str]:
    """Tools that load the target though no run does; children that nobody awaits."""
    if not _comes(lambda: not side.tools(), patience.orphan_seconds):
        yield f"{len(side.tools())} tools go on without a run"
    if not _comes(lambda: not strays(), patience.orphan_seconds):
        yield f"orphans: {[' '.join(each.cmdline())[:120] for each in strays()]}"


def strays() -> list[psutil.Process]:
    """What has lost its parent and fell to this process, where it is a subreaper."""
    children = psutil.Process(os.getpid()).children()
    return [child for child in children if _is_stray(child)]


def _is_stray(child: psutil.Process) -> bool:
    """What the stack starts leads a session of its own, and servers run bare."""
    try:
        is_ours = MARK in child.environ() and os.getsid(child.pid) != child.pid
        return is_ours and child.status() != psutil.STATUS_ZOMBIE
    except (psutil.Error, ProcessLookupError):
        return False


def _leftovers(side: Side, patience: Patience, lay_there: Set[str]) -> Iterator[str]:
    """What lies on the target is named by a row that is not dropped."""
    if not _comes(lambda: unnamed(side) <= lay_there, patience.orphan_seconds):
        yield f"nobody knows of {sorted(unnamed(side) - lay_there)}"


def unnamed(side: Side) -> set[str]:
    rows = DataSet.objects.filter(dropped_at__isnull=True)
    return set(on_target(side)) - set(rows.values_list("workspace", flat=True))


def on_target(side: Side) -> list[str]:
    """Databases or schemas of ours, and tables beside them."""
    place = side.direct
    if side.engine == "postgresql":
        with psycopg.connect(
            host=place.address,
            port=place.port,
            user=place.username,
            password=place.password,
            dbname=place.database,
        ) as postgres:
            rows = postgres.execute(
                "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'benchbook%' "
                "UNION SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
            ).fetchall()
        return [name for (name,) in rows]
    with (
        pymysql.connect(
            host=place.address,
            port=place.port,
            user=place.username,
            password=place.password,
            database=place.database,
            ssl_disabled=True,
        ) as mysql,
        mysql.cursor() as cursor,
    ):
        cursor.execute(
            "SELECT schema_name FROM information_schema.schemata "
            "WHERE schema_name LIKE 'benchbook%' UNION SELECT table_name FROM "
            "information_schema.tables WHERE table_schema = DATABASE()"
        )
        return [name for (name,) in cursor.fetchall()]


def _uploads() -> Iterator[str]:
    """What broke off left nothing; what was taken in is there with its text, as read."""
    for submission in Submission.objects.all():
        files = list(submission.files.all())
        if any(each.name == BROKEN for each in files):
            yield f"{submission.pk} is of an upload that broke off"
        elif not files or not all(_is_whole(each) for each in files):
            yield f"{submission.pk} was taken in by half"


def _is_whole(file: SubmittedFile) -> bool:
    return len(zlib.decompress(file.content)) == file.size_bytes and bool(file.report)
