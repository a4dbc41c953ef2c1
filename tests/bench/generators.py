"""One load made by one, two and three load generators, each a process of its own.

    python -m tests.bench.generators [REPEATS [SECONDS]]

Where the server is the limit, which is held to a share of a core, the total is the same
however many make the load: medians of two and of three lie among the repeats of one. Where the generators are the limit, each held to a small share, the total rises with
them. Then each generator stands in a network of its own, at another distance from the server that is
the limit. The numbers take turns in each round, since machines are shared. It wants root and
groups of the kernel's version 1, and prints the table.
"""

import os
import statistics
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import chain

from tests.bench import whole
from tests.bench.cpu_share import held, with_children
from tests.bench.namespaces import namespace

REPEATS, SECONDS = 5, 10
NUMBERS = (1, 2, 3)
GENERATORS = ("runs", "second", "third")
# Statements that cost the server far more than it costs to wake up for them.
WORKLOAD = "oltp_read_only"
LOAD = {"tables": 2, "table_size": 2_000, "threads": 6, "warmup_seconds": 2}
SERVER_CORES = 0.5
# Statements that cost the server more than the way costs a slow forwarder.
FAR_WORKLOAD, FAR_SERVER_CORES, FAR_THREADS = "oltp_update_index", 0.4, 48
DELAYS_MS = (1, 2, 4)  # each way
GENERATOR_CORES = 0.06
LEAST_GAIN = 1.5  # of a second generator; the server's own part rises, too
ENGINES = {"mariadb": "MariaDB", "postgresql": "PostgreSQL"}

Figures = Mapping[int, list[float]]
# The limit, the engine, its figures and what they are held to.
Row = tuple[str, str, Figures, Callable[[Figures], bool]]


def main() -> int:
    asked = [int(word) for word in sys.argv[1:]]
    repeats, seconds = asked + [REPEATS, SECONDS][len(asked) :]
    print("| limit | engine | 1 generator | 2 | 3 | holds |\n" + "| --- " * 6 + "|")
    good = []
    rows = chain(_near(repeats, seconds), _far(repeats, seconds))
    for limit, engine, found, judge in rows:
        good.append(judge(found))
        cells = " | ".join(_cell(found[number]) for number in NUMBERS)
        holds = "yes" if good[-1] else "**no**"
        print(f"| {limit} | {ENGINES[engine]} | {cells} | {holds} |", flush=True)
    return 0 if all(good) else 1


def _near(repeats: int, seconds: int) -> Iterator[Row]:
    load = LOAD | {"duration_seconds": seconds}
    with whole.started(*ENGINES) as at:
        for name in GENERATORS[1:]:
            at.stack.start(name)
        for engine in ENGINES:
            with held(with_children(at.servers[engine]), cores=SERVER_CORES):
                found = _measured(at, engine, WORKLOAD, repeats, load)
            yield (
                f"server, {SERVER_CORES} of a core, `{WORKLOAD}`",
                engine,
                found,
                is_the_same,
            )
            with _generators_held(at):
                found = _measured(at, engine, WORKLOAD, repeats, load)
            yield (
                f"generators, {GENERATOR_CORES} of a core each, `{WORKLOAD}`",
                engine,
                found,
                rises,
            )


def _far(repeats: int, seconds: int) -> Iterator[Row]:
    load = LOAD | {"duration_seconds": seconds, "threads": FAR_THREADS}
    ways = " and ".join(f"{each} ms" for each in DELAYS_MS)
    limit = f"server, {FAR_SERVER_CORES} of a core, `{FAR_WORKLOAD}`, ways of {ways}"
    programs = tuple(each for each in whole.PROGRAMS if each != GENERATORS[0])
    with whole.started(*ENGINES, programs=programs) as at, ExitStack() as networks:
        for name, delay_ms in zip(GENERATORS, DELAYS_MS, strict=True):
            ports = {target.port: delay_ms for target in at.targets.values()}
            ports[int(os.environ["REDIS_PORT"])] = 0
            inside = networks.enter_context(
                namespace(f"benchbook-{os.getpid()}-{name}", ports)
            )
            at.stack.start(name, within=inside)
        for engine in ENGINES:
            with held(with_children(at.servers[engine]), cores=FAR_SERVER_CORES):
                found = _measured(at, engine, FAR_WORKLOAD, repeats, load)
            yield limit, engine, found, is_the_same


def _measured(
    at: whole.Whole,
    engine: str,
    workload: str,
    repeats: int,
    load: Mapping[str, int],
) -> Figures:
    """TPS of each repeat, by the number of generators."""
    found: dict[int, list[float]] = {number: [] for number in NUMBERS}
    for round_ in range(repeats):
        for number in NUMBERS[:: -1 if round_ % 2 else 1]:
            run = at.post(engine, workload, dict(load), generators=number)
            found[number].append(at.watch(run))
    return found


def is_the_same(found: Figures) -> bool:
    """Medians of several lie among the repeats of one."""
    alone, *others = (found[number] for number in NUMBERS)
    return all(min(alone) <= statistics.median(each) <= max(alone) for each in others)


def rises(found: Figures) -> bool:
    one, two, three = (statistics.median(found[number]) for number in NUMBERS)
    return two >= LEAST_GAIN * one and three > two


def _cell(repeats: list[float]) -> str:
    return f"{statistics.median(repeats):,.0f} ({min(repeats):,.0f} to {max(repeats):,.0f})"


@contextmanager
def _generators_held(at: whole.Whole) -> Iterator[None]:
    with ExitStack() as all_held:
        for name in GENERATORS:
            pids = with_children(at.stack.processes[name].pid)
            all_held.enter_context(held(pids, cores=GENERATOR_CORES))
        yield


if __name__ == "__main__":
    sys.exit(main())
