"""The table of docs/performance.md, as it was last measured."""

from tests.bench.performance import PARTS, recorded


def test_every_part_has_been_measured():
    assert set(recorded()) == set(PARTS)


def test_what_falls_short_says_what_holds_it():
    without = [
        f"{name}: {each.name}"
        for name, part in recorded().items()
        for each in part.figures
        if not each.holds and not each.why
    ]

    assert without == []
