"""The TPC-C-derived load by API: published rows repeated, and what a licence holds back."""

import pytest

from benchruns.models import Event, Result, Run
from tests import published_database
from tests.tpcc_rows import endpoint_of, finished, reproduced, tpcc_run

RUNS, SWEEPS = "/api/v1/runs/", "/api/v1/sweeps/"
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def published(django_db_setup, django_db_blocker):
    yield from published_database.loaded(django_db_blocker)


@pytest.fixture
def row():
    """4,830 TPM x 100 on 4 vCPUs."""
    return Result.objects.get(
        engine_version="2008 R2", instance_class__code="rds.mssql.s3.large"
    )


@pytest.fixture
def endpoint(user):
    return endpoint_of("sqlserver", user, vcpus=2)


def refused(answer, status=422):
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"] == "application/problem+json"
    (error,) = answer.json()["errors"]
    return error["field"], error["message"]


# Published rows -------------------------------------------------------------------------


@pytest.mark.parametrize("path", [RUNS, SWEEPS])
def test_a_row_of_sql_server_is_a_ladder_over_10_warehouses(
    client, endpoint, row, path
):
    answer = client.post(path, {"endpoint": str(endpoint.pk), "reproduce": str(row.pk)})

    assert answer.status_code == 201, answer.content
    runs = list(Run.objects.order_by("sweep_position"))
    assert [run.parameters["virtual_users"] for run in runs] == [1, 2, 4, 8, 16]
    assert {run.parameters["warehouses"] for run in runs} == {10}
    assert {run.reproduces_id for run in runs} == {row.pk}


def test_its_plan_tells_the_ladder_and_what_is_assumed(client, endpoint, row):
    body = {"endpoint": str(endpoint.pk), "reproduce": str(row.pk)}

    plan = client.post(f"{RUNS}plan/", body).json()

    assert plan["ladder"] == [1, 2, 4, 8, 16]
    assert (plan["scale"], plan["runs"], plan["threads"]) == (10, 5, 16)
    assert {(d["kind"], d["name"], d["here"]) for d in plan["differences"]} == {
        ("assumed", "virtual_users", "1, 2, 4, 8, 16"),
        ("assumed", "rampup_seconds", 20),
        ("assumed", "duration_seconds", 60),
    }


def test_one_number_of_virtual_users_is_one_run(client, endpoint, row):
    body = {
        "endpoint": str(endpoint.pk),
        "reproduce": str(row.pk),
        "parameters": {"virtual_users": 3},
    }

    shown = client.post(RUNS, body).json()

    assert (shown["sweep"], shown["parameters"]["virtual_users"]) == (None, 3)


def test_a_row_that_prints_its_load_brings_no_threads_for_a_sweep(client, user):
    printed = Result.objects.filter(workload="oltp_read_write").first()
    endpoint = endpoint_of("mysql", user)
    body = {"endpoint": str(endpoint.pk), "reproduce": str(printed.pk)}

    field, message = refused(client.post(SWEEPS, body), 400)

    assert (field, "the vendor's row states one alone" in message) == ("threads", True)


def test_on_mariadb_the_same_load_is_a_comparison_alone(client, user, row):
    endpoint = endpoint_of("mariadb", user)
    body = {"endpoint": str(endpoint.pk), "reproduce": str(row.pk)}

    field, message = refused(client.post(RUNS, body))

    assert field == "endpoint"
    assert "start it without reproduce, and compare both results" in message


def test_the_peak_is_found_by_tpm_and_stands_beside_the_published_row(
    client, user, row
):
    sweep = reproduced(row, user, tpm=[60_000.0, 241_500.0, 200_000.0])
    Result.objects.filter(run__sweep=sweep, threads=4).update(tps=99_999.0)

    shown = client.get(f"{SWEEPS}{sweep.pk}/").json()

    peak, beside = shown["peak"], shown["reproduction"]
    assert (peak["threads"], peak["figure"], peak["median"]) == (2, "tpm", 241_500.0)
    assert (beside["published"], beside["threads"]) == (str(row.pk), 2)
    assert beside["figures"]["tpm"]["ratio"] == 0.5
    doubts = [beside["figures"]["tpm"][name] for name in ("doubt", "ratio_doubt")]
    assert doubts == [row.doubt] * 2 == ["figure"] * 2
    assert "older than 4.5" in beside["figures"]["tpm"]["note"]
    assert "TPS × 60 are 1.114 times the TPM" in beside["figures"]["tps"]["note"]
    assert beside["figures"]["batch_requests_per_s"]["published"] == 7450


def test_peaks_of_other_engines_are_found_by_nopm(client, user):
    body = {
        "endpoint": str(endpoint_of("postgresql", user).pk),
        "workload": "tpcc",
        "threads": [1, 2],
    }
    sweep = client.post(SWEEPS, body).json()
    for run, nopm in zip(
        Run.objects.order_by("sweep_position"), (900.0, 800.0), strict=True
    ):
        finished(run, tpm=1000.0 * run.sweep_position, nopm=nopm)

    peak = client.get(f"{SWEEPS}{sweep['id']}/").json()["peak"]

    assert (peak["threads"], peak["figure"], peak["median"]) == (1, "nopm", 900.0)


# The licence ----------------------------------------------------------------------------


def test_a_run_on_sql_server_says_why_it_is_private(client, user):
    run = tpcc_run("sqlserver", user)
    other = tpcc_run("mariadb", user)

    shown, free = (client.get(f"{RUNS}{each.pk}/").json() for each in (run, other))

    assert shown["visibility"] == "private"
    assert "Microsoft's prior written approval" in shown["publishing_restricted"]
    assert free["publishing_restricted"] is None


@pytest.mark.parametrize("body", [{}, {"vendor_consent": False}])
def test_without_consent_it_is_not_published_and_the_answer_says_what_to_do(
    client, anonymous, user, body
):
    run = tpcc_run("sqlserver", user)

    field, message = refused(client.post(f"{RUNS}{run.pk}/publish/", body))

    assert field == "vendor_consent"
    assert "State that you have it, or keep the result private." in message
    assert anonymous.get(f"{RUNS}{run.pk}/").status_code == 404


def test_with_consent_it_is_public_and_its_events_say_so(client, anonymous, user):
    run = tpcc_run("sqlserver", user)

    answer = client.post(f"{RUNS}{run.pk}/publish/", {"vendor_consent": True})

    assert answer.json()["visibility"] == "public"
    assert anonymous.get(f"/api/v1/results/{run.result.pk}/").status_code == 200
    told = Event.objects.get(run=run, code="published").data
    assert told == {"vendor_consent": True, "engine": "sqlserver"}


def test_consent_is_true_or_false(client, user):
    run = tpcc_run("sqlserver", user)

    answer = client.post(f"{RUNS}{run.pk}/publish/", {"vendor_consent": "yes"})

    assert refused(answer, 400) == ("vendor_consent", "Give true or false.")


def test_a_sweep_needs_the_same_consent(client, user, row):
    sweep = reproduced(row, user, tpm=[1000.0, 2000.0])
    address = f"{SWEEPS}{sweep.pk}/publish/"

    assert refused(client.post(address, {}))[0] == "vendor_consent"
    assert not sweep.runs.filter(visibility="public").exists()
    assert client.post(address, {"vendor_consent": True}).status_code == 200
    assert sweep.runs.filter(visibility="public").count() == 2


def test_published_papers_stay_public(anonymous, row):
    assert anonymous.get(f"/api/v1/results/{row.pk}/").status_code == 200
