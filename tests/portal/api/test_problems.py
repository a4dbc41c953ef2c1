"""Whatever goes wrong is told as problem+json, and names the field it is about."""

import json
from http import HTTPStatus

import pytest
from django.test import RequestFactory

from portal.web import problems
from tests.factories import RunFactory

RUNS = "/api/v1/runs/"


def assert_problem(answer, status):
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/problem+json"
    told = answer.json()
    assert told.keys() == {"type", "title", "status", "detail", "errors"}
    assert told["status"] == status
    assert told["title"] == HTTPStatus(status).phrase
    assert told["detail"]
    return {error["field"]: error["message"] for error in told["errors"]}


@pytest.mark.parametrize(
    "path",
    [
        "/api/v2/",
        "/api/v1/nothing/",
        "/api/v1/runs",
        "/api/v1/runs/7/",
        "/api/v1/submissions/7/",
        "/api/v1/machines/",
        "/api/v1/comparisons/",
        "/api/v1/campaigns/no%00body/",
        "/api/v1/results/00000000-0000-0000-0000-00000000000g/",
    ],
)
def test_an_unknown_address_is_not_found(anonymous, path, subtests):
    for method in ("get", "post", "put", "patch", "delete", "options"):
        with subtests.test(method):
            assert_problem(getattr(anonymous, method)(path), 404)


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/results/00000000-0000-0000-0000-000000000000/",
        "/api/v1/runs/00000000-0000-0000-0000-000000000000/samples/",
        "/api/v1/runs/00000000-0000-0000-0000-000000000000/counters/",
        "/api/v1/sweeps/00000000-0000-0000-0000-000000000000/",
        "/api/v1/data-sets/00000000-0000-0000-0000-000000000000/",
        "/api/v1/campaigns/nobody/",
        "/api/v1/workloads/nothing/",
    ],
)
def test_an_unknown_row_is_not_found(client, path):
    assert_problem(client.get(path), 404)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("delete", RUNS),
        ("post", "/api/v1/engines/"),
        ("put", "/api/v1/workloads/"),
        ("options", RUNS),
        ("get", "/api/v1/runs/plan/"),
        ("put", "/api/v1/sweeps/"),
        ("post", "/api/v1/data-sets/"),
    ],
)
def test_a_wrong_method_is_told(client, method, path):
    assert_problem(getattr(client, method)(path), 405)


@pytest.mark.parametrize(
    "media_type", ["text/plain", "application/xml", "multipart/form-data; boundary=x"]
)
def test_a_body_that_is_not_json_is_refused(client, media_type):
    answer = client.generic("POST", RUNS, b"name=x", content_type=media_type)

    assert_problem(answer, 415)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"nonsense",
        b"\xff\xfe",
        b'{"endpoint": NaN}',
        b'{"endpoint": Infinity}',
        b'{"endpoint": 1e999}',
        b'{"endpoint": ' + b"9" * 5000 + b"}",
        b'{"endpoint": 9007199254740992}',
        b"[" * 100_000 + b"1",
        b"[" * 30 + b"]" * 30,
        b'{"endpoint": "a\\u0000b"}',
        b'{"endpoint": "\\ud800"}',
        b'{"a\\u0000": 1}',
        b'{"endpoint": "a", "endpoint": "b"}',
        b"[]",
        b'"text"',
        b"null",
    ],
    ids=lambda body: ascii(body[:24] + body[-24:]),
)
def test_unusable_json_is_refused(client, body):
    answer = client.generic("POST", RUNS, body, content_type="application/json")

    assert_problem(answer, 400)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ('{"parameters": {"tables": 1%s}}' % ("0" * 30), "parameters.tables"),
        ('{"parameters": {"tables": -9%s}}' % ("9" * 5000), "parameters.tables"),
        ('{"parameters": {"threads": [1, 1e999]}}', "parameters.threads.1"),
        ('{"workload": "a\\u0000"}', "workload"),
        ("9007199254740992", None),
    ],
    ids=["large", "giant", "float", "nul", "whole"],
)
def test_what_no_number_or_database_holds_is_named(client, body, field):
    answer = client.generic("POST", RUNS, body, content_type="application/json")

    assert next(iter(assert_problem(answer, 400))) == field


def test_a_body_that_is_no_json_names_its_fault_among_the_errors(client):
    answer = client.post(RUNS, "{'a': 1}", content_type="application/json")

    errors = assert_problem(answer, 400)
    assert errors == {None: answer.json()["detail"]}
    assert "line 1 column 2" in errors[None]


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("[]", "a list"),
        ('"a"', "a text"),
        ("7", "a number"),
        ("true", "a truth value"),
        ("null", "null"),
    ],
)
def test_a_body_that_is_no_object_is_told_what_it_is(client, body, kind):
    answer = client.post(RUNS, body, content_type="application/json")

    errors = assert_problem(answer, 400)
    assert errors == {None: f"The body must be a JSON object in braces, not {kind}."}


@pytest.mark.parametrize(
    ("address", "asked", "meant"),
    [
        ("/api/v1/instance-classes/needed/", "version", "engine_version"),
        ("/api/v1/instance-classes/needed/", "p95", "p95_ms"),
        ("/api/v1/results/", "engin", "engine"),
    ],
)
def test_a_parameter_that_is_none_is_asked_after(client, address, asked, meant):
    """A page calls two of them otherwise than the API: its address is copied."""
    errors = assert_problem(client.get(address, {asked: "8.0"}), 400)

    assert errors[asked].startswith(
        f"Did you mean “{meant}”? There is no such parameter."
    )


@pytest.mark.parametrize("tail", ["endpoints/{}/check", "runs/{}/cancel"])
@pytest.mark.parametrize("body", [{"a": 1}, ["a"], "a"], ids=str)
def test_an_action_without_parameters_takes_none(client, user, tail, body):
    run = RunFactory(owner=user)
    row = run.endpoint if tail.startswith("endpoints") else run

    answer = client.post(f"/api/v1/{tail.format(row.pk)}/", body)

    told = assert_problem(answer, 400)
    assert list(told) == (["a"] if body == {"a": 1} else [None])


def test_a_giant_body_is_refused(client):
    body = json.dumps({"workload": "x" * 1_000_001}).encode()

    answer = client.generic("POST", RUNS, body, content_type="application/json")

    assert_problem(answer, 413)


@pytest.mark.parametrize(
    ("tail", "field"),
    [
        ("samples/?after=x", "after"),
        ("samples/?after=99999999999999", "after"),
        ("samples/?attempt=-1", "attempt"),
        ("samples/?since=1", "since"),
        ("counters/?after=x", "after"),
        ("counters/?page_size=0", "page_size"),
        ("events/?after=1.5", "after"),
        ("output/?phase=dinner", "phase"),
        ("?fields=id", "fields"),
    ],
)
def test_a_bad_query_of_a_run_is_named(client, user, tail, field):
    run = RunFactory(owner=user)

    errors = assert_problem(client.get(f"{RUNS}{run.pk}/{tail}"), 400)

    assert list(errors) == [field]


def test_crashes_are_told_without_their_cause():
    request = RequestFactory().get("/api/v1/runs/")

    assert json.loads(problems.server_error(request).content)["status"] == 500
    assert (
        json.loads(problems.bad_request(request, Exception()).content)["status"] == 400
    )
    assert json.loads(problems.not_found(request, Exception()).content)["status"] == 404
