"""What the parts of an attempt measured, as one measurement."""

from datetime import timedelta

import pytest

from benchruns.evidence import generators
from benchruns.models import RunPart
from benchruns.runs.parts import merged
from tests.factories import NOON, RunFactory

pytestmark = pytest.mark.django_db

FIGURES = {"tps": 100.0, "transactions": 1000.0, "duration_s": 10.0}


@pytest.fixture
def run():
    return RunFactory(generators=2)


def parts_of(run, **second) -> list[RunPart]:
    """Two; the first one began at noon."""
    shared = {
        "run": run,
        "attempt": 1,
        "parameters": {"threads": 1},
        "phase": "measure",
        "state": "done",
        "began_at": NOON,
        "figures": FIGURES,
        "facts": {},
    }
    return [
        RunPart(**shared, number=1),
        RunPart(**{**shared, "number": 2, **second}),
    ]


def found_of(run, parts):
    """What is merged, when each began and what is to be known of it."""
    found = merged.merge(run, parts)
    rows = found.facts["generators"]
    told = [each["began_later_ms"] for each in rows]
    codes = [each.code for each in generators.findings(rows, seconds=10)]
    return found, told, codes


def test_of_two_that_began_apart_the_time_is_of_both(run):
    later = NOON + timedelta(milliseconds=600)

    found, told, codes = found_of(run, parts_of(run, began_at=later))

    assert (told, codes) == ([0, 600], [])
    assert found.figures.duration_s == pytest.approx(10.6)
    assert found.figures.tps == pytest.approx(2000 / 10.6)


@pytest.mark.parametrize(
    "lost",
    [
        {"began_at": None},
        {"phase": "warmup", "began_at": NOON - timedelta(minutes=2)},
    ],
    ids=["before its load began", "in the warm-up"],
)
def test_of_a_lost_one_no_beginning_is_told_that_it_has_not(run, lost):
    """The warm-up began minutes before the measurement of the others."""
    parts = parts_of(run, state="lost", figures={}, **lost)

    found, told, codes = found_of(run, parts)

    assert (told, codes) == ([0, None], ["generator_lost"])
    assert found.figures.tps == 100.0


def test_where_one_has_not_told_when_it_began_the_figure_says_so(run):
    found, told, codes = found_of(run, parts_of(run, began_at=None))

    assert (told, codes) == ([0, None], ["generators_begun_unknown"])
    assert (found.figures.tps, found.figures.duration_s) == (200.0, 10.0)
