"""The lines of progress, with a clock of the test's."""

import pytest

from workers.tools.tpcc.parts import Content, Part, parts
from workers.tools.tpcc.progress import Progress

LATER = ", then indexes and statistics"


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def progress(clock, said) -> Progress:
    return Progress(parts(2), say=said.append, clock=clock)


def finish(progress: Progress, *done: Part) -> None:
    for part in done:
        progress.loaded(part.size)
        progress.finished(part)


def test_the_time_left_is_at_the_pace_so_far(progress, clock, said):
    items, *warehouses = parts(2)
    total = items.size + sum(part.size for part in warehouses)

    clock.now += 30
    progress.loaded(total // 4)

    assert said == ["Loading: 25.0 %, 0 of 2 warehouses, 90 s left" + LATER]


def test_a_line_is_said_at_most_once_a_second(progress, clock, said):
    for _ in range(30):
        clock.now += 0.1
        progress.loaded(1_000)

    assert len(said) == 2  # the first second has none


def test_a_warehouse_is_loaded_when_all_its_parts_are(progress, clock, said):
    items, *warehouses = parts(2)
    first = [part for part in warehouses if part.w_id == 1]
    clock.now += 5
    finish(progress, items, *first[:-1])
    assert "0 of 2 warehouses" in said[-1]

    finish(progress, first[-1])
    clock.now += 5
    progress.loaded(0)

    assert "1 of 2 warehouses" in said[-1]


def test_the_end_is_always_said(progress, said):
    finish(progress, *parts(2))
    assert not said

    progress.ended()

    assert said == ["Loading: 100.0 %, 2 of 2 warehouses, 0 s left" + LATER]


def test_more_rows_than_reckoned_are_no_more_than_all(progress, clock, said):
    clock.now += 5
    progress.loaded(10**9)

    assert said == ["Loading: 100.0 %, 0 of 2 warehouses, 0 s left" + LATER]


def test_items_belong_to_no_warehouse():
    items, *rest = parts(3)

    assert items == Part(content=Content.ITEMS, w_id=None)
    assert [part.w_id for part in rest] == [1, 1, 1, 2, 2, 2, 3, 3, 3]
