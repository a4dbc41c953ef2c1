"""Asking to repeat a published row, and the row beside the run that did."""

import pytest

from benchruns.models import Result, Run
from tests.factories import EndpointFactory, ResultFactory, RunFactory
from tests.portal.api.rows import find

RUNS = "/api/v1/runs/"

pytestmark = pytest.mark.usefixtures("published")


def row_of(**stated):
    """The first published row that says so."""
    rows = Result.objects.filter(provenance="published", **stated)
    return rows.order_by("published_key").first()


def asked(endpoint, row, **more):
    return {"endpoint": str(endpoint.pk), "reproduce": str(row.pk)} | more


@pytest.fixture
def endpoint(user):
    return EndpointFactory(owner=user, checked=True)


def refused(answer, status):
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"] == "application/problem+json"
    assert not Run.objects.exists()
    (error,) = answer.json()["errors"]
    return error["field"], error["message"]


def test_a_row_is_repeated_as_it_is_printed(client, endpoint):
    row = row_of(engine="mysql", workload="oltp_read_write", tables__isnull=False)

    shown = client.post(RUNS, asked(endpoint, row)).json()

    assert shown["workload"] == "oltp_read_write"
    assert shown["reproduces"] == str(row.pk)
    assert shown["parameters"]["tables"] == row.tables
    assert shown["parameters"]["table_size"] == row.table_size
    assert shown["parameters"]["threads"] == row.threads
    assert shown["regime"]["expected"] == row.regime
    told = shown["reproduction"]
    assert told.keys() == {"differences", "figures", "conditions"}
    assert told["figures"]["tps"] == {
        "published": row.tps,
        "doubt": row.doubt or None,
        "measured": None,
        "ratio": None,
        "ratio_doubt": None,
        "comparable": False,
        "note": "",
    }
    states = {each["name"]: each["state"] for each in told["conditions"]}
    assert states["memory_gb"] == "unknown"


def test_a_scaled_row_lists_what_is_not_as_published(client, endpoint):
    row = row_of(engine="mysql", workload="oltp_read_write", table_size=25_000)
    body = asked(endpoint, row, scale_down=100, parameters={"duration_seconds": 2})

    shown = client.post(RUNS, body).json()

    assert shown["parameters"]["table_size"] == 250
    told = {each["name"]: each for each in shown["reproduction"]["differences"]}
    assert told["table_size"].keys() == {"kind", "name", "published", "here", "why"}
    assert told["table_size"]["kind"] == "scaled"
    assert (told["table_size"]["published"], told["table_size"]["here"]) == (
        25_000,
        250,
    )
    assert told["duration_seconds"]["kind"] == "overridden"


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ({}, "cached"),
        ({"expected_regime": None}, None),
        ({"expected_regime": "mixed"}, "mixed"),
    ],
    ids=["not given", "nothing", "another"],
)
def test_null_expects_nothing_and_absent_what_is_published(
    client, endpoint, chosen, expected
):
    row = row_of(engine="mysql", workload="oltp_read_write", regime="cached")

    shown = client.post(RUNS, asked(endpoint, row, **chosen)).json()

    assert shown["regime"]["expected"] == expected


def test_the_ratio_of_data_to_buffer_is_kept_where_asked(client, endpoint):
    row = row_of(engine="mysql", workload="oltp_read_write", memory_gb=32)
    find(endpoint, buffer_bytes=6 * 2**30)  # a quarter of 75 % of 32 GB

    shown = client.post(RUNS, asked(endpoint, row, match_ratio=True)).json()

    assert shown["parameters"]["table_size"] == pytest.approx(
        row.table_size / 4, rel=0.05
    )
    assert shown["parameters"]["tables"] == row.tables


def test_a_hot_row_has_nothing_to_scale_down(client, endpoint):
    row = row_of(workload="hot_row_update", engine="mysql")

    answer = client.post(RUNS, asked(endpoint, row, scale_down=10**9))

    assert answer.status_code == 201


def test_a_row_may_be_repeated_several_times(client, endpoint):
    row = row_of(engine="mysql", workload="oltp_read_write")
    body = asked(endpoint, row, scale_down=100, repetitions=2)

    shown = client.post(RUNS, body).json()

    runs = Run.objects.filter(sweep=shown["sweep"])
    assert [run.reproduces_id for run in runs] == [row.pk, row.pk]


@pytest.mark.parametrize(
    ("stated", "more", "field"),
    [
        ({"engine": "sqlserver"}, {}, "endpoint"),
        ({"engine": "postgresql"}, {}, "endpoint"),
        ({"engine": "mysql"}, {"scale_down": 2, "match_ratio": True}, "match_ratio"),
        (
            {"engine": "mysql", "table_size": 25_000},
            {"scale_down": 25_001},
            "scale_down",
        ),
        ({"engine": "mysql"}, {"scale_down": 2**53 - 1}, "scale_down"),
    ],
    ids=["sqlserver", "family", "both", "too much", "far too much"],
)
@pytest.mark.parametrize("path", [RUNS, f"{RUNS}plan/", "/api/v1/sweeps/"])
def test_a_row_that_cannot_be_repeated_so_is_told(
    client, endpoint, path, stated, more, field
):
    row = row_of(**stated, workload__in=["tpcc", "oltp_read_write", "oltp_legacy"])
    threads = {"threads": [1, 2]} if path == "/api/v1/sweeps/" else {}

    named, _message = refused(
        client.post(path, asked(endpoint, row, **more) | threads), 422
    )

    assert named == field


