"""The OpenAPI description and its page."""

import re

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


def test_the_docs_load_nothing_from_elsewhere_and_no_inline_code(anonymous):
    page = anonymous.get("/api/docs/")
    text = page.content.decode()

    assert page.status_code == 200
    assert "default-src 'self'" in page["Content-Security-Policy"]
    for source in re.findall(r'(?:src|href)="([^"]+)"', text):
        assert source.startswith("/")
    assert not re.search(r"<style|<script>| style=| on\w+=", text)


@pytest.mark.parametrize("path", ["/api/docs/?script=", "/api/v1/schema/"])
def test_what_the_docs_load_is_there(anonymous, path):
    assert anonymous.get(path).status_code == 200
