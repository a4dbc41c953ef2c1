"""An example of each body, as it was sent and answered in a test.

A file holds those of one operation: ``request`` and ``answer``, where it has them. The
tests ask each operation anew and hold the answer against the file and the description
(``tests/portal/api/test_examples.py`` says how to write them anew).
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "examples"
JSON_BODY = "application/json"
Json = dict[str, Any]
METHODS = ("get", "post", "put", "patch", "delete")


@cache
def example_of(operation_id: str) -> Json:
    """Empty where the operation takes and gives no JSON."""
    path = FOLDER / f"{operation_id}.json"
    if not path.exists():
        return {}
    found: Json = json.loads(path.read_text())
    return found


def operations(document: Json) -> Iterator[tuple[str, str, Json]]:
    """Path, method and description of each."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if method in METHODS:
                yield path, method, operation


def sent(operation: Json) -> Json | None:
    """How a JSON body of a request is described."""
    content: Json = operation.get("requestBody", {}).get("content", {})
    return content.get(JSON_BODY)


def answered(operation: Json) -> Json | None:
    """How the JSON body of the first success is described."""
    for status, answer in sorted(operation["responses"].items()):
        if status.startswith("2"):
            content: Json = answer.get("content", {})
            return content.get(JSON_BODY)
    return None


def attach(result: Json, **_context: Any) -> Json:
    """A hook of drf-spectacular: the description with its examples."""
    for _path, _method, operation in operations(result):
        example = example_of(operation["operationId"])
        for name, body in (
            ("request", sent(operation)),
            ("answer", answered(operation)),
        ):
            if body is not None and name in example:
                body["example"] = example[name]
    return result
