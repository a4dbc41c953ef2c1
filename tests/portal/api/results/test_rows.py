"""What a row of results tells, to whom, and how an outlier is left out of them."""

import pytest

from benchruns.figures.metrics import FIGURE_NAMES
from tests.factories import ResultFactory, RunFactory
from tests.portal.api.results.asked import RESULTS, ids, own_result

KEYS = {
    "id",
    "provenance",
    "visibility",
    "status",
    "engine",
    "engine_version",
    "provider",
    "instance_class",
    "vcpus",
    "memory_gb",
    "campaign",
    "workload",
    "parameters",
    "variant",
    "regime",
    "tables",
    "table_size",
    "scale",
    "hot_records",
    "data_bytes",
    "data_bytes_is_estimate",
    "buffer_bytes",
    "threads",
    "stress_connections",
    "replication",
    "figures",
    "derived",
    "steady",
    "tool_facts",
    "findings",
    "doubt",
    "stale",
    "run",
    "submission",
    "endpoint",
    "reproduces",
    "series",
    "excluded",
    "tool",
    "tool_version",
    "source",
    "source_section",
    "published_on",
    "measured_at",
}


@pytest.mark.both_databases
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


@pytest.mark.both_databases
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


@pytest.mark.both_databases
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


@pytest.mark.both_databases
def test_an_outlier_is_left_out_and_taken_back(client, user):
    result = own_result(user)
    url = f"{RESULTS}{result.pk}/"

    left_out = client.post(f"{url}exclude/", {"reason": " A backup ran. "}, "json")
    again = client.post(f"{url}exclude/", {"reason": "Twice."}, "json")
    back = client.post(f"{url}include/")

    excluded = left_out.json()["excluded"]
    assert excluded["reason"] == "A backup ran."
    assert excluded["excluded_by"] == user.username
    assert excluded["excluded_at"].endswith("Z")
    assert again.status_code == 409
    assert user.username in again.json()["detail"]
    assert back.status_code == 200
    assert back.json()["excluded"] is None
    assert client.post(f"{url}include/").status_code == 409


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "reason"),
        ({"reason": " "}, "reason"),
        ({"reason": "x" * 501}, "reason"),
        ({"reason": 5}, "reason"),
        ({"reason": "Noise.", "until": "2027"}, "until"),
    ],
)
def test_an_exclusion_needs_a_reason_and_nothing_else(client, user, body, field):
    answer = client.post(f"{RESULTS}{own_result(user).pk}/exclude/", body, "json")

    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == [field]


def test_only_the_owner_and_staff_leave_a_result_out(
    client, reader, stranger, anonymous, staff, user
):
    seen = own_result(user, visibility="public")
    hidden, published = own_result(user), ResultFactory()
    body = {"reason": "Noise."}

    def status(caller, result):
        return caller.post(f"{RESULTS}{result.pk}/exclude/", body, "json").status_code

    assert status(anonymous, seen) == 401
    assert status(reader, seen) == 403
    assert status(stranger, seen) == 403
    assert status(stranger, hidden) == 404
    assert status(client, published) == status(staff, published) == 409
    assert status(staff, hidden) == 200


def test_others_read_the_reason_and_not_the_name(client, anonymous, user):
    result = own_result(user, visibility="public")
    url = f"{RESULTS}{result.pk}/"
    client.post(f"{url}exclude/", {"reason": "A backup ran."}, "json")

    excluded = anonymous.get(url).json()["excluded"]

    assert excluded["reason"] == "A backup ran."
    assert excluded["excluded_by"] is None
