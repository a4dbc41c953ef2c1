"""What somebody uploaded and did not state leaves its figure, or its regime, in doubt."""

import pytest

from benchruns.catalogue.needs.need import Need, Outcome, asked_for, conditions
from benchruns.models import Result
from benchruns.results.datachecks import Row, check
from benchruns.sentences.catalogue import worded
from benchruns.units import GB
from tests.factories import InstanceClassFactory, ResultFactory, UserFactory
from tests.submission_factories import SubmittedResultFactory

STATED = {"seconds": 60.0, "regime": "disk_io", "data_bytes": 40 * GB, "memory_gb": 4}


def found(**changes):
    row = Row(id="it", is_submitted=True, **{**STATED, **changes})
    return {each.code: worded(each).message for each in check([row]).get("it", [])}


def test_a_claim_with_sizes_and_a_time_is_not_doubted():
    assert found() == {}


@pytest.mark.parametrize("seconds", [None, 0.0])
def test_a_time_that_is_not_stated_is_a_doubt(seconds):
    assert found(seconds=seconds) == {
        "time_not_stated": "It is not stated how long it was measured."
    }


@pytest.mark.parametrize("unknown", ["data_bytes", "memory_gb"])
def test_a_regime_that_no_size_shows_is_a_doubt(unknown):
    assert found(**{unknown: None}) == {
        "regime_not_shown": "Labelled disk I/O, but no size of the data shows it."
    }


@pytest.mark.parametrize(
    "sizes",
    [{"tables": 10, "table_size": 90_000_000}, {"scale": 900}],
    ids=["rows", "scale"],
)
def test_rows_and_a_scale_are_sizes(sizes):
    assert found(data_bytes=None, **sizes) == {}


def test_who_claims_no_regime_needs_to_show_none():
    assert found(regime=None, data_bytes=None) == {}


def test_papers_and_runs_are_taken_at_their_word():
    row = Row(id="it", regime="disk_io")

    assert check([row]) == {}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("columns", "doubt"),
    [
        ({"duration_s": None, "data_bytes": 40 * GB}, "figure"),
        ({"data_bytes": None}, "regime"),
        ({"duration_s": None, "parameters": {"duration_seconds": 60}}, "regime"),
    ],
    ids=["no-time", "no-data", "asked"],
)
def test_a_claim_in_doubt_proves_no_need(columns, doubt):
    size = InstanceClassFactory(memory_gb=4)
    sure = ResultFactory(regime="disk_io", tps=3000.0)
    claimed = SubmittedResultFactory(
        instance_class=size,
        provider=size.provider,
        workload=sure.workload,
        memory_gb=4,
        regime="disk_io",
        tps=7777.0,
        **columns,
    )

    need = Need(tps=2000, regime="disk_io")
    where, rows = conditions(need), asked_for(need, UserFactory())

    assert claimed.doubt == doubt
    assert list(rows.filter(where.of(Outcome.FOUND))) == [sure]
    assert list(rows.filter(where.of(Outcome.DOUBTED))) == [claimed]
    assert Result.objects.count() == 2