def test_the_ratio_needs_a_checked_endpoint(client, user):
    row = row_of(engine="mysql", workload="oltp_read_write")
    unchecked = EndpointFactory(owner=user)

    answer = client.post(RUNS, asked(unchecked, row, match_ratio=True))

    assert refused(answer, 422)[0] == "match_ratio"


def test_an_override_that_fits_no_limit_is_named(client, endpoint):
    row = row_of(engine="mysql", workload="oltp_read_write")

    answer = client.post(RUNS, asked(endpoint, row, parameters={"threads": 0}))

    assert refused(answer, 400)[0] == "parameters.threads"


def test_only_published_rows_that_one_may_see_are_repeated(client, endpoint):
    hidden = ResultFactory(measured=True)
    measured = ResultFactory(measured=True, visibility="public")

    unseen = client.post(RUNS, asked(endpoint, hidden))
    seen = client.post(RUNS, asked(endpoint, measured))

    assert unseen.status_code == 400
    assert unseen.json()["errors"][0]["field"] == "reproduce"
    assert "provenance=published" in unseen.json()["errors"][0]["message"]
    assert seen.status_code == 422
    assert seen.json()["errors"][0]["field"] == "reproduce"
    assert Run.objects.filter(endpoint=endpoint).count() == 0


def test_a_run_that_succeeded_stands_beside_its_row(client, anonymous, user):
    row = row_of(engine="mysql", workload="oltp_read_write")
    run = RunFactory(owner=user, succeeded=True, public=True, reproduces=row)
    Result.objects.filter(run=run).update(
        reproduces=row,
        tps=row.tps / 2,
        memory_gb=row.memory_gb,
        threads=row.threads * 2,
        tables=row.tables,
        table_size=row.table_size,
        duration_s=row.campaign.duration_seconds,
    )

    shown = anonymous.get(f"{RUNS}{run.pk}/").json()["reproduction"]

    assert shown["figures"]["tps"] == {
        "published": row.tps,
        "doubt": row.doubt or None,
        "measured": row.tps / 2,
        "ratio": 0.5,
        "ratio_doubt": row.doubt or None,
        "comparable": True,
        "note": "",
    }
    states = {each["name"]: each["state"] for each in shown["conditions"]}
    assert states["memory_gb"] == "same"
    assert states["threads"] == "differs"
    assert client.get(f"{RUNS}{run.pk}/").json()["reproduction"] == shown


@pytest.mark.parametrize(
    ("theirs", "ours", "ratio"),
    [
        ("", "", None),
        ("regime", "", "regime"),
        ("", "regime", "regime"),
        ("regime", "figure", "figure"),
    ],
)
def test_a_ratio_is_in_doubt_with_either_side(client, user, theirs, ours, ratio):
    row = row_of(engine="mysql", workload="oltp_read_write")
    run = RunFactory(owner=user, succeeded=True, reproduces=row)
    Result.objects.filter(pk=row.pk).update(doubt=theirs)
    Result.objects.filter(run=run).update(
        doubt=ours,
        tps=row.tps / 2,
        memory_gb=row.memory_gb,
        threads=row.threads,
        tables=row.tables,
        table_size=row.table_size,
        duration_s=row.campaign.duration_seconds,
    )

    told = client.get(f"{RUNS}{run.pk}/").json()["reproduction"]["figures"]["tps"]

    assert told["ratio"] == 0.5
    assert told["doubt"] == (theirs or None)
    assert told["ratio_doubt"] == ratio


def test_another_test_has_no_ratio_and_says_why(client, user):
    row = row_of(engine="mysql", workload="oltp_read_write")
    run = RunFactory(owner=user, succeeded=True, reproduces=row)
    Result.objects.filter(run=run).update(
        tables=row.tables,
        table_size=row.table_size // 100,
        threads=row.threads,
        tps=row.tps / 100,
        duration_s=row.campaign.duration_seconds,
    )

    told = client.get(f"{RUNS}{run.pk}/").json()["reproduction"]["figures"]["tps"]

    assert told["ratio"] is None
    assert told["comparable"] is False
    assert told["note"].startswith("Not the vendor's test: ")
    assert f"rows instead of {row.rows:,}" in told["note"]


def test_results_are_found_by_what_they_repeat(client, user):
    row = row_of(engine="mysql", workload="oltp_read_write")
    run = RunFactory(owner=user, succeeded=True, reproduces=row)
    Result.objects.filter(run=run).update(reproduces=row)
    RunFactory(owner=user, succeeded=True)

    found = client.get("/api/v1/results/", {"reproduces": str(row.pk)}).json()

    (shown,) = found["results"]
    assert (shown["id"], shown["reproduces"]) == (str(run.result.pk), str(row.pk))
    assert shown["regime"] == "cached"
    assert shown["findings"] == []


def test_showing_many_costs_no_more_queries(
    client, user, django_assert_max_num_queries
):
    row = row_of(engine="mysql", workload="oltp_read_write")
    RunFactory.create_batch(12, owner=user, succeeded=True, reproduces=row)

    with django_assert_max_num_queries(4):
        rows = client.get(RUNS).json()["results"]

    assert all(each["reproduction"]["figures"]["tps"]["measured"] for each in rows)
