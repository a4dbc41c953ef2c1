"""Presets by the API: sized for an endpoint, and taken as they are by a run."""

import pytest

from tests.factories import FACTS, EndpointFactory

RUNS = "/api/v1/runs/"


@pytest.fixture
def endpoint(user):
    return EndpointFactory(owner=user, checked=True)


def presets_of(endpoint, **query):
    return f"/api/v1/endpoints/{endpoint.pk}/presets/", query


def test_presets_are_sized_for_the_buffer_that_the_check_found(client, endpoint):
    path, query = presets_of(endpoint, workload="oltp_read_write")

    told = client.get(path, query).json()

    assert told["endpoint"] == str(endpoint.pk)
    assert told["buffer_bytes"] == FACTS["buffer_bytes"]
    assert told["buffer_basis"] == "checked"
    sizes = {each["name"]: each["data_over_buffer"] for each in told["presets"]}
    assert sizes["cached"] == pytest.approx(0.5, rel=0.02)
    assert sizes["disk_io"] == pytest.approx(4, rel=0.02)


@pytest.mark.parametrize(
    ("registered", "basis", "buffer"),
    [({"memory_gb": 8}, "memory", 6 * 2**30), ({}, "assumed", 2**30)],
)
def test_where_no_check_tells_the_buffer_it_is_said(
    client, user, registered, basis, buffer
):
    path, query = presets_of(EndpointFactory(owner=user, **registered))

    told = client.get(path, query).json()

    assert (told["buffer_basis"], told["buffer_bytes"]) == (basis, buffer)
    assert {each["regime"] for each in told["presets"]} == {None}


def test_all_that_is_wrong_with_the_question_is_named_at_once(client, user):
    endpoint = EndpointFactory(owner=user, checked=True)
    path, _query = presets_of(endpoint)

    answer = client.get(path, {"workload": "tpch", "limit": 1, "preset": "huge"})

    assert answer.status_code == 400
    named = {each["field"] for each in answer.json()["errors"]}
    assert named == {"workload", "limit", "preset"}


@pytest.mark.cases_in_turn
@pytest.mark.parametrize("engine", ["mysql", "postgresql", "sqlserver"])
def test_each_preset_that_fits_is_a_body_of_a_run(client, user, engine):
    endpoint = EndpointFactory(owner=user, engine=engine, checked=True)
    path, query = presets_of(endpoint)

    presets = client.get(path, query).json()["presets"]

    assert {each["name"] for each in presets} >= {"quick", "cached", "disk_io"}
    for each in presets:
        body = {"endpoint": str(endpoint.pk), "workload": each["workload"]}
        plan = client.post(
            f"{RUNS}plan/", body | {"parameters": each["parameters"]}
        ).json()
        for name in ("data_bytes", "load_seconds", "total_seconds", "can_run"):
            assert plan[name] == each[name]


def test_an_unknown_workload_and_another_s_endpoint_are_refused(
    client, stranger, endpoint
):
    path, query = presets_of(endpoint, workload="tpch")

    assert client.get(path, query).status_code == 400
    assert client.get(path, {"limit": 1}).status_code == 400
    assert stranger.get(path).status_code == 404
