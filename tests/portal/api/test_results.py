"""Published, measured and submitted rows, read by everybody who may."""

import pytest

from benchruns.metrics import FIGURE_NAMES
from tests.factories import ResultFactory, RunFactory

RESULTS = "/api/v1/results/"
KEYS = {
    "id",
    "provenance",
    "visibility",
    "engine",
    "engine_version",
    "provider",
    "instance_class",
    "vcpus",
    "memory_gb",
    "campaign",
    "workload",
    "regime",
    "tables",
    "table_size",
    "scale",
    "hot_records",
    "data_bytes",
    "buffer_bytes",
    "threads",
    "figures",
    "derived",
    "steady",
    "tool_facts",
    "findings",
    "run",
    "submission",
    "endpoint",
    "reproduces",
    "tool",
    "tool_version",
    "source",
    "source_section",
    "published_on",
    "measured_at",
}


def ids(response):
    return [row["id"] for row in response.json()["results"]]


def test_a_published_row_has_every_key_and_every_figure(anonymous):
    row = ResultFactory()

    shown = anonymous.get(f"{RESULTS}{row.pk}/").json()

    assert shown.keys() == KEYS
    assert shown["figures"].keys() == set(FIGURE_NAMES)
    assert shown["figures"]["reads"] == 5_661_264
    assert isinstance(shown["figures"]["reads"], int)
    assert shown["figures"]["tps"] == 6739.6
    assert shown["figures"]["latency_p99_ms"] is None
    assert shown["campaign"] == row.campaign.slug
    assert shown["instance_class"] == row.instance_class.code
    assert shown["provider"] == row.provider.slug
    assert shown["source"] == row.source.slug
    assert shown["derived"] == row.derived


def test_what_is_not_stated_is_null(anonymous):
    row = ResultFactory(engine="postgresql", engine_version="", regime=None)

    shown = anonymous.get(f"{RESULTS}{row.pk}/").json()

    assert shown["engine_version"] is None
    assert shown["regime"] is None


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
    ],
)
def test_a_filter_is_named_as_its_field(anonymous, name, value, other):
    plain = {"vcpus": 2, "memory_gb": 4.0}
    fitting, other_row = ResultFactory(**plain), ResultFactory(**plain | other)
    if value in ("null", "unstated"):
        fitting = other_row

    answer = anonymous.get(RESULTS, {name: value})

    assert ids(answer) == [str(fitting.pk)]


def test_relations_are_filtered_by_name(anonymous):
    row, _other = ResultFactory(), ResultFactory()

    for query in (
        {"campaign": row.campaign.slug},
        {"instance_class": row.instance_class.code},
        {"provider": row.provider.slug},
    ):
        assert ids(anonymous.get(RESULTS, query)) == [str(row.pk)], query


def test_a_measured_row_is_found_by_its_run(client, user):
    run = RunFactory(owner=user, succeeded=True)
    RunFactory(owner=user, succeeded=True)

    answer = client.get(RESULTS, {"run": str(run.pk), "provenance": "measured"})

    assert ids(answer) == [str(run.result.pk)]


@pytest.mark.parametrize(
    "query",
    [
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


def test_a_parameter_given_twice_is_refused(anonymous):
    answer = anonymous.get(f"{RESULTS}?regime=cached&regime=disk_io")

    assert answer.status_code == 400


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


def test_private_rows_are_seen_by_owner_and_staff_alone(
    client, user, stranger, staff, anonymous
):
    result = RunFactory(owner=user, succeeded=True).result
    url = f"{RESULTS}{result.pk}/"

    assert client.get(url).json()["endpoint"] == str(result.endpoint_id)
    assert staff.get(url).status_code == 200
    assert stranger.get(url).status_code == 404
    assert anonymous.get(url).status_code == 404
    assert ids(anonymous.get(RESULTS)) == []


def test_a_public_row_does_not_name_its_endpoint_to_others(user, stranger, staff):
    result = RunFactory(owner=user, succeeded=True, public=True).result
    url = f"{RESULTS}{result.pk}/"

    assert stranger.get(url).json()["endpoint"] is None
    assert staff.get(url).json()["endpoint"] == str(result.endpoint_id)


@pytest.mark.parametrize("path", ["results", "runs"])
def test_the_number_of_queries_does_not_grow_with_rows(
    client, user, django_assert_max_num_queries, path
):
    RunFactory.create_batch(12, owner=user, succeeded=True)
    ResultFactory.create_batch(12)

    with django_assert_max_num_queries(4):
        assert len(client.get(f"/api/v1/{path}/").json()["results"]) >= 12


def test_writing_results_is_not_offered(client):
    answer = client.post(RESULTS, {})

    assert answer.status_code == 405
    assert answer["Content-Type"] == "application/problem+json"
