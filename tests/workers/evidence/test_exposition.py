"""How much of an exporter's text is parsed, counted and never timed."""

from contextlib import suppress

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.growth import is_in_proportion
from workers.evidence import exporter, exposition

HOSTILE = [
    b'node_disk_read_bytes_total{a="' + b'\\"' * 2_000_000 + b'"} 1\n',
    b"".join(
        b'node_disk_read_bytes_total{device="sd%d"} 1\n' % number
        for number in range(80_000)
    ),
    (b'node_disk_read_bytes_total{a="' + b'\\"' * 450 + b'"} 1\n') * 4_000,
    b"node_cpu_seconds_total " * 180_000,
]


@pytest.fixture
def parsed(monkeypatch):
    """Texts that reached the parser."""
    texts = []

    def parse(text):
        texts.append(text)
        return text_string_to_metric_families(text)

    monkeypatch.setattr(exposition, "text_string_to_metric_families", parse)
    return texts


@pytest.mark.parametrize("body", HOSTILE, ids=["line", "series", "both", "no line"])
def test_no_more_is_parsed_than_a_machine_has_to_tell(parsed, body):
    with suppress(ValueError):
        exporter.read(body, at=1.0)

    lines = [line for text in parsed for line in text.splitlines()]
    assert len(lines) <= exposition.MOST_LINES
    assert all(len(line) < exposition.LONGEST_LINE for line in lines)
    assert sum(map(len, lines)) <= exposition.MOST_BYTES


def test_series_of_others_are_not_parsed(parsed):
    own = b'node_cpu_seconds_total{cpu="0",mode="idle"} 5\n'
    other = b'node_cpu_seconds_total_of_others{a="' + b'\\"' * 5_000 + b'"} 1\n'

    exporter.read(other * 100 + own + b"go_threads 9\n" * 10_000, at=1.0)

    assert parsed == [own.decode()]


def test_the_work_grows_no_faster_than_the_text():
    def work(pairs: int) -> None:
        with suppress(ValueError):
            exporter.read(HOSTILE[0][: 2 * pairs] + b'"} 1\n', at=1.0)

    assert is_in_proportion(work, 100_000)


def test_a_machine_of_four_hundred_cpus_is_read():
    text = "".join(
        f'node_cpu_seconds_total{{cpu="{cpu}",mode="{mode}"}} 123456.78\n'
        for cpu in range(400)
        for mode in (
            "idle",
            "iowait",
            "irq",
            "nice",
            "softirq",
            "steal",
            "system",
            "user",
        )
    )

    assert len(exporter.read(text.encode(), at=1.0).cpus) == 400
