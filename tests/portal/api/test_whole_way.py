"""A program's whole way on a real server: plan, sweep, compare, publish and drop."""

import pytest

from benchruns.models import DataSet, Result, Run
from benchruns.results.published.loader import load
from tests.servers.programs import mysql_engine
from tests.targets import endpoint_of
from workers import checker, probes
from workers.runs import cleaner, executor

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]

API = "/api/v1/"


@pytest.fixture
def endpoint(user, mariadb_target):
    endpoint = endpoint_of(mariadb_target, owner=user)
    checker.perform(endpoint.checks.create().pk)
    return endpoint


@pytest.fixture
def row(transactional_db):
    load()
    return Result.objects.filter(
        provenance="published", engine="mysql", workload="oltp_read_write"
    ).first()


def test_a_published_row_is_planned_climbed_compared_and_tidied_up(
    client, anonymous, sent, endpoint, row, mariadb_target
):
    small = {"tables": 2, "table_size": 2_000, "duration_seconds": 1}
    body = {
        "endpoint": str(endpoint.pk),
        "reproduce": str(row.pk),
        "parameters": small,
        "threads": [1, 2],
        "settle_seconds": 0,
        "keep_data": True,
    }

    plan = client.post(f"{API}runs/plan/", body).json()
    sweep = client.post(f"{API}sweeps/", body).json()
    for run_id in sweep["runs"]:
        executor.execute(Run.objects.get(pk=run_id).pk)

    assert (plan["can_run"], plan["runs"], plan["rows"]) == (True, 2, 4_000)
    assert plan["buffer_bytes"]
    assert plan["checked_at"]
    shown = client.get(f"{API}sweeps/{sweep['id']}/").json()
    assert (shown["state"], shown["ended"]) == ("succeeded", 2)
    assert [point["tps"]["median"] > 0 for point in shown["points"]] == [True, True]
    assert shown["peak"]["threads"] in (1, 2)
    assert shown["engine"] == mysql_engine()

    run = client.get(f"{API}runs/{sweep['runs'][1]}/").json()
    compared = run["reproduction"]["figures"]["tps"]
    assert compared["measured"] == run["figures"]["tps"]
    assert compared["published"] == row.tps
    assert compared["ratio"] is None  # a second on little data is another test
    states = {each["name"]: each["state"] for each in run["reproduction"]["conditions"]}
    assert states["engine"] == ("same" if mysql_engine() == "mysql" else "differs")
    counters = client.get(f"{API}runs/{run['id']}/counters/").json()["results"]
    names = {name for each in counters for name in each["values"]}
    assert names >= {"buffer_hit_percent", "physical_reads_per_s"}
    assert [each["second"] for each in counters] == sorted(
        each["second"] for each in counters
    )
    repeated = {"reproduces": str(row.pk)}
    assert len(client.get(f"{API}results/", repeated).json()["results"]) == 2
    assert anonymous.get(f"{API}results/", repeated).json()["results"] == []
    client.post(f"{API}sweeps/{sweep['id']}/publish/")
    assert len(anonymous.get(f"{API}results/", repeated).json()["results"]) == 2

    (kept,) = client.get(f"{API}data-sets/").json()["results"]
    assert (kept["state"], kept["rows"]) == ("ready", 4_000)
    assert kept["sweep"] == sweep["id"]
    assert kept["id"] == run["data_set"]
    assert client.post(f"{API}runs/plan/", body).json()["uses_kept_data"] is True
    assert client.delete(f"{API}data-sets/{kept['id']}/").status_code == 202
    told = [message for task, message in sent if task == "benchbook.drop_leftovers"]
    cleaner.clean(told[0]["argument"])
    assert client.get(f"{API}data-sets/{kept['id']}/").status_code == 404
    assert DataSet.objects.get().dropped_at is not None
    with probes.connect(mariadb_target) as probe:
        assert not probe.workspace_exists(kept["workspace"])
