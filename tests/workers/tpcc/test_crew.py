"""Processes that work together, and end together."""

import multiprocessing
import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass, replace

import psutil
import pytest

from tests import waiting
from workers.tools.tpcc.crew import Crew, Step
from workers.tools.tpcc.dialects.base import Session
from workers.tools.tpcc.fatal import Fatal
from workers.tools.tpcc.load import Execute, load
from workers.tools.tpcc.options import Load, Place, Profile

LONG = {
    "mysql": [f"SELECT SLEEP({waiting.ENDLESS_SECONDS})"],
    "postgresql": [
        # or its session lived on, as it does before PostgreSQL 14
        "SELECT set_config(name, '1s', false) FROM pg_settings"
        " WHERE name = 'client_connection_check_interval'",
        f"SELECT pg_sleep({waiting.ENDLESS_SECONDS})",
    ],
    "sqlserver": ["WAITFOR DELAY '01:00:00'"],
}


@dataclass(frozen=True)
class Die:
    """A job that ends its process, as the kernel does when memory runs out."""

    def do(self, session: Session) -> Iterator[int]:
        os.kill(os.getpid(), signal.SIGKILL)
        yield 0


@dataclass(frozen=True)
class Tell:
    """A job of pieces, done by the process that got it."""

    pieces: int

    def do(self, session: Session) -> Iterator[int]:
        for piece in range(self.pieces):
            session.rows("SELECT 1")
            yield piece


@pytest.mark.engine
def test_all_jobs_are_done_piece_by_piece(postgres_place):
    with Crew(postgres_place, size=2) as crew:
        steps = list(crew.work([Tell(3), Tell(1), Tell(0), Tell(2)]))
        again = list(crew.work([Tell(1)]))

    assert [step for step in steps if step.job == 0] == [
        Step(0, 0),
        Step(0, 1),
        Step(0, 2),
        Step(0, is_last=True),
    ]
    assert sorted(step.job for step in steps if step.is_last) == [0, 1, 2, 3]
    assert again == [Step(0, 0), Step(0, is_last=True)]


def test_the_first_failure_ends_all_at_once(place: Place):
    jobs = [Execute(LONG[place.dialect]), Execute(["SELECT x FROM nowhere"])]

    with (
        pytest.raises(Fatal, match=r"^(1146|42P01|208): .*nowhere"),
        Crew(place, size=2) as crew,
    ):
        list(crew.work(jobs))

    assert not multiprocessing.active_children()


@pytest.mark.engine
def test_a_process_that_is_killed_ends_all(postgres_place):
    jobs = [Execute(LONG["postgresql"]), Die()]

    with (
        pytest.raises(Fatal, match=r"^0: .* ended by itself with status -9$"),
        Crew(postgres_place, size=2) as crew,
    ):
        list(crew.work(jobs))

    assert not multiprocessing.active_children()


@pytest.mark.engine
def test_a_connection_lost_in_the_middle_ends_the_load(postgres_place):
    options = Load(profile=Profile.SPEC, warehouses=9, processes=2, seed=1)
    cut = Execute(
        [
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE query LIKE 'COPY%' AND pid <> pg_backend_pid()"
        ]
    )

    def cut_when_loading(line: str) -> None:
        assert line.startswith("Loading: ")
        with Crew(postgres_place, size=1) as other:
            list(other.work([cut]))

    with pytest.raises(Fatal, match=r"^(57P01|08006): .*connection"):
        load(postgres_place, options, say=cut_when_loading)

    assert not multiprocessing.active_children()


@pytest.mark.engine
def test_a_refused_login_is_told_with_its_number(mariadb_place):
    place = replace(mariadb_place, password="wrong")

    with (
        pytest.raises(Fatal, match=r"^1045: .*denied"),
        Crew(place, size=2) as crew,
    ):
        list(crew.work([Tell(1), Tell(1)]))

    assert not multiprocessing.active_children()


@pytest.mark.engine
def test_the_end_of_the_tool_ends_all_its_processes_at_once(postgres_place):
    options = Load(profile=Profile.SPEC, warehouses=9, processes=2, seed=1)
    fork = multiprocessing.get_context("fork")
    tool = fork.Process(
        target=load, args=(postgres_place, options), kwargs={"say": print}
    )
    tool.start()
    parent = psutil.Process(tool.pid)
    waiting.until(lambda: len(parent.children()) == 2, what="the crew")
    crew = parent.children()

    tool.terminate()

    tool.join()
    waiting.for_ends(*crew)
