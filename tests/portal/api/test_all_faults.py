"""A refusal names every fault of a request, not the first that was met."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.factories import EndpointFactory, ResultFactory, RunFactory
from tests.portal.api.known_rows import asker, fields_of, operations, shape_of
from tests.schedule_factories import ScheduleFactory
from tests.submission_factories import SubmissionFactory

WRONG = {"array": "no list", "object": 7, "string": {}, "integer": "x", "number": "x"}


@pytest.fixture
def ask(client, user):
    return asker(client, user)


def roots(fields):
    return {(field or "").split(".")[0] for field in fields}


def test_an_empty_body_names_all_that_is_required(schema, ask, subtests):
    asked = 0
    for path, method, operation in operations(schema):
        shape = shape_of(schema, operation)
        required = set((shape or {}).get("required", ()))
        if method != "patch" and len(required) > 1:
            asked += 1
            with subtests.test(f"{method} {path}"):
                assert ask(path, method, {}) >= required
    assert asked >= 8


def wrong(value_schema):
    kinds = value_schema.get("type", "string")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    return {} if "boolean" in kinds else WRONG[next(k for k in kinds if k != "null")]


def test_three_wrong_values_and_an_unknown_key_are_named_together(
    schema, ask, subtests
):
    asked = 0
    for path, method, operation in operations(schema):
        shape = shape_of(schema, operation) or {"properties": {}}
        names = list(shape["properties"])[:3]
        if len(names) == 3:
            asked += 1
            body = {name: wrong(shape["properties"][name]) for name in names}
            with subtests.test(f"{method} {path}"):
                found = ask(path, method, body | {"nothing": 1})
                assert roots(found) >= {*names, "nothing"}
    assert asked >= 12


@pytest.mark.parametrize("path", ["runs", "runs/plan", "sweeps"])
def test_a_run_is_refused_with_all_that_is_wrong_of_body_and_parameters(client, path):
    body = {
        "endpoint": "00000000-0000-0000-0000-000000000001",
        "workload": "oltp_read_write",
        "parameters": {"threads": 0, "tables": "x", "nothing": 1},
        "scale_down": 10,
        "repetitions": 0,
        "not_before": "2999-01-01T00:00:00Z",
        "expected_regime": "warm",
        "threads": [2, 2],
        "unknown": 1,
    }
    found = fields_of(client.post(f"/api/v1/{path}/", body))

    assert found == {
        "endpoint",
        "parameters.threads",
        "parameters.tables",
        "parameters.nothing",
        "scale_down",
        "repetitions",
        "not_before",
        "expected_regime",
        "threads",  # of a single run an unknown key
        "unknown",
    }


def test_a_run_of_right_shape_is_refused_with_all_that_the_domain_refuses(client, user):
    endpoint = EndpointFactory(owner=user)
    body = {
        "endpoint": str(endpoint.pk),
        "workload": "oltp_read_write",
        "parameters": {"threads": 0, "duration_seconds": 0},
        "match_ratio": True,
        "not_before": "2999-01-01T00:00:00Z",
    }

    assert fields_of(client.post("/api/v1/runs/", body)) == {
        "parameters.threads",
        "parameters.duration_seconds",
        "match_ratio",
        "not_before",
    }


OF_NO_LOAD = {
    "tables": -1,
    "threads": "a",
    "nothing": 1,
    "scale": 2,
    "warmup_seconds": 0,
}


@pytest.mark.parametrize("load", [{"workload": "nope"}, {"workload": None}, {}])
@pytest.mark.parametrize("path", ["runs", "runs/plan", "sweeps", "schedules"])
def test_parameters_are_refused_beside_a_workload_that_is_not_known(client, path, load):
    body = {"endpoint": "x", "parameters": OF_NO_LOAD, **load}

    found = fields_of(client.post(f"/api/v1/{path}/", body))

    assert found >= {
        "endpoint",
        "workload",
        "parameters.tables",
        "parameters.threads",
        "parameters.nothing",
    }
    assert not found & {"parameters.scale", "parameters.warmup_seconds"}


def test_parameters_are_refused_beside_a_row_that_cannot_be_repeated(client):
    body = {
        "endpoint": "x",
        "reproduce": "00000000-0000-0000-0000-000000000001",
        "parameters": OF_NO_LOAD,
    }

    assert fields_of(client.post("/api/v1/runs/", body)) == {
        "endpoint",
        "reproduce",
        "parameters.tables",
        "parameters.threads",
        "parameters.nothing",
    }


def test_parameters_of_a_row_are_judged_by_its_own_workload(client):
    row = ResultFactory()
    body = {"endpoint": "x", "reproduce": str(row.pk), "parameters": OF_NO_LOAD}

    found = fields_of(client.post("/api/v1/runs/", body))

    assert "parameters.scale" in found  # of pgbench alone
    assert "parameters.tables" in found


@pytest.mark.parametrize("endpoint", ["x", "00000000-0000-0000-0000-000000000001"])
def test_a_schedule_is_refused_with_its_times_beside_its_load(client, endpoint):
    body = {
        "name": "nightly",
        "endpoint": endpoint,
        "workload": "nope",
        "parameters": {"threads": 0},
        "crontab": "61 3 * * *",
        "time_zone": "Mars/Olympus",
        "starts_at": "1960-01-01T00:00:00Z",
    }

    assert fields_of(client.post("/api/v1/schedules/", body)) == {
        "endpoint",
        "workload",
        "parameters.threads",
        "crontab",
        "time_zone",
        "starts_at",
    }


def test_a_change_of_a_schedule_is_refused_with_all_that_it_gives(client, user):
    schedule = ScheduleFactory(owner=user, endpoint=EndpointFactory(owner=user))
    body = {
        "crontab": "never",
        "time_zone": "Mars/Olympus",
        "workload": "nope",
        "parameters": {"threads": 0},
    }

    answer = client.patch(f"/api/v1/schedules/{schedule.pk}/", body)

    assert fields_of(answer) == {
        "crontab",
        "time_zone",
        "workload",
        "parameters.threads",
    }


def test_a_time_that_rests_on_a_faulty_one_is_not_called_wrong(client):
    body = {"starts_at": "soon", "ends_at": "2020-01-01T00:00:00Z", "crontab": 5}

    found = fields_of(client.post("/api/v1/schedules/", body))

    assert {"starts_at", "crontab"} <= found
    assert "ends_at" not in found


def test_a_webhook_is_refused_with_its_address_events_and_state(client):
    body = {"address": "ftp://there", "events": ["nope"], "is_active": "x"}

    assert fields_of(client.post("/api/v1/webhooks/", body)) == {
        "address",
        "events",
        "is_active",
    }


def test_a_class_is_refused_with_all_its_columns(client, user):
    user.is_staff = True
    user.save()
    body = {
        "provider": "none",
        "engine": "none",
        "code": "",
        "vcpus": -1,
        "memory_gb": "x",
    }

    found = fields_of(client.post("/api/v1/instance-classes/", body))

    assert found >= set(body)


def test_a_statement_is_refused_beside_a_faulty_part(client, user):
    submission = SubmissionFactory(owner=user)
    body = {"statement": {"threads": "many", "nothing": 1}, "credit": 7}

    answer = client.patch(f"/api/v1/submissions/{submission.pk}/", body)

    assert fields_of(answer) == {"statement.threads", "statement.nothing", "credit"}


def test_an_endpoint_is_refused_with_its_unknown_class_beside_other_faults(client):
    body = {
        "name": "a",
        "engine": "mysql",
        "port": 0,
        "instance_class": "none.such",
        "extra": 1,
    }

    assert fields_of(client.post("/api/v1/endpoints/", body)) == {
        "port",
        "instance_class",
        "extra",
        "host",
        "username",
        "password",
        "database",
    }


def test_a_rule_is_refused_with_an_unknown_series_beside_other_faults(client):
    body = {"series": "00000000-0000-0000-0000-000000000001", "figure": "none"}

    assert fields_of(client.post("/api/v1/regression-rules/", body)) >= {
        "series",
        "figure",
    }


def test_numbers_that_nothing_holds_are_all_named(client):
    body = b'{"parameters": {"tables": 1e999, "threads": [9007199254740992]}, "a": "\\u0000"}'

    answer = client.generic("POST", "/api/v1/runs/", body, "application/json")

    named = {"parameters.tables", "parameters.threads.0", "a"}
    assert fields_of(answer) == {*named, "endpoint", "workload"}


NUL = "a\0b"


def test_a_value_that_nothing_holds_is_named_beside_all_else_that_is_wrong(
    schema, ask, subtests
):
    asked = 0
    for path, method, operation in operations(schema):
        shape = shape_of(schema, operation) or {"properties": {}}
        first, *names = list(shape["properties"])[:3] or [""]
        if len(names) == 2:
            asked += 1
            body = {name: wrong(shape["properties"][name]) for name in names}
            with subtests.test(f"{method} {path}"):
                found = ask(path, method, body | {first: NUL, "nothing": 1})
                assert roots(found) >= {first, *names, "nothing"}
    assert asked >= 12


def test_a_run_is_refused_with_nul_and_with_all_else(client):
    body = {
        "endpoint": "00000000-0000-0000-0000-000000000001",
        "workload": "oltp_read_write",
        "name": NUL,
        "parameters": {"threads": 0, "tables": 2**53, "nothing": 1},
        "scale_down": 10,
        "a\ud800": 1,
    }

    answer = client.generic(
        "POST", "/api/v1/runs/", json.dumps(body), "application/json"
    )

    assert fields_of(answer) == {
        None,  # the name of a key
        "endpoint",
        "name",
        "parameters.threads",
        "parameters.tables",
        "parameters.nothing",
        "scale_down",
    }


def test_an_action_without_a_body_refuses_a_value_that_nothing_holds(client, user):
    run = RunFactory(owner=user)

    answer = client.post(f"/api/v1/runs/{run.pk}/cancel/", {"a": NUL, "b": 1})

    assert fields_of(answer) == {"a", "b"}


def test_a_faulty_address_and_a_faulty_body_are_named_together(client, user):
    endpoint = EndpointFactory(owner=user)

    answer = client.patch(
        f"/api/v1/endpoints/{endpoint.pk}/?leave_data=perhaps", {"port": 0, "a": 1}
    )

    assert fields_of(answer) == {"leave_data", "port", "a"}


def test_an_upload_is_refused_with_each_part_that_cannot_be_used(client):
    parts = {
        "files": SimpleUploadedFile("a.txt", b"nonsense"),
        "statement": "{",
        "replaces": "x",
    }

    answer = client.post("/api/v1/submissions/", parts, format="multipart")

    assert roots(fields_of(answer)) == {"files", "statement", "replaces"}
