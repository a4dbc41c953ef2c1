"""A loop of bare calls of the TPC-C-derived routines: drawn before it, and only counted."""

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import cycle, islice
from multiprocessing import get_context
from random import Random

import psutil

from workers.tools.command import Command
from workers.tools.tpcc.dialects import dialect_of
from workers.tools.tpcc.dialects.base import Dialect, Session, Values
from workers.tools.tpcc.kinds import RETRIED, Kind
from workers.tools.tpcc.options import Place, Profile
from workers.tools.tpcc.running.inputs import Inputs, home_of
from workers.tools.tpcc.running.mix import draws

DRAWN = 5_000  # calls of each connection, which begin anew after that
LOOK_SECONDS = 0.02


@contextmanager
def calling(
    run: Command, *, warehouses: int, connections: int, processes: int
) -> Iterator[tuple[list[psutil.Process], Callable[[], int]]]:
    """The processes that call where ``run`` would, and what tells how often they have.

    They stand still until they are let go, connected all.
    """
    there, context = Place(**json.loads(run.stdin or "")), get_context("spawn")
    calls = context.Array("q", connections, lock=False)
    started = [
        context.Process(
            target=_call_all,
            args=(there, warehouses, range(first, connections, processes), calls),
        )
        for first in range(processes)
    ]
    for each in started:
        each.start()
    try:
        while not all(calls):
            time.sleep(LOOK_SECONDS)
        programs = [psutil.Process(each.pid) for each in started]
        for each in programs:
            each.suspend()
        yield programs, partial(_sum, calls)
    finally:
        for each in started:
            each.kill()
            each.join()


def _sum(calls: Sequence[int]) -> int:
    return sum(calls)


def _call_all(place: Place, warehouses: int, numbers: range, calls: list[int]) -> None:
    for number in numbers:
        threading.Thread(target=_call, args=(place, warehouses, number, calls)).start()


def _call(place: Place, warehouses: int, number: int, calls: list[int]) -> None:
    random = Random(number)  # noqa: S311 - no secret
    home = home_of(
        number, users=len(calls), warehouses=warehouses, spreads=False, random=random
    )
    inputs = Inputs(Profile.HAMMERDB, warehouses, home, random)
    kinds = islice(draws(Profile.HAMMERDB, random), DRAWN)
    drawn = [(kind, inputs.of(kind)) for kind in kinds]
    dialect = dialect_of(place.dialect)
    with dialect.connect(place) as session:
        for kind, values in cycle(drawn):
            calls[number] += _ended(session, dialect, kind, values)


def _ended(session: Session, dialect: Dialect, kind: Kind, values: Values) -> bool:
    """Whether it was no deadlock, which the tool tries again."""
    try:
        session.call(kind, values)
    except Exception as error:
        if dialect.trouble(error) not in RETRIED:
            raise
        return False
    return True
