"""Results are filtered and paged; a bad query is refused by name."""

import base64
import json
from datetime import UTC, date, datetime
from uuid import uuid4

import pytest

from benchruns.models import Series
from tests.factories import EndpointFactory, ProviderFactory, ResultFactory, RunFactory
from tests.portal.api.results.asked import RESULTS, ids, own_result

MEASURED_AT = datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=UTC)


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("name", "value", "other"),
    [
        ("engine", "mysql", {"engine": "postgresql"}),
        ("engine_version", "8.0", {"engine_version": "5.7"}),
        ("engine_version", "null", {"engine_version": ""}),
        ("engine_version", "unstated", {"engine_version": ""}),
        ("workload", "oltp_read_write", {"workload": "oltp_read_only"}),
        ("regime", "cached", {"regime": "disk_io"}),
        ("regime", "null", {"regime": None}),
        ("threads", "16", {"threads": 8}),
        ("vcpus", "2", {"vcpus": 4}),
        ("memory_gb", "4", {"memory_gb": 8.5}),
        ("threads", "null", {"threads": None}),
        ("tables", "128", {"tables": 4}),
        ("table_size", "25000", {"table_size": 3_000_000_000}),
        ("table_size", "3000000000", {"table_size": 3_000_000_000}),
        ("scale", "null", {"scale": 100}),
        ("scale", "100", {"scale": 100}),
        ("hot_records", "100000", {"hot_records": 100_000}),
        ("data_bytes", "9007199254740993", {"data_bytes": 9_007_199_254_740_993}),
        ("buffer_bytes", "134217728", {"buffer_bytes": 134_217_728}),
        ("tool", "sysbench", {"tool": "pgbench"}),
        ("tool_version", "1.0.20", {"tool_version": "1.0.20"}),
        ("tool_version", "null", {"tool_version": "1.0.20"}),
        ("source_section", "Table 3", {"source_section": "Table 3"}),
        ("published_on", "2022-07-01", {"published_on": date(2022, 7, 1)}),
        ("published_on", "null", {"published_on": date(2022, 7, 1)}),
        ("measured_at", "2026-01-02T03:04:05.000006Z", {"measured_at": MEASURED_AT}),
    ],
)
def test_a_filter_is_named_as_its_field(anonymous, name, value, other):
    plain = {"vcpus": 2, "memory_gb": 4.0}
    fitting, other_row = ResultFactory(**plain), ResultFactory(**plain | other)
    if _finds_other(name, value, other):
        fitting = other_row

    answer = anonymous.get(RESULTS, {name: value})

    assert ids(answer) == [str(fitting.pk)]


def _finds_other(name, value, other):
    """Whether the wanted row is the one that differs from the factory's."""
    stated = other[name]
    if value in ("null", "unstated"):
        return stated in (None, "")
    return stated == MEASURED_AT or str(stated) == value


@pytest.mark.both_databases
def test_rows_of_a_load_in_another_way_say_so(anonymous):
    plain = ResultFactory()
    limited = ResultFactory(variant="rate_limited", parameters={"rate": 100})

    assert ids(anonymous.get(RESULTS, {"variant": "null"})) == [str(plain.pk)]
    found = anonymous.get(RESULTS, {"variant": "rate_limited"})
    assert ids(found) == [str(limited.pk)]
    assert found.json()["results"][0]["parameters"] == {"rate": 100}
    assert anonymous.get(RESULTS, {"variant": "fast"}).status_code == 400


@pytest.mark.both_databases
def test_relations_are_filtered_by_name(anonymous):
    row, _other = ResultFactory(), ResultFactory()

    for query in (
        {"campaign": row.campaign.slug},
        {"instance_class": row.instance_class.code},
        {"provider": row.provider.slug},
        {"source": row.source.slug},
    ):
        assert ids(anonymous.get(RESULTS, query)) == [str(row.pk)], query


@pytest.mark.both_databases
def test_a_measured_row_is_found_by_its_run(client, user):
    run = RunFactory(owner=user, succeeded=True)
    RunFactory(owner=user, succeeded=True)

    answer = client.get(RESULTS, {"run": str(run.pk), "provenance": "measured"})

    assert ids(answer) == [str(run.result.pk)]


@pytest.mark.both_databases
def test_a_measured_row_is_found_by_its_endpoint_by_who_may_know(
    client, user, stranger, staff
):
    run = RunFactory(owner=user, succeeded=True, public=True)
    RunFactory(owner=user, succeeded=True, public=True)
    query = {"endpoint": str(run.endpoint_id)}

    assert ids(client.get(RESULTS, query)) == [str(run.result.pk)]
    assert ids(staff.get(RESULTS, query)) == [str(run.result.pk)]
    assert ids(stranger.get(RESULTS, query)) == []


@pytest.mark.both_databases
def test_null_finds_rows_without_a_relation(client, user):
    run = RunFactory(owner=user, succeeded=True)
    published = ResultFactory()

    for name in ("run", "campaign", "source"):
        found = ids(client.get(RESULTS, {name: "null"}))
        assert found == [str((published if name == "run" else run.result).pk)], name
    for name in ("submission", "reproduces"):
        assert len(ids(client.get(RESULTS, {name: "null"}))) == 2, name


