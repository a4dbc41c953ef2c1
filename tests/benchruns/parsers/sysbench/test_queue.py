"""The queue of a fixed rate, as sysbench 1.0.20 prints it with ``--rate``."""

import pytest

from benchruns.parsers.sysbench.output import (
    QueueLevel,
    parse_interval,
    parse_queue,
    queue_facts,
)

LINE = "[ 1s ] queue length: 17, concurrency: 1"


@pytest.mark.parametrize(
    ("line", "length", "concurrency"),
    [
        (LINE, 17, 1),
        ("[ 12s ] queue length: 0, concurrency: 64", 0, 64),
        (f"  {LINE}\n", 17, 1),
    ],
)
def test_the_line_of_the_queue_is_read(line, length, concurrency):
    assert parse_queue(line) == QueueLevel(queue_length=length, concurrency=concurrency)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "[ 1s ] queue length: -1, concurrency: 1",
        "[ 1s ] queue length: 1",
        "[ 1s ] thds: 2 tps: 1.00",
        "queue length: 17, concurrency: 1",
    ],
)
def test_other_lines_are_not_the_queue(line):
    assert parse_queue(line) is None


def test_the_queue_is_no_interval():
    assert parse_interval(LINE) is None


def test_the_facts_are_the_longest_and_the_mean_queue():
    queue = tuple(
        QueueLevel(queue_length=length, concurrency=running)
        for length, running in ((0, 1), (17, 4), (4, 2))
    )

    assert queue_facts(queue) == {
        "queue_length_max": 17,
        "queue_length_mean": 7.0,
        "concurrency_max": 4,
    }


def test_without_a_rate_there_are_no_facts():
    assert queue_facts(()) == {}
