"""Holds an answered request against the example of its operation and the description.

With ``BENCHBOOK_WRITE_EXAMPLES=1`` in the environment the tests that use it write the
examples anew; look at what changed before it is committed.
"""

import json
import os
import re
from copy import deepcopy
from functools import cache

from jsonschema import Draft202012Validator, FormatChecker

from portal.api.description.examples import (
    FOLDER,
    answered,
    example_of,
    operations,
    sent,
)

WRITES = os.environ.get("BENCHBOOK_WRITE_EXAMPLES") == "1"
FORMATS = FormatChecker(["uuid", "date"])
WRITTEN = set()
MOST_ITEMS = 2
LONGEST = 400  # characters of a text
SECRET = "bb_shown-once"


def operation_at(schema, method, path):
    """The operation of an address, without its query."""
    plain = path.split("?")[0]
    found = [
        operation
        for template, its_method, operation in operations(schema)
        if its_method == method
        and re.fullmatch(re.sub(r"\{\w+\}", r"[^/]+", template), plain)
    ]
    fixed = [each for each in found if "retrieve" not in each["operationId"]]
    exact = [o for t, m, o in operations(schema) if m == method and t == plain]
    return (exact or fixed or found)[0]


@cache
def _strict(text):
    """The shapes of a description, where a key that is not described is a fault."""
    shapes = json.loads(text)

    def close(shape):
        if isinstance(shape, dict):
            if "properties" in shape and "additionalProperties" not in shape:
                shape["additionalProperties"] = False
            for inner in shape.values():
                close(inner)
        elif isinstance(shape, list):
            for inner in shape:
                close(inner)

    close(shapes)
    return shapes


def faults_of(schema, shape, value):
    """What of a value is not as its shape says, each with its place."""
    components = {"schemas": _strict(json.dumps(schema["components"]["schemas"]))}
    closed = {**deepcopy(shape), "components": components}
    checker = Draft202012Validator(closed, format_checker=FORMATS)
    return [_in_words(error) for error in checker.iter_errors(value)]


def _in_words(error):
    inner = "; ".join(_in_words(each) for each in error.context or ())
    return f"{error.json_path}: {inner or error.message[:200]}"


def refuse(faults):
    assert not faults, faults


def hold(schema, method, path, body, answer):
    """AssertionError where the answer, or the example of it, is not as described."""
    operation = operation_at(schema, method, path)
    is_json = answer.get("Content-Type") == "application/json"
    value = json.loads(answer.content) if is_json and answer.content else None
    taken, given = sent(operation), answered(operation)
    if given is not None:
        refuse(faults_of(schema, given["schema"], value))
    if taken is not None and body is not None:
        refuse(faults_of(schema, taken["schema"], body))
    fresh = {
        **({"request": body} if taken is not None and body is not None else {}),
        **({"answer": shortened(value)} if given is not None else {}),
    }
    name = operation["operationId"]
    if WRITES and fresh:
        _write(name, fresh)
    known = example_of(name)
    if "answer" in fresh:
        assert known["answer"].keys() == fresh["answer"].keys(), name


def _write(name, fresh):
    """The first of a session stays: the documentation has the plainest first."""
    if name in WRITTEN:
        return
    WRITTEN.add(name)
    path = FOLDER / f"{name}.json"
    lines = [f'"{part}": {json.dumps(fresh[part])}' for part in fresh]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    example_of.cache_clear()


def shortened(value):
    """Lists of two, texts of some lines, and no key of a token."""
    if isinstance(value, dict):
        return {
            name: SECRET if name == "key" else shortened(v) for name, v in value.items()
        }
    if isinstance(value, list):
        return [shortened(each) for each in value[:MOST_ITEMS]]
    if isinstance(value, str) and len(value) > LONGEST:
        return value[:LONGEST]
    return value