@pytest.mark.parametrize(
    "query",
    [
        {"submission": "7"},
        {"endpoint": "null"},
        {"published_on": "yesterday"},
        {"measured_at": "2026-01-02T03:04:05"},
        {"tables": "9" * 20},
        {"engin": "mysql"},
        {"engine": "oracle"},
        {"regime": "warm"},
        {"regime": ""},
        {"threads": "many"},
        {"threads": "1.5"},
        {"memory_gb": "nan"},
        {"run": "7"},
        {"page_size": "0"},
        {"page_size": "201"},
        {"page_size": "x"},
        {"cursor": "x"},
        {"cursor": "cD1ub25zZW5zZQ=="},
        {"campaign": "a\0b"},
        {"format": "xml"},
    ],
    ids=str,
)
def test_a_bad_query_is_refused_by_name(anonymous, query):
    answer = anonymous.get(RESULTS, query)

    assert answer.status_code == 400
    assert answer["Content-Type"] == "application/problem+json"
    assert [error["field"] for error in answer.json()["errors"]] == list(query)


@pytest.mark.parametrize("kind", ["results", "runs", "sweeps", "submissions", "series"])
@pytest.mark.parametrize(
    "moment", ["9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00"]
)
def test_a_cursor_beyond_the_calendar_is_none(client, kind, moment):
    place = json.dumps([False, moment, str(uuid4())]).encode()

    answer = client.get(f"/api/v1/{kind}/", {"cursor": base64.b64encode(place)})

    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == ["cursor"]


@pytest.mark.parametrize(
    ("name", "known"), [("provider", "acme"), ("workload", "oltp_read_write")]
)
@pytest.mark.parametrize("word", ["nope", "x" * 5000])
def test_a_word_that_is_not_known_is_refused_with_those_that_are(
    anonymous, name, known, word
):
    provider = ProviderFactory(slug="acme")
    ResultFactory(provider=provider, instance_class=None)

    answer = anonymous.get(RESULTS, {name: word})

    assert answer.status_code == 400
    (error,) = answer.json()["errors"]
    assert error["field"] == name
    assert error["message"].startswith(f"There is no {name} “{word[:60]}”. Known: ")
    assert known in error["message"]


def test_a_parameter_given_twice_is_refused(anonymous):
    answer = anonymous.get(f"{RESULTS}?regime=cached&regime=disk_io")

    assert answer.status_code == 400


@pytest.mark.both_databases
def test_all_rows_are_reached_over_the_pages(anonymous):
    rows = {str(row.pk) for row in ResultFactory.create_batch(143)}

    seen, url = [], f"{RESULTS}?provenance=published"
    while url:
        page = anonymous.get(url).json()
        assert len(page["results"]) <= 50
        seen += [row["id"] for row in page["results"]]
        url = page["next"]
        assert url is None or url.startswith("http://testserver/")

    assert len(seen) == 143
    assert set(seen) == rows


@pytest.mark.both_databases
def test_pages_of_rows_of_one_moment_lose_none(anonymous):
    rows = ResultFactory.create_batch(7)
    type(rows[0]).objects.update(created_at=rows[0].created_at)

    first = anonymous.get(RESULTS, {"page_size": "3"}).json()
    second = anonymous.get(first["next"]).json()
    third = anonymous.get(second["next"]).json()
    back = anonymous.get(second["previous"]).json()

    pages = [first, second, third]
    seen = [row["id"] for page in pages for row in page["results"]]
    assert sorted(seen) == sorted(str(row.pk) for row in rows)
    assert third["next"] is None
    assert first["previous"] is None
    assert back["results"] == first["results"]


@pytest.mark.both_databases
def test_results_are_found_by_series_and_by_what_counts(client, user):
    endpoint = EndpointFactory(owner=user)
    series = Series.objects.create(
        endpoint=endpoint, workload="oltp_read_write", parameters={}, parameters_key="k"
    )
    one, other = own_result(user, series=series), own_result(user, series=series)
    own_result(user)
    client.post(f"{RESULTS}{one.pk}/exclude/", {"reason": "Noise."}, "json")

    of_series = client.get(f"{RESULTS}?series={series.pk}&excluded=false")
    excluded = client.get(f"{RESULTS}?excluded=true")

    assert ids(of_series) == [str(other.pk)]
    assert of_series.json()["results"][0]["series"] == str(series.pk)
    assert ids(excluded) == [str(one.pk)]
    assert len(ids(client.get(f"{RESULTS}?series=null"))) == 1
    assert client.get(f"{RESULTS}?excluded=maybe").status_code == 400


def test_a_load_of_two_variants_is_found_by_each(anonymous):
    for variant in ("", "no_transactions", "rate_limited", "no_trx_rate_limited"):
        ResultFactory(variant=variant)

    def found(variant):
        answer = anonymous.get(f"/api/v1/results/?variant={variant}").json()
        return {row["variant"] for row in answer["results"]}

    assert found("no_transactions") == {"no_transactions", "no_trx_rate_limited"}
    assert found("rate_limited") == {"rate_limited", "no_trx_rate_limited"}
    assert found("no_trx_rate_limited") == {"no_trx_rate_limited"}
    assert found("null") == {None}
