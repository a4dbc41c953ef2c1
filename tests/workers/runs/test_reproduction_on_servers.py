"""One row of each published campaign, repeated on a real server: scaled down, and short.

What is overridden to keep the runs short is a difference, as a user's own would be.
"""

import pytest

from benchruns.findings import marked
from benchruns.models import Result, Run
from benchruns.reproduction import conditions as reproduction_conditions
from benchruns.reproduction import ratios as reproduction_ratios
from benchruns.reproduction.reproduce import ReproductionError
from benchruns.runs import request as run_request
from benchruns.runs.request import RunRequest
from benchruns.sentences.reproduction import verdict
from benchruns.vocabulary import RunState
from benchruns.workloads import WORKLOADS
from tests import published_rows
from tests.examples import few_or
from tests.factories import EndpointFactory
from tests.published_rows import family_of, of_campaign
from tests.targets import endpoint_of
from tests.workers.runs.whole_runs import carry_out

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]

SERVERS = {"mysql": "mariadb_target", "postgresql": "postgres_target"}
REPRODUCIBLE = (
    "alibaba-mysql-5.6-20min",
    "alibaba-mysql-5.6-60s",
    "alibaba-mysql-5.7-60s",
    "alibaba-mysql-5.7-hot-row",
    "alibaba-mysql-8.0-60s",
    "alibaba-postgresql-pgbench",
    "huawei-mysql-5.7-dedicated",
    "huawei-mysql-5.7-general",
    "huawei-mysql-8.0-dedicated",
    "huawei-mysql-8.0-general",
    "huawei-postgresql-12-dedicated",
    "huawei-postgresql-12-general",
)
ONE_OF_A_KIND = (
    "alibaba-mysql-5.7-hot-row",
    "alibaba-mysql-8.0-60s",
    "alibaba-postgresql-pgbench",
    "huawei-mysql-5.7-general",
    "huawei-postgresql-12-dedicated",
)
# Its paper prints neither rows nor threads nor a time, by which a test could be another.
WITHOUT_SIZES = {"alibaba-mysql-5.7-hot-row"}
ROWS_A_TABLE = 500
SHORT = {"tables": 2, "threads": 2, "clients": 2, "duration_seconds": 1}


@pytest.fixture(scope="module")
def rows(django_db_setup, django_db_blocker) -> list[Result]:
    return published_rows.read(django_db_blocker)


def divisor_for(row: Result) -> int:
    """So that little is left to load: a scale of 1, or a few hundred rows a table."""
    if row.scale is not None:
        return row.scale
    return max((row.table_size or 0) // ROWS_A_TABLE, 2)


def short(row: Result) -> dict[str, int]:
    names = {parameter.name for parameter in WORKLOADS[row.workload].parameters}
    return {name: value for name, value in SHORT.items() if name in names}


def repeat(row: Result, target) -> Run:
    """As the page and the API do it, and a worker then."""
    endpoint = endpoint_of(target)
    settled = run_request.settle(
        RunRequest(
            endpoint=endpoint,
            reproduces=published_rows.store(row),
            scale_down=divisor_for(row),
            parameters=short(row),
        )
    )
    return carry_out(run_request.start(settled, owner=endpoint.owner))


def target_for(row: Result, request):
    return request.getfixturevalue(SERVERS[family_of(row).name])


def kinds(run: Run) -> dict[str, str]:
    return {each["name"]: each["kind"] for each in run.differences}


def test_every_campaign_is_reproduced_but_those_that_need_sql_server(rows):
    left = [row for row in rows if row.campaign.slug not in REPRODUCIBLE]

    assert {row.campaign.slug for row in rows} >= set(REPRODUCIBLE)
    assert {row.campaign.slug for row in left} == {
        "alibaba-sqlserver-2008r2-tpcc",
        "alibaba-sqlserver-2012ee-tpcc",
    }
    for row in left:
        with pytest.raises(ReproductionError, match="Choose an endpoint of SQL Server"):
            run_request.settle(RunRequest(endpoint=EndpointFactory(), reproduces=row))


@pytest.mark.long
@pytest.mark.cases_in_turn
@pytest.mark.parametrize("slug", few_or(REPRODUCIBLE, few=ONE_OF_A_KIND))
def test_a_row_of_each_campaign_is_repeated(request, rows, slug):
    row = of_campaign(rows, slug)

    run = repeat(row, target_for(row, request))

    assert run.state == RunState.SUCCEEDED, run.failure_detail
    result = run.result
    assert (run.reproduces, result.reproduces) == (row, row)
    assert result.workload == row.workload
    assert run.expected_regime == row.regime
    listed = kinds(run)
    assert {name for name, kind in listed.items() if kind == "overridden"} == set(
        short(row)
    )
    assert {name for name, kind in listed.items() if kind == "scaled"} <= {
        *("table_size", "scale", "hot_records")
    }
    assert "scaled" in listed.values()
    pairs = reproduction_ratios.pairs(row, result)
    assert (
        {"tps"} <= {pair.figure for pair in pairs} <= set(reproduction_ratios.COMPARED)
    )
    figure = f"the vendor's {marked(f'{row.tps:,.0f}', row.doubt)} TPS"
    if slug in WITHOUT_SIZES:
        assert all(pair.ratio > 0 for pair in pairs)
        assert verdict(row, result).endswith(f" % of {figure}")
    else:
        assert {pair.ratio for pair in pairs} == {None}
        assert verdict(row, result).startswith(f"another test than {figure}: ")
    states = {
        each.name: each.state
        for each in reproduction_conditions.conditions(row, result)
    }
    assert states["duration_s"] in {"differs", "unknown"}
    is_its_release = result.engine_version == row.engine_version
    assert (states["engine_version"] == "same") == is_its_release
    assert states["tool"] == "same"
