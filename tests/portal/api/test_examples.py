"""Every operation says in a line what it does, and shows the bodies that it takes and gives."""

from portal.api.description.examples import answered, operations, sent
from tests.factories import EndpointFactory, RunFactory, UserFactory
from tests.portal.api.conftest import client_of
from tests.portal.api.examples import faults_of, hold
from tests.portal.api.known_rows import address, rows_of
from tests.portal.api.rows import sweep_of

QUERIES = {
    "compare_retrieve": "?result={results}",
    "instance_classes_needed_retrieve": "?tps=10&regime=any",
    "instance_classes_nearest_retrieve": "?engine=mysql&vcpus=4",
}


def test_every_operation_has_a_summary_of_one_line(schema):
    for _path, _method, operation in operations(schema):
        summary = operation.get("summary", "")
        assert 8 <= len(summary) <= 70, operation["operationId"]
        assert "\n" not in summary
        assert not summary.endswith(".")


def test_no_two_operations_have_the_same_summary(schema):
    summaries = [each["summary"] for _, _, each in operations(schema)]

    assert len(set(summaries)) == len(summaries)


def test_every_json_body_has_an_example_that_is_as_described(schema, subtests):
    for _path, _method, operation in operations(schema):
        for body in (sent(operation), answered(operation)):
            if body is not None:
                with subtests.test(operation["operationId"]):
                    assert "example" in body
                    assert faults_of(schema, body["schema"], body["example"]) == []


def test_an_example_that_lies_is_found(schema):
    listed = schema["paths"]["/api/v1/providers/{slug}/"]["get"]
    body = answered(listed)
    example = body["example"]

    for lie in (
        {**example, "name": 7},
        {**example, "invented": "x"},
        {name: example[name] for name in example if name != "slug"},
    ):
        assert faults_of(schema, body["schema"], lie)


def test_what_is_read_is_as_its_example_says(schema, client, user, subtests):
    staff = UserFactory(staff=True)
    rows = rows_of(user, staff)
    callers = {True: client_of(staff), False: client}
    for path, method, operation in operations(schema):
        if method != "get" or answered(operation) is None:
            continue
        query = QUERIES.get(operation["operationId"], "").format(**rows)
        where = address(path, rows)
        caller = callers["campaign-drafts" in path]
        with subtests.test(path):
            answer = caller.get(f"{where}{query}")
            assert answer.status_code == 200, answer.content
            hold(schema, "get", where, None, answer)


def test_what_the_documentation_does_not_show_is_as_its_example_says(
    schema, client, user, subtests
):
    rows = rows_of(user, UserFactory(staff=True))
    rows["endpoints"] = EndpointFactory(owner=user).pk
    staff = client_of(UserFactory(staff=True))
    entered = {
        "name": "Third Cloud",
        "source_text": "Its list of instance classes",
        "stated_on": "2026-01-31",
    }
    whole = {
        "name": "shop",
        "engine": "mysql",
        "host": "db.example.com",
        "port": 3306,
        "username": "bench",
        "password": "...",
        "database": "bench",
    }
    calls = [
        (client, "put", "/api/v1/endpoints/{id}/", whole),
        (client, "patch", "/api/v1/endpoints/{id}/", {"name": "shop-2"}),
        (staff, "patch", "/api/v1/providers/{slug}/", entered),
        (client, "post", "/api/v1/sweeps/{id}/publish/", {"vendor_consent": True}),
        (client, "post", "/api/v1/tokens/", {"name": "ci", "scope": "write"}),
    ]
    for caller, method, path, body in calls:
        where = address(path, rows)
        with subtests.test(path):
            answer = getattr(caller, method)(where, body)
            assert answer.status_code in (200, 201), answer.content
            hold(schema, method, where, body, answer)


def test_what_takes_no_body_is_as_its_example_says(schema, client, user, subtests):
    run = RunFactory(owner=user, succeeded=True, visibility="public")
    waiting = sweep_of(RunFactory(owner=user), RunFactory(owner=user))
    for where in (
        f"/api/v1/runs/{run.pk}/unpublish/",
        f"/api/v1/sweeps/{waiting.pk}/cancel/",
    ):
        with subtests.test(where):
            answer = client.post(where)
            assert answer.status_code in (200, 202), answer.content
            hold(schema, "post", where, None, answer)
