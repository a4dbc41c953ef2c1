"""Requests made from the API's own description, by each role: none is a server error, and
each answer is one that the description has, with its status, type and shape.

What a request has written is undone, so that each meets the same rows.
"""

import json
from functools import cache
from itertools import cycle

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.examples import few_or
from tests.factories import ApiTokenFactory, UserFactory
from tests.portal.api.known_rows import address, rows_of
from tests.submission_factories import ReviewerFactory
from tests.undone import undone

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
ROLES = ("anonymous", "user", "reviewer", "staff")
REQUESTS = few_or(10_000, few=100)  # a role, at least
AS_DESCRIBED, OTHERWISE = GenerationMode.POSITIVE, GenerationMode.NEGATIVE
PLAIN = {"Accept-Encoding": "identity"}  # nothing between unpacks an answer
# In the body of a write these name rows, by their list.
NAMED = {"endpoint": "endpoints", "reproduce": "results", "run": "runs"}


@pytest.fixture
def described(schema):
    """The description; what is generated from it is worked out once for all roles."""
    return _described(json.dumps(schema))


@cache
def _described(text):
    described = schemathesis.openapi.from_dict(json.loads(text))
    described.app = WSGIHandler()
    return described


@pytest.fixture(autouse=True)
def one_connection(schema):
    """The end of a request would close the connection, and with it end the transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def site(db):
    """Each kind of row, of one user; and who else asks."""
    user, staff = UserFactory(), UserFactory(staff=True)
    callers = {"user": user, "staff": staff, "reviewer": ReviewerFactory()}
    return rows_of(user, staff), callers


@pytest.mark.timeout(4 * 3600)  # for 10,000 requests
@pytest.mark.cases_in_turn
@pytest.mark.parametrize("role", ROLES)
def test_what_is_generated_is_answered_as_described(described, site, role, subtests):
    rows, callers = site
    headers = headers_of(callers.get(role))
    operations = [each.ok() for each in described.get_all_operations()]
    # a tenth more, for operations that cannot be asked otherwise than described
    each = -(-REQUESTS * 11 // len(operations) // 20)

    asked = []
    for operation in operations:
        is_read = operation.method in ("get", "delete")
        for mode in (
            [AS_DESCRIBED] if is_read and each == 1 else [AS_DESCRIBED, OTHERWISE]
        ):
            with subtests.test(f"{operation.method} {operation.path} {mode.value}"):
                try:
                    ask(operation, mode, each, rows, headers, asked)
                except Unsatisfiable:
                    assert mode == OTHERWISE

    assert len(asked) >= REQUESTS


def ask(operation, mode, examples, rows, headers, asked):
    """Sends so many requests, the first and every other to rows that are there.

    ``asked`` has each; Unsatisfiable where none can be made in this mode.
    """
    is_named = cycle([True, False])

    @settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def send(case):
        asked.append(operation.label)
        if next(is_named):
            name_rows(case, rows)
        with undone():
            case.call_and_validate(checks=checks_of(case), headers=headers)

    send()


def checks_of(case):
    """Rows have the keys that ``fields`` names alone, which no schema can say."""
    if "fields" not in (case.query or {}):
        return CHECKS
    return [check for check in CHECKS if check is not response_schema_conformance]


def name_rows(case, rows):
    """Puts ids of rows that are there in the path and the body."""
    place = case.operation.path
    known = address(place, rows).split("/")
    parts = zip(place.split("/"), known, strict=True)
    named = {part[1:-1]: there for part, there in parts if part.startswith("{")}
    case.path_parameters = {**(case.path_parameters or {}), **named}
    if isinstance(case.body, dict):
        found = {key: str(rows[NAMED[key]]) for key in case.body if key in NAMED}
        case.body = {**case.body, **found}


def headers_of(user):
    if user is None:
        return PLAIN
    ApiTokenFactory(user=user, key=f"bb_key-{user.username}")
    return {**PLAIN, "Authorization": f"Token bb_key-{user.username}"}
