"""Random JSON is refused or taken, and never a server error."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.examples import few_or
from tests.factories import EndpointFactory, ResultFactory, RunFactory

texts = st.text(max_size=12)
scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | texts
    | st.sampled_from(["oltp_read_write", "mysql", "127.0.0.1", "2026-01-01T00:00:00Z"])
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3)
    ),
    max_leaves=6,
)
RUN_KEYS = (
    "endpoint",
    "workload",
    "parameters",
    "reproduce",
    "scale_down",
    "match_ratio",
    "repetitions",
    "settle_seconds",
    "keep_data",
    "not_before",
    "expected_regime",
)
SWEEP_KEYS = (*RUN_KEYS, "threads")
ENDPOINT_KEYS = (
    "name",
    "engine",
    "host",
    "port",
    "username",
    "password",
    "database",
    "tls",
    "instance_class",
    "provider",
    "vcpus",
    "memory_gb",
    "region",
)
TOKEN_KEYS = ("name", "scope", "expires_in_days", "expires_at")
RECORDS = ["samples", "counters", "events", "output"]
hostile = settings(
    max_examples=few_or(600, few=20),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def bodies(keys):
    return st.dictionaries(st.sampled_from(keys) | texts, values, max_size=5) | values


def assert_no_crash(answer):
    assert answer.status_code < 500
    if answer.status_code >= 400:
        assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("path", "keys"),
    [
        ("runs", RUN_KEYS),
        ("runs/plan", SWEEP_KEYS),
        ("sweeps", SWEEP_KEYS),
        ("endpoints", ENDPOINT_KEYS),
        ("tokens", TOKEN_KEYS),
    ],
)
@hostile
@given(data=st.data())
def test_creating_survives_any_body(client, path, keys, data):
    body = json.dumps(data.draw(bodies(keys))).encode(errors="surrogatepass")

    answer = client.generic(
        "POST", f"/api/v1/{path}/", body, content_type="application/json"
    )

    assert_no_crash(answer)


@pytest.mark.cases_in_turn
@pytest.mark.parametrize("path", ["runs", "runs/plan", "sweeps"])
@hostile
@given(data=st.data())
def test_a_valid_request_with_one_wild_value_does_not_crash(client, user, path, data):
    endpoint = EndpointFactory(owner=user)
    keys = RUN_KEYS if path == "runs" else SWEEP_KEYS
    wild = data.draw(st.dictionaries(st.sampled_from(keys), values, max_size=1))
    body = {"endpoint": str(endpoint.pk), "workload": "oltp_read_write"}
    threads = {"threads": [1]} if path == "sweeps" else {}

    answer = client.generic(
        "POST",
        f"/api/v1/{path}/",
        json.dumps(body | threads | wild),
        content_type="application/json",
    )

    assert_no_crash(answer)


@pytest.mark.cases_in_turn
@pytest.mark.parametrize("path", ["runs", "runs/plan", "sweeps"])
@hostile
@given(data=st.data())
def test_repeating_a_row_with_wild_values_does_not_crash(client, user, path, data):
    endpoint = EndpointFactory(owner=user)
    row = ResultFactory(memory_gb=4.0)
    wild = data.draw(
        st.fixed_dictionaries(
            {},
            optional={
                "scale_down": st.integers(-2, 10**16) | scalars,
                "match_ratio": st.booleans() | scalars,
                "repetitions": st.integers(-1, 3) | scalars,
                "parameters": st.dictionaries(
                    st.sampled_from(["threads", "table_size", "tables", "rate"]),
                    st.integers(-1, 10**16) | scalars,
                ),
            },
        )
    )
    body = {"endpoint": str(endpoint.pk), "reproduce": str(row.pk)}
    threads = {"threads": [1]} if path == "sweeps" else {}

    answer = client.generic(
        "POST",
        f"/api/v1/{path}/",
        json.dumps(body | threads | wild),
        content_type="application/json",
    )

    assert_no_crash(answer)


@hostile
@given(change=st.dictionaries(st.sampled_from(ENDPOINT_KEYS), values, max_size=2))
def test_changing_an_endpoint_survives_any_body(client, user, change):
    endpoint = EndpointFactory(owner=user)

    answer = client.generic(
        "PATCH",
        f"/api/v1/endpoints/{endpoint.pk}/",
        json.dumps(change),
        content_type="application/json",
    )

    assert_no_crash(answer)


@hostile
@given(
    query=st.dictionaries(
        st.sampled_from(
            ["engine", "engine_version", "threads", "memory_gb", "run", "cursor"]
        ),
        st.text(max_size=8) | st.integers().map(str) | st.floats().map(str),
        min_size=1,
        max_size=2,
    )
)
def test_reading_survives_any_query(anonymous, query):
    encodable = {n: v.encode(errors="replace").decode() for n, v in query.items()}

    assert_no_crash(anonymous.get("/api/v1/results/", encodable))


@hostile
@given(key=st.text(max_size=8), tail=st.sampled_from(RECORDS))
def test_reading_a_run_survives_any_query(client, user, key, tail):
    run = RunFactory(owner=user)
    value = key.encode(errors="replace").decode()

    answer = client.get(f"/api/v1/runs/{run.pk}/{tail}/", {"attempt": value})

    assert_no_crash(answer)
