"""``load``: the nine tables with their data, then indexes, routines and statistics."""

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from workers.tools.tpcc.crew import Crew
from workers.tools.tpcc.dialects import dialect_of
from workers.tools.tpcc.dialects.base import Session
from workers.tools.tpcc.options import Load, Place, Profile
from workers.tools.tpcc.parts import Part, parts
from workers.tools.tpcc.progress import Progress
from workers.tools.tpcc.schema import COLUMNS

# Steps that are done table by table, several at a time: in about 0.7 of the time.
_SIDE_BY_SIDE = {"indexes", "statistics"}
_WORD = re.compile(r"\w+")


def load(place: Place, load: Load, *, say: Callable[[str], None]) -> None:
    """Creates and fills the tables in an empty workspace; ``say`` gets lines of progress.

    ``Fatal`` with the first cause when a process fails; what was loaded stays. The same
    seed gives the same rows, but for the time of the load, which is their date.
    """
    began = time.monotonic()
    dialect = dialect_of(place.dialect)
    every = parts(load.warehouses)
    with Crew(place, size=min(load.processes, len(every))) as crew:
        _execute(crew, [dialect.before_load()])
        _fill(crew, load, every, say=say)
        carry_out(crew, dialect.after_load(load.profile), say=say)
    seconds = time.monotonic() - began
    say(f"Loaded: {load.warehouses} warehouses in {seconds:.1f} s")


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadPart:
    part: Part
    profile: Profile
    seed: int
    at: str

    def do(self, session: Session) -> Iterator[int]:
        batches = self.part.batches(profile=self.profile, seed=self.seed, at=self.at)
        for batch in batches:
            session.fill(batch.table, COLUMNS[batch.table], batch.rows)
            yield batch.size


@dataclass(frozen=True, slots=True)
class Execute:
    statements: Sequence[str]

    def do(self, session: Session) -> Iterator[int]:
        for statement in self.statements:
            session.execute(statement)
            yield 1


def by_table(statements: Sequence[str]) -> list[list[str]]:
    """The statements of each table together, in their order: one may need another.

    A statement is of the first table that it names.
    """
    groups: dict[str, list[str]] = {}
    for statement in statements:
        table = next(word for word in _WORD.findall(statement) if word in COLUMNS)
        groups.setdefault(table, []).append(statement)
    return list(groups.values())


def carry_out(
    crew: Crew, steps: Mapping[str, Sequence[str]], *, say: Callable[[str], None]
) -> None:
    """The steps that follow the filling, one after the other."""
    for step, statements in steps.items():
        say(f"Step: {step}")
        side_by_side = step in _SIDE_BY_SIDE
        _execute(crew, by_table(statements) if side_by_side else [statements])


def _execute(crew: Crew, jobs: Sequence[Sequence[str]]) -> None:
    for _ in crew.work([Execute(statements) for statements in jobs]):
        pass


def _fill(
    crew: Crew, load: Load, every: Sequence[Part], *, say: Callable[[str], None]
) -> None:
    at = f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S}"
    progress = Progress(every, say=say)
    jobs = [
        LoadPart(part=part, profile=load.profile, seed=load.seed, at=at)
        for part in every
    ]
    for step in crew.work(jobs):
        progress.loaded(step.amount)
        if step.is_last:
            progress.finished(every[step.job])
    progress.ended()
