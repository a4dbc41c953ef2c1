"""Labels against sizes, on planted rows on both sides of the threshold."""

import pytest

from benchruns.results.datachecks import Row
from benchruns.results.datachecks.memory import (
    BYTES_PER_ROW,
    regime_label,
    size_belied,
)
from benchruns.sentences.catalogue import worded
from benchruns.units import GB

ROWS_OF_A_GIB = GB / BYTES_PER_ROW


def found(*, regime, times_memory, **changes):
    rows = round(times_memory * 4 * ROWS_OF_A_GIB)
    row = Row(
        **(
            {"id": "1", "regime": regime, "memory_gb": 4.0, "tables": 1}
            | {"table_size": rows}
            | changes
        )
    )
    return [finding for _id, finding in regime_label([row])]


@pytest.mark.parametrize(
    ("regime", "times_memory", "is_found"),
    [
        ("disk_io", 0.14, True),
        ("disk_io", 0.999, True),
        ("disk_io", 1.001, False),
        ("disk_io", 1.43, False),
        ("cached", 0.34, False),
        ("cached", 0.999, False),
        ("cached", 1.001, True),
        ("mixed", 0.1, False),
        (None, 0.1, False),
    ],
)
def test_a_label_that_its_size_does_not_support_is_found(
    regime, times_memory, is_found
):
    assert bool(found(regime=regime, times_memory=times_memory)) == is_found


@pytest.mark.parametrize("unknown", ["memory_gb", "tables", "table_size"])
def test_nothing_is_said_where_a_size_is_not_known(unknown):
    assert found(regime="disk_io", times_memory=0.1, **{unknown: None}) == []


def test_data_as_stated_and_a_buffer_count_before_rows_and_memory():
    stated = {"data_bytes": 3 * GB, "buffer_bytes": 2 * GB}

    (finding,) = found(regime="cached", times_memory=0.1, **stated)

    assert (
        worded(finding).message
        == "Labelled cached, but the data (3 GB) exceeds the buffer (2 GB)."
    )
    assert "about" not in worded(finding).message
    assert finding.values["data_over_buffer"] == 1.5
    assert found(regime="disk_io", times_memory=0.1, **stated) == []


def test_rows_are_held_against_the_buffer():
    """Memory, of which nothing is known, is not needed."""
    known = {"buffer_bytes": GB, "memory_gb": None}

    (finding,) = found(regime="cached", times_memory=0.5, **known)

    assert "the data (about 2 GB) exceeds the buffer (1 GB)" in worded(finding).message
    assert finding.values["data_over_buffer"] == 2


def test_the_finding_states_its_estimate():
    (finding,) = found(regime="disk_io", times_memory=0.5)

    assert finding.code == "regime_label"
    assert finding.severity == "caution"
    assert finding.values["data_over_memory"] == 0.5
    assert "the data (about 2 GB) fits in memory (4 GB)" in worded(finding).message


def belied(*, times_rows, **changes):
    """Of a submitted row, whose rows make a GB."""
    rows = round(ROWS_OF_A_GIB / 4)
    known = {"id": "1", "engine": "mysql", "tables": 4, "table_size": rows}
    known |= {"data_bytes": round(times_rows * GB), "is_submitted": True}
    return [finding for _id, finding in size_belied([Row(**known | changes)])]


@pytest.mark.parametrize(
    ("times_rows", "is_found"),
    [(50, True), (2.2, True), (1.9, False), (1, False), (0.55, False), (0.45, True)],
)
@pytest.mark.parametrize("engine", ["mysql", "postgresql", ""])
def test_a_size_that_its_rows_belie_is_found(engine, times_rows, is_found):
    assert bool(belied(times_rows=times_rows, engine=engine)) == is_found


def test_a_belied_size_is_told_with_what_the_rows_make():
    (finding,) = belied(times_rows=50, tables=32, table_size=100_000)

    assert worded(finding).message == (
        "50 GB of data are stated, and 32 tables of 100,000 rows make about 0.72 GB."
    )


@pytest.mark.parametrize(
    "known",
    [
        {"is_submitted": False},
        {"data_bytes": None},
        {"tables": None},
        {"table_size": None},
        {"tables": 4, "table_size": 1000, "data_bytes": 8 * 2**20},
    ],
    ids=["of-a-paper", "no-size", "no-tables", "no-rows", "little"],
)
def test_a_size_is_held_against_rows_where_both_are_known(known):
    assert belied(times_rows=50, **known) == []


def test_the_regime_is_judged_by_the_rows_where_they_belie_the_size():
    stated = {"data_bytes": 50 * GB, "is_submitted": True}

    (finding,) = found(regime="disk_io", times_memory=0.2, **stated)

    assert finding.values["estimated_data_bytes"] < GB
    assert found(regime="disk_io", times_memory=0.2, data_bytes=50 * GB) == []
