"""The OpenAPI description and its page."""

import gzip

import pytest
from django.core.management import call_command


def test_the_description_is_valid_and_complete(db, tmp_path):
    call_command(
        "spectacular", validate=True, fail_on_warn=True, file=str(tmp_path / "schema")
    )


def test_it_is_served_as_json_to_who_asks_for_nothing(anonymous):
    schema = anonymous.get("/api/v1/schema/").json()

    assert schema["openapi"].startswith("3.1")
    assert "/api/v1/runs/{id}/samples/" in schema["paths"]
    figures = schema["components"]["schemas"]["Figures"]["properties"]
    assert figures["tps"]["type"] == ["number", "null"]
    assert "bearer" in str(schema["components"]["securitySchemes"])


def test_it_is_served_short_and_compressed(anonymous):
    answer = anonymous.get("/api/v1/schema/", HTTP_ACCEPT_ENCODING="gzip")

    assert answer["Content-Encoding"] == "gzip"
    assert len(answer.content) < 80_000
    assert len(gzip.decompress(answer.content)) < 600_000


def test_it_is_served_as_yaml_to_who_asks_for_that(anonymous):
    answer = anonymous.get("/api/v1/schema/", HTTP_ACCEPT="application/vnd.oai.openapi")

    assert answer.content.startswith(b"openapi: 3.1.0")


CALLING = {"400", "401", "403", "429"}
READING = CALLING | {"412"}
WRITING = CALLING | {"413", "415"}


@pytest.mark.parametrize(
    ("path", "method", "refusals"),
    [
        ("results/", "get", READING),
        ("results/{id}/", "get", READING | {"404"}),
        ("runs/{id}/samples/", "get", READING | {"404"}),
        ("endpoints/", "get", READING),
        ("runs/{id}/counters/", "get", READING | {"404"}),
        ("runs/", "post", WRITING | {"409", "422"}),
        ("runs/plan/", "post", WRITING | {"422"}),
        ("sweeps/", "post", WRITING | {"409", "422"}),
        ("sweeps/{id}/cancel/", "post", WRITING | {"404", "409", "422"}),
        ("data-sets/", "get", READING),
        ("data-sets/{id}/", "delete", CALLING | {"403", "404", "409"}),
        ("runs/{id}/cancel/", "post", WRITING | {"404", "409", "422"}),
        ("endpoints/{id}/", "patch", WRITING | {"404", "409"}),
        ("endpoints/{id}/", "delete", CALLING | {"403", "404", "409"}),
        ("tokens/{id}/", "delete", CALLING | {"403", "404"}),
        ("submissions/", "post", WRITING | {"409", "422"}),
        ("submissions/{id}/", "patch", WRITING | {"404", "409"}),
        ("submissions/{id}/", "delete", CALLING | {"403", "404", "409"}),
        ("submissions/{id}/accept/", "post", WRITING | {"404", "409", "422"}),
        ("submissions/{id}/files/", "post", WRITING | {"404", "409", "422"}),
        (
            "submissions/{id}/files/{file}/",
            "delete",
            CALLING | {"403", "404", "409"},
        ),
        ("submissions/{id}/files/{file}/raw/", "get", READING | {"404"}),
    ],
)
def test_each_address_tells_how_it_refuses(schema, path, method, refusals):
    told = schema["paths"][f"/api/v1/{path}"][method]["responses"]

    by_server = {"414"}  # whose page is no problem
    assert {status for status in told if status >= "400"} == refusals | by_server
    for status in refusals:
        (media_type,) = told[status]["content"]
        assert media_type == "application/problem+json"
        shape = told[status]["content"][media_type]["schema"]
        assert shape == {"$ref": "#/components/schemas/Problem"}
    problem = schema["components"]["schemas"]["Problem"]
    assert list(problem["properties"]) == [
        "type",
        "title",
        "status",
        "detail",
        "errors",
    ]


def test_short_lists_tell_their_filters(schema):
    paths = schema["paths"]

    for path, names in (
        ("engines", {"engine", "engine_version", "cursor", "page_size", "fields"}),
        ("workloads", {"tool", "name", "engine", "cursor", "page_size", "fields"}),
    ):
        told = paths[f"/api/v1/{path}/"]["get"]["parameters"]
        assert {parameter["name"] for parameter in told} == names


def test_uploads_are_described_as_parts(schema):
    upload = schema["paths"]["/api/v1/submissions/"]["post"]["requestBody"]["content"]
    parts = schema["components"]["schemas"]["Upload"]

    assert list(upload) == ["multipart/form-data"]
    assert parts["required"] == ["files"]
    assert parts["properties"]["files"]["items"] == {
        "type": "string",
        "format": "binary",
    }
    assert {"statement", "settings", "credit", "replaces"} < set(parts["properties"])
    shape = schema["components"]["schemas"]["Submission"]["properties"]
    assert {"files", "conditions", "missing", "checks", "rating", "reward"} < set(shape)


def test_the_answers_of_runs_and_sweeps_are_described(schema):
    shapes = schema["components"]["schemas"]

    assert shapes["Sweep"]["properties"]["peak"]
    assert "state" in shapes["DataSet"]["properties"]
    assert shapes["SweepRequest"]["properties"]["threads"]["maxItems"] == 200
    assert set(shapes["RunRequest"]["required"]) == {"endpoint"}
    posted = schema["paths"]["/api/v1/runs/plan/"]["post"]
    assert {"200", "400", "422"} <= posted["responses"].keys()
    deleted = schema["paths"]["/api/v1/data-sets/{id}/"]["delete"]["responses"]
    assert [status for status in deleted if status < "300"] == ["202"]


@pytest.mark.parametrize("path", ["engines", "results", "stop", "runs/{id}/samples"])
def test_a_key_is_optional_where_everybody_reads(schema, path):
    assert {} in schema["paths"][f"/api/v1/{path}/"]["get"]["security"]


@pytest.mark.parametrize(
    ("path", "method"), [("runs", "post"), ("endpoints", "get"), ("stop", "delete")]
)
def test_a_key_is_asked_for_everything_else(schema, path, method):
    assert {} not in schema["paths"][f"/api/v1/{path}/"][method]["security"]


def test_no_slug_is_described_narrower_than_it_may_be(schema):
    slug = schema["components"]["schemas"]["Provider"]["properties"]["slug"]

    assert "pattern" not in slug


def test_a_method_that_is_not_there_is_told_before_its_parameters(client):
    answer = client.generic("TRACE", "/api/v1/engines/?page_size=5")

    assert answer.status_code == 405
