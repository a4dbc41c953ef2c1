"""Each path, method, query and key that the client uses is in the OpenAPI schema."""

import types
import typing

import pytest
from rest_framework.test import APIClient

from benchbook_client import figures
from benchbook_client.api import operations, shapes
from benchbook_client.api.operations import ALL

REQUESTS = {
    name: operation.body
    for name, operation in ALL.items()
    if operation.body is not None
}


@pytest.fixture(scope="module")
def schema(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock():
        return APIClient().get("/api/v1/schema/").json()


def described(schema, operation):
    return schema["paths"][f"/api/v1/{operation.path}"][operation.method.lower()]


def shape_of(schema, content):
    """The one shape of a body, its name and its properties."""
    (media,) = content.values()
    name = media["schema"]["$ref"].rsplit("/", 1)[1]
    return name, schema["components"]["schemas"][name]


def typed_dicts():
    return [each for each in vars(shapes).values() if typing.is_typeddict(each)]


@pytest.mark.parametrize("name", ALL)
def test_an_operation_is_there(schema, name):
    operation = ALL[name]
    found = described(schema, operation)

    named = {each["name"] for each in found.get("parameters", [])}
    assert set(operation.query) <= named
    assert operation.takes_key == ("Idempotency-Key" in named)
    success = next(v for k, v in found["responses"].items() if k.startswith("2"))
    answer, properties = shape_of(schema, success["content"])
    if operation.is_list:
        assert {"next", "results"} <= properties["properties"].keys()
        assert "cursor" in named
        answer = properties["properties"]["results"]["items"]["$ref"].rsplit("/", 1)[1]
    assert answer == operation.answer.__name__


@pytest.mark.parametrize("name", ALL)
def test_a_body_is_the_one_that_is_asked_for(schema, name):
    operation = ALL[name]
    content = described(schema, operation).get("requestBody", {}).get("content")

    assert bool(content) == bool(operation.body)
    if content:
        assert ("multipart/form-data" in content) == operation.takes_files
        asked, properties = shape_of(schema, content)
        assert asked == operation.body.__name__
        stated = set(typing.get_type_hints(operation.body))
        files = {"files"} if operation.takes_files else set()
        assert set(properties.get("required", [])) <= stated | files


@pytest.mark.parametrize("shape", typed_dicts(), ids=lambda shape: shape.__name__)
def test_a_shape_has_keys_that_the_api_has(schema, shape):
    known = schema["components"]["schemas"][shape.__name__]
    is_request = shape in REQUESTS.values()

    for key, hint in typing.get_type_hints(shape).items():
        assert key in known["properties"], f"{shape.__name__}.{key}"
        described = known["properties"][key]
        if is_request:
            continue  # what is None is not sent
        assert key in known["required"], f"{shape.__name__}.{key} may be missing"
        may_be_null = type(None) in _parts(hint)
        assert _is_nullable(described) <= may_be_null, f"{shape.__name__}.{key} is null"


def test_figures_are_called_as_the_api_calls_them(schema):
    known = schema["components"]["schemas"]
    watched = known["FigureEnum"]["enum"]

    assert set(figures.LABELS) <= known["Figures"]["properties"].keys()
    assert set(figures.WATCHED) == set(watched)


def test_the_table_has_all_operations():
    found = [v for v in vars(operations).values() if type(v) is operations.Operation]

    assert len(ALL) == len(found) > 10


def _parts(hint):
    is_union = typing.get_origin(hint) in (types.UnionType, typing.Union)
    return typing.get_args(hint) if is_union else (hint,)


def _is_nullable(described):
    if "null" in (described.get("type") or []):
        return True
    choices = described.get("oneOf", described.get("anyOf", []))
    return any(
        each.get("type") == "null" or "NullEnum" in str(each) for each in choices
    )
