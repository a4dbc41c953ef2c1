"""One case: runs on a target, a fault in a phase of theirs, and what became of all."""

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field

from benchruns.models import Run
from benchruns.vocabulary import RunState
from portal import dispatch
from tests import waiting
from tests.faults import checks
from tests.faults.kinds import KINDS, RARELY_SECONDS, Kind, NothingThere
from tests.faults.world import Side, World
from tests.targets import queue
from tests.workers.runs.climbing import climb

SLOW_WAY_SECONDS = 0.04
# What makes a phase so long that it is found, without a run of minutes.
AIMS: dict[str, dict[str, int]] = {
    "queued": {},
    "preflight": {},
    "prepare": {"table_size": 60_000},
    "warmup": {"warmup_seconds": 3},
    "measure": {"duration_seconds": 3},
    "cleanup": {"tables": 6},
    "between": {},
}
SLOW_WAYS = {"preflight", "cleanup"}
ENGINES = ("mariadb", "postgresql")
OF_TOOLS = ("prepare", "warmup", "measure")


@dataclass(kw_only=True)
class Case:
    """``hit`` is the phase in which the fault came; empty where none did."""

    number: int
    kind: str
    aim: str
    engine: str
    hit: str = ""
    ends: list[str] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def as_dict(self) -> dict[str, object]:
        return asdict(self)


def plan(*, seed: int) -> Iterator[tuple[Kind, str, str]]:
    """Every fault in every phase, on each engine, in an order that the seed decides.

    A number in it is the same case, whatever a machine leaves out of all these.
    """
    every = [
        (kind, aim, engine)
        for kind in KINDS.values()
        for aim in AIMS
        for engine in ENGINES
        if not kind.needs_tool or aim in OF_TOOLS
    ]
    order = random.Random(seed)  # noqa: S311 - to be repeated
    while True:
        order.shuffle(every)
        yield from every


def carry_out(
    world: World, side: Side, kind: Kind, case: Case, *, patience: checks.Patience
) -> Case:
    began = time.monotonic()
    lay_there = checks.unnamed(side)
    runs = _begin(side, case.aim)
    try:
        case.hit = _reach(runs, case.aim)
        kind.inject(world, side, runs)
    except NothingThere:
        case.hit = ""
    finally:
        side.way.delay_seconds = 0.0
        world.recover()
    case.troubles = checks.troubles(
        world,
        side,
        runs,
        may_fail=kind.may_fail,
        patience=patience,
        lay_there=lay_there,
    )
    case.ends = [f"{run.state} {run.failure_code}".strip() for run in runs]
    case.seconds = round(time.monotonic() - began, 1)
    return case


def _begin(side: Side, aim: str) -> list[Run]:
    """Queued and announced: one run, or a sweep of two with a pause between them."""
    if aim in SLOW_WAYS:
        side.way.delay_seconds = SLOW_WAY_SECONDS
    if aim == "between":
        runs = climb(side.endpoint, [1, 2], settle_seconds=3)
    else:
        runs = [queue(side.endpoint, **AIMS[aim])]
    if aim != "queued":  # then beat will
        dispatch.announce(runs[0].pk)
    return runs


def _reach(runs: Sequence[Run], aim: str) -> str:
    """Wait for the phase; where the runs are then, as some are over in a moment."""
    deadline = time.monotonic() + waiting.HANG_SECONDS
    while time.monotonic() < deadline:
        at = _place(runs)
        if at in {aim, "ended"}:
            return at
        time.sleep(RARELY_SECONDS)
    return _place(runs)


def _place(runs: Sequence[Run]) -> str:
    rows = [
        Run.objects.values_list("state", "phase").get(pk=run.pk)
        for run in (runs[0], runs[-1])
    ]
    (first, phase), (last, _phase) = rows
    if first == RunState.RUNNING:
        return str(phase)
    if first == RunState.QUEUED:
        return "queued"
    if last in {RunState.QUEUED, RunState.RUNNING}:
        return "between" if len(runs) > 1 else "ended"
    return "ended"
