"""In which parameters a run is not the published row that it repeats."""

import pytest

from benchruns.models import Result
from benchruns.reproduction.differences import Why
from benchruns.sentences.differences import as_answered, why_of
from benchruns.workloads import ParameterError
from tests import published_rows
from tests.factories import CampaignFactory
from tests.published_rows import of_campaign, pgbench_row, repeated, told

pytestmark = pytest.mark.django_db  # for the rows alone

GB = 2**30


@pytest.fixture(scope="module")
def rows(django_db_setup, django_db_blocker) -> list[Result]:
    return published_rows.read(django_db_blocker)


# Overrides --------------------------------------------------------------------------


@pytest.fixture
def sysbench_row(rows) -> Result:
    return of_campaign(rows, "alibaba-mysql-8.0-60s", threads=8, table_size=25_000)


@pytest.mark.parametrize(
    ("overrides", "differences"),
    [
        ({"threads": 8, "duration_seconds": 60}, []),  # as published
        ({"threads": 2}, [("overridden", "threads", 8, 2)]),
        ({"warmup_seconds": 0, "rate": None}, []),  # as without
        ({"warmup_seconds": 5}, [("overridden", "warmup_seconds", None, 5)]),
        ({"rate": 10}, [("overridden", "rate", None, 10)]),
        ({"skip_trx": True}, [("overridden", "skip_trx", None, True)]),
        (
            {"tables": 1, "table_size": 5},
            [
                ("overridden", "tables", 32, 1),
                ("overridden", "table_size", 25_000, 5),
            ],
        ),
    ],
    ids=str,
)
def test_what_is_given_in_place_of_the_published_is_listed(
    sysbench_row, overrides, differences
):
    reproduction = repeated(sysbench_row, overrides=overrides)

    assert told(reproduction) == differences
    assert reproduction.parameters.items() >= overrides.items()


def test_an_override_wins_over_a_division(sysbench_row):
    reproduction = repeated(
        sysbench_row, scale_down=5, overrides={"table_size": 25_000, "threads": 1}
    )

    assert told(reproduction) == [("overridden", "threads", 8, 1)]


def test_what_is_given_is_not_assumed(rows):
    row = of_campaign(rows, "alibaba-mysql-5.7-hot-row")

    reproduction = repeated(row, overrides={"threads": 8, "duration_seconds": 30})

    assert told(reproduction) == [
        ("overridden", "threads", None, 8),
        ("overridden", "duration_seconds", None, 30),
    ]
    assert why_of(reproduction.differences[0]) == (
        "Given; the vendor does not state it."
    )


@pytest.mark.parametrize(
    ("overrides", "differences"),
    [
        ({"hot_records": None}, []),  # all of them, as the row has it
        ({"clients": 2}, [("overridden", "clients", 8, 2)]),
        ({"jobs": 8}, []),  # as many as clients
        ({"jobs": 2}, [("overridden", "jobs", 8, 2)]),
    ],
    ids=str,
)
def test_null_means_what_it_stands_for(overrides, differences):
    row = pgbench_row(scale=10, hot_records=1_000_000)
    row.campaign = CampaignFactory.build(duration_seconds=60)

    assert told(repeated(row, overrides=overrides)) == differences


@pytest.mark.parametrize(
    "overrides", [{"clients": 4}, {"threads": 0}, {"threads": "8"}, {"table_size": 0}]
)
def test_overrides_are_checked_as_parameters_are(sysbench_row, overrides):
    for how in ({}, {"match_ratio": True, "buffer_bytes": GB}):
        with pytest.raises(ParameterError) as caught:
            repeated(sysbench_row, overrides=overrides, **how)

        assert list(caught.value.errors) == list(overrides)


# Sweeps -----------------------------------------------------------------------------


def test_another_number_of_threads_is_a_difference_of_its_own(sysbench_row):
    reproduction = repeated(sysbench_row, scale_down=5)

    more = reproduction.with_load(16)

    assert more.parameters["threads"] == 16
    assert told(more) == [
        ("scaled", "table_size", 25_000, 5_000),
        ("overridden", "threads", 8, 16),
    ]
    assert more.with_load(8) == reproduction
    assert reproduction.with_load(8) is reproduction


def test_pgbench_climbs_in_clients():
    row = pgbench_row(scale=10, hot_records=1_000_000)

    more = repeated(row).with_load(4)

    assert more.parameters["clients"] == 4
    assert ("overridden", "clients", 8, 4) in told(more)


# As it is kept ----------------------------------------------------------------------


def test_a_difference_is_kept_as_plain_values(sysbench_row):
    [difference] = repeated(sysbench_row, overrides={"threads": 1}).differences

    assert difference.as_dict() == {
        "kind": "overridden",
        "name": "threads",
        "published": 8,
        "here": 1,
        "code": "given",
        "values": {},
    }
    assert as_answered(difference.as_dict()) == {
        "kind": "overridden",
        "name": "threads",
        "published": 8,
        "here": 1,
        "why": "Given instead of the vendor's value.",
    }


def test_every_reason_has_its_sentence():
    values = {"divisor": 5, "share": 0.75}
    row = {"kind": "scaled", "name": "table_size", "published": 5_000, "here": 1_000}

    told = {why: why_of({**row, "code": why.value, "values": values}) for why in Why}

    assert all(told.values())
    assert len(set(told.values())) == len(Why)


def test_a_sentence_of_an_older_release_and_an_unknown_code_are_no_failure():
    row = {"kind": "scaled", "name": "table_size", "published": 5_000, "here": 1_000}

    assert why_of({**row, "why": "Geteilt durch 5."}) == "Geteilt durch 5."
    assert why_of({**row, "code": "of_another_release", "values": {}}) == ""
