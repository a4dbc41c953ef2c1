"""The TPC-C-derived load through Benchbook over a loop of bare calls of its routines.

Both are seconds of one run (``tests/bench/seconds.py``), on one server, in a workspace each of
as many warehouses, with as many connections and processes and the same mix: three of the loop
while Benchbook and its client stand still, three of the client alone, four of it with
Benchbook at work and its page open. The first second of each is left out. A/A is the loop's
last second over the one before.

The loop's calls are drawn before it begins, and it counts them and does nothing else. What the
client could do beside, calls of a routine that does nothing, stands against its transactions:
as long as that is five times as many, in all and for one core of it, the server is measured.
"""

import json
import os
import statistics
from collections.abc import Iterator
from dataclasses import replace

from tests.bench import whole
from tests.bench.bare_calls import calling
from tests.bench.figure import Figure, over_control, told
from tests.bench.parts import tell
from tests.bench.seconds import PAGE, PORTAL, TOOL, seconds_of, state

TURNS, TO_BEGIN = 10, 12
LEAST, LEAST_EMPTY = 0.99, 5
CEILING_SECONDS = 10
WAREHOUSES, USERS = 1, 4
LOOP, ALONE, AT_WORK = 3, 3, 4
TURN = (
    *(state("calls"),) * LOOP,
    *(state(TOOL),) * ALONE,
    *(state(TOOL, PORTAL, PAGE),) * AT_WORK,
)
COUNT = TURNS * len(TURN) + LOOP
PARAMETERS = {
    "warehouses": WAREHOUSES, "virtual_users": USERS, "rampup_seconds": 1,
    "duration_seconds": TO_BEGIN + COUNT,
}  # fmt: skip


def figures() -> Iterator[Figure]:
    with whole.started("mariadb", "postgresql") as portal:
        for name, engine in (("MariaDB", "mariadb"), ("PostgreSQL", "postgresql")):
            yield from _of_engine(name, engine, portal)


def _of_engine(name: str, engine: str, portal: whole.Whole) -> Iterator[Figure]:
    bare = portal.bare(engine, "tpcc", PARAMETERS)
    with bare.workspace():
        bare.prepare()
        empty = _empty(bare)
        ours, control, client, alone, loop = _pairs(engine, bare, portal)
    expected = statistics.median(control)
    yield over_control(
        f"through Benchbook, {name}", ours, control, least=LEAST,
        detail=f"{len(ours)} pairs, {statistics.median(loop):.0f} calls/s of the loop",
        why=f"Benchbook stopped, the client has {told([each / expected for each in client])} of "
        "the control with its own drawing and timing of each call; what is lost beyond that is "
        f"what Benchbook takes of the {os.cpu_count()} cores that server and client keep busy",
    )  # fmt: skip
    ratio = min(
        empty["calls_per_s"], empty["calls_per_core_second"]
    ) / statistics.median(alone)
    yield Figure(
        name=f"empty calls of the client beside its transactions, {name}",
        ratio=ratio, low=ratio, high=ratio, least=LEAST_EMPTY,
        detail=f"{empty['calls_per_s']:,.0f} a second, {empty['calls_per_core_second']:,.0f} a "
        f"core of the client, beside {statistics.median(alone):,.0f}",
    )  # fmt: skip


def _empty(bare: whole.Bare) -> dict[str, float]:
    run = bare.driver.measure(bare.target, bare.place)
    words = (
        "ceiling", f"--virtual-users={USERS}", f"--duration-seconds={CEILING_SECONDS}",
    )  # fmt: skip
    told_by_tool = bare.start(replace(run, argv=(*run.argv[:3], *words)))
    return json.loads(told_by_tool)  # type: ignore[no-any-return]


def _pairs(
    engine: str, bare: whole.Bare, portal: whole.Whole
) -> tuple[list[float], ...]:
    """Through Benchbook, loop and client over the loop; TPS of the client and of the loop."""
    ours, control, client, alone, loop = [], [], [], [], []
    with calling(
        bare.driver.measure(bare.target, bare.place), warehouses=WAREHOUSES,
        connections=USERS, processes=min(USERS, os.cpu_count() or 1),
    ) as (processes, counted):  # fmt: skip
        run = portal.post(engine, "tpcc", PARAMETERS)
        seconds = seconds_of(
            portal, run, bare.tool, turn=TURN, count=COUNT, share=0.0,
            others={"calls": processes}, counted=counted,
        )  # fmt: skip
    for start in range(0, TURNS * len(TURN), len(TURN)):
        turn = seconds[start : start + len(TURN)]
        _, first, last = (each.counted for each in turn[:LOOP])
        after = [each.counted for each in seconds[start + len(TURN) :][1:LOOP]]
        calls = statistics.mean((first, last, *after))
        stopped = statistics.mean(each.tps for each in turn[LOOP + 1 : LOOP + ALONE])
        at_work = statistics.mean(each.tps for each in turn[LOOP + ALONE + 1 :])
        ours.append(at_work / calls)
        control.append(last / first)
        client.append(stopped / calls)
        alone.append(stopped)
        loop.append(calls)
    return ours, control, client, alone, loop


if __name__ == "__main__":
    tell(figures())
