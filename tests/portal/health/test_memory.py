"""A slow question is asked by one thread, and keeps nobody else waiting."""

import contextlib
from threading import Event, Thread

from portal.health.memory import Memory


def test_who_comes_while_another_asks_gets_the_last_answer():
    memory, is_asked, may_end = Memory(seconds=0), Event(), Event()
    memory.answer(lambda: "first")

    def slowly():
        is_asked.set()
        may_end.wait()
        return "second"

    slow = Thread(target=memory.answer, args=(slowly,))
    slow.start()
    is_asked.wait()
    try:
        assert [memory.answer(lambda: "third") for _ in range(8)] == ["first"] * 8
    finally:
        may_end.set()
        slow.join()
    assert memory.answer(lambda: "third") == "third"


def test_an_answer_is_everybodys_for_a_while():
    memory = Memory(seconds=3600)

    assert [memory.answer(lambda n=n: n) for n in range(3)] == [0, 0, 0]


def test_who_asks_and_fails_leaves_the_next_one_free_to_ask():
    memory = Memory(seconds=3600)
    with contextlib.suppress(ZeroDivisionError):
        memory.answer(lambda: 1 // 0)

    assert memory.answer(lambda: "well") == "well"
