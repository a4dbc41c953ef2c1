"""The 15 rows of SQL Server: their peak is printed, the load that gave it is not."""

from itertools import pairwise

import pytest

from benchruns.engines import FAMILIES
from benchruns.models import Result
from benchruns.reproduction import tuned_load
from benchruns.reproduction.reproduce import ReproductionError, reproduce
from benchruns.reproduction.tuned_load import Reach
from benchruns.runs import request as run_request
from benchruns.runs import sweeps
from benchruns.runs.request import RunRequest
from benchruns.sentences.differences import why_of
from benchruns.workloads.tpcc import TPCC
from tests import published_rows
from tests.factories import CheckFactory, EndpointFactory
from tests.published_rows import repeated, told

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def rows(django_db_setup, django_db_blocker) -> list[Result]:
    found = published_rows.read(django_db_blocker)
    return [row for row in found if row.workload == "tpcc"]


def of_vcpus(rows: list[Result], vcpus: int) -> Result:
    return next(row for row in rows if row.vcpus == vcpus)


@pytest.fixture
def row(rows) -> Result:
    """2,680 batch requests a second on 1 vCPU."""
    return published_rows.store(of_vcpus(rows, 1))


@pytest.fixture
def endpoint():
    return EndpointFactory(engine="sqlserver", vcpus=4, memory_gb=16)


def test_all_15_rows_are_ladders_over_10_warehouses(rows):
    assert len(rows) == 15
    for row in rows:
        found = repeated(row)

        assert found.workload is TPCC
        assert found.parameters["warehouses"] == 10
        assert found.parameters["profile"] == "hammerdb"
        assert found.ladder[:5] == (1, 2, 4, 8, 16)
        assert [each[:3] for each in told(found)] == [
            ("assumed", "virtual_users", None),
            ("assumed", "rampup_seconds", None),
            ("assumed", "duration_seconds", None),
        ]


@pytest.mark.parametrize(
    ("reach", "last"),
    [
        (Reach(), 16),  # the published class has 1 vCPU
        (Reach(vcpus=4), 32),
        (Reach(vcpus=6), 48),  # no power of two
        (Reach(vcpus=16), 128),
        (Reach(vcpus=16, connections=50), 50),
        (Reach(vcpus=16, connections=1), 1),
        (Reach(vcpus=10_000), 2000),  # one load generator carries 2,000
    ],
)
def test_the_ladder_ends_where_the_server_can_use_no_more(rows, reach, last):
    found = tuned_load.ladder(of_vcpus(rows, 1), TPCC, reach=reach)

    assert found[-1] == last
    assert all(after == 2 * before for before, after in pairwise(found[:-1]))
    assert all(after <= 2 * before for before, after in pairwise(found))
    assert len(set(found)) == len(found)


def test_why_each_of_its_assumptions_is_said(rows):
    why = {each.name: why_of(each) for each in repeated(of_vcpus(rows, 2)).differences}

    assert "HammerDB's own default is 120 s" in why["rampup_seconds"]
    assert "HammerDB's own default is 300 s" in why["duration_seconds"]


def test_one_load_that_is_asked_for_is_no_ladder(rows):
    found = repeated(of_vcpus(rows, 1), overrides={"virtual_users": 16})

    assert found.ladder == ()
    assert ("overridden", "virtual_users", None, 16) in told(found)


@pytest.mark.parametrize("family", ["mysql", "postgresql"])
def test_on_another_engine_it_is_a_comparison_and_no_reproduction(rows, family):
    with pytest.raises(ReproductionError) as caught:
        reproduce(of_vcpus(rows, 1), family=FAMILIES[family])

    assert caught.value.field == "endpoint"
    assert "Choose an endpoint of SQL Server." in caught.value.message
    assert "start it without reproduce, and compare both" in caught.value.message


def test_asking_for_the_row_settles_its_ladder(endpoint, row):
    CheckFactory(endpoint=endpoint, passed=True, server={"max_connections": 20})

    settled = run_request.settle(RunRequest(endpoint=endpoint, reproduces=row))

    assert settled.ladder.threads == [1, 2, 4, 8, 16, 18]
    [load] = [d for d in settled.differences if d.name == "virtual_users"]
    assert (load.kind, load.here) == ("assumed", "1, 2, 4, 8, 16, 18")
    assert "raised them until TPM peaked" in why_of(load)


def test_each_step_says_that_it_looks_for_the_peak(endpoint, row):
    settled = run_request.settle(RunRequest(endpoint=endpoint, reproduces=row))

    run = run_request.start(settled, owner=endpoint.owner)

    steps = list(run.sweep.runs.order_by("sweep_position"))
    assert [each.parameters["virtual_users"] for each in steps] == [1, 2, 4, 8, 16, 32]
    for each in steps:
        [load] = [d for d in each.differences if d["name"] == "virtual_users"]
        assert (load["kind"], load["here"]) == (
            "assumed",
            each.parameters["virtual_users"],
        )
        assert "one step of the sweep" in why_of(load)
        assert each.reproduces_id == row.pk


def test_a_ladder_of_one_s_own_stands_in_its_place(endpoint, row):
    request = RunRequest(endpoint=endpoint, reproduces=row, threads=[3, 5])

    settled = run_request.settle(request)

    assert settled.ladder == sweeps.Ladder(threads=[3, 5])
    [load] = [d for d in settled.differences if d.name == "virtual_users"]
    assert (load.kind, load.here) == ("overridden", "3, 5")
    assert "It ends at 8 a vCPU" not in why_of(load)
