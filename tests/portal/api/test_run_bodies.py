"""What may not stand in the body of a run, a plan and a sweep is named."""

import json

import pytest

from benchruns.models import Run, Sweep
from tests.factories import EndpointFactory, ResultFactory

NOBODY = "00000000-0000-0000-0000-000000000000"
RUN, PLAN, SWEEP = "/api/v1/runs/", "/api/v1/runs/plan/", "/api/v1/sweeps/"
ADDRESSES = (RUN, PLAN, SWEEP)

BAD = [
    ({"colour": "red"}, "colour"),
    ({"endpoint": None}, "endpoint"),
    ({"endpoint": 7}, "endpoint"),
    ({"endpoint": "7"}, "endpoint"),
    ({"endpoint": NOBODY}, "endpoint"),
    ({"workload": 1}, "workload"),
    ({"workload": None}, "workload"),
    ({"workload": ""}, "workload"),
    ({"workload": "oltp_nothing"}, "workload"),
    ({"workload": "pgbench_read_only"}, "workload"),
    ({"parameters": []}, "parameters"),
    ({"parameters": None}, "parameters"),
    ({"parameters": {"threads": "4"}}, "parameters.threads"),
    ({"parameters": {"threads": 1.5}}, "parameters.threads"),
    ({"parameters": {"threads": True}}, "parameters.threads"),
    ({"parameters": {"threads": 0}}, "parameters.threads"),
    ({"parameters": {"thread": 4}}, "parameters.thread"),
    (
        {"parameters": {"duration_seconds": 5, "report_interval_seconds": 6}},
        "parameters.report_interval_seconds",
    ),
    ({"repetitions": 0}, "repetitions"),
    ({"repetitions": -1}, "repetitions"),
    ({"repetitions": "1"}, "repetitions"),
    ({"repetitions": 1.5}, "repetitions"),
    ({"repetitions": True}, "repetitions"),
    ({"repetitions": None}, "repetitions"),
    ({"repetitions": 201}, "repetitions"),
    ({"repetitions": 10**9}, "repetitions"),
    ({"settle_seconds": -1}, "settle_seconds"),
    ({"settle_seconds": 3601}, "settle_seconds"),
    ({"settle_seconds": "5"}, "settle_seconds"),
    ({"settle_seconds": 0.5}, "settle_seconds"),
    ({"keep_data": "yes"}, "keep_data"),
    ({"keep_data": 1}, "keep_data"),
    ({"keep_data": None}, "keep_data"),
    ({"not_before": "tomorrow"}, "not_before"),
    ({"not_before": 1}, "not_before"),
    ({"not_before": "2026-11-21T08:00:00"}, "not_before"),
    ({"not_before": "2026-11-21"}, "not_before"),
    ({"not_before": "2999-01-01T00:00:00Z"}, "not_before"),
    ({"not_before": "2020-01-01T00:00:00Z"}, "not_before"),
    ({"expected_regime": "warm"}, "expected_regime"),
    ({"expected_regime": 1}, "expected_regime"),
    ({"reproduce": NOBODY}, "reproduce"),
    ({"reproduce": "row-1"}, "reproduce"),
    ({"reproduce": 1}, "reproduce"),
    ({"reproduce": []}, "reproduce"),
    ({"scale_down": 100}, "scale_down"),
    ({"scale_down": 0}, "scale_down"),
    ({"scale_down": -1}, "scale_down"),
    ({"scale_down": "100"}, "scale_down"),
    ({"scale_down": 1e9}, "scale_down"),
    ({"scale_down": 1.5}, "scale_down"),
    ({"scale_down": True}, "scale_down"),
    ({"match_ratio": True}, "match_ratio"),
    ({"match_ratio": "yes"}, "match_ratio"),
    ({"match_ratio": 1}, "match_ratio"),
    ({"match_ratio": None}, "match_ratio"),
]
BAD_THREADS = [
    [],
    {},
    4,
    "4",
    [0],
    [-1],
    [1.5],
    ["2"],
    [True],
    [None],
    [[1]],
    [{"1": 2}],
    [1, 1],
    [10**9],
    [2**53 - 1],
    list(range(1, 202)),
    [1] * 300_000,
]


@pytest.fixture
def body(user):
    return {
        "endpoint": str(EndpointFactory(owner=user).pk),
        "workload": "oltp_read_write",
    }


def named(answer, status):
    """The fields of a problem."""
    assert answer.status_code == status, answer.content[:500]
    assert answer["Content-Type"] == "application/problem+json"
    assert all(error["message"] for error in answer.json()["errors"])
    assert not Run.objects.exists()
    assert not Sweep.objects.exists()
    return [error["field"] for error in answer.json()["errors"]]


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_bad_value_is_named(client, body, address, subtests):
    threads = {"threads": [1]} if address == SWEEP else {}

    for change, field in BAD:
        with subtests.test(str(change)):
            assert named(client.post(address, body | threads | change), 400) == [field]


@pytest.mark.cases_in_turn
@pytest.mark.parametrize("address", [PLAN, SWEEP])
def test_a_bad_list_of_threads_is_named(client, body, address, subtests):
    for threads in BAD_THREADS:
        with subtests.test(repr(threads)[:20]):
            answer = client.post(address, body | {"threads": threads})

            assert named(answer, 400) == ["threads"]
            assert len(answer.content) < 1000


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"parameters": {"threads": "1e3"}}, "“1e3” is not one, write 1000."),
        ({"parameters": {"threads": "4"}}, "“4” is not one, write 4."),
        ({"parameters": {"threads": "many"}}, "“many” is not one."),
        ({"threads": [1, "x", 99_999]}, 'Give integers alone: "x" is not one.'),
    ],
)
def test_the_value_that_is_no_integer_is_named(client, body, change, sentence):
    answer = client.post(PLAN, body | change)

    (error,) = answer.json()["errors"]
    assert error["message"].endswith(sentence)


def test_a_list_longer_than_a_body_may_be_is_refused(client, body):
    answer = client.post(SWEEP, body | {"threads": [1] * 10**6})

    assert answer.status_code == 413


def test_threads_are_of_a_sweep_alone(client, body):
    assert named(client.post(RUN, body | {"threads": [1, 2]}), 400) == ["threads"]


@pytest.mark.parametrize(
    ("address", "missing"),
    [
        (RUN, ["endpoint", "workload"]),
        (PLAN, ["endpoint", "workload"]),
        (SWEEP, ["endpoint", "workload", "threads"]),
    ],
)
def test_missing_keys_are_named(client, address, missing):
    assert named(client.post(address, {}), 400) == missing


def test_too_many_runs_are_refused_as_a_whole(client, body):
    most = body | {"threads": [1, 2, 3], "repetitions": 67}

    assert named(client.post(SWEEP, most), 400) == ["repetitions"]


def test_a_thread_count_that_does_not_fit_another_parameter_is_named(client, user):
    endpoint = EndpointFactory(owner=user, engine="postgresql")
    body = {
        "endpoint": str(endpoint.pk),
        "workload": "pgbench_read_only",
        "parameters": {"jobs": 4},
        "threads": [8, 2],
    }

    for address in (SWEEP, PLAN):
        assert named(client.post(address, body), 400) == ["parameters.jobs"]


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("tls", ["verify-full", "require"])
def test_an_endpoint_that_no_tool_can_reach_is_named(client, user, address, tls):
    endpoint = EndpointFactory(owner=user, tls=tls)
    body = {"endpoint": str(endpoint.pk), "workload": "oltp_read_write"}
    threads = {"threads": [1]} if address == SWEEP else {}

    assert named(client.post(address, body | threads), 400) == ["endpoint"]


@pytest.mark.parametrize("tls", ["verify-full", "require"])
def test_a_tool_that_can_make_that_tls_is_not_refused_for_another(client, user, tls):
    endpoint = EndpointFactory(owner=user, tls=tls)

    answer = client.post(PLAN, {"endpoint": str(endpoint.pk), "workload": "tpcc"})

    assert answer.status_code == 200


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_tool_that_did_not_connect_at_the_last_check_is_refused(
    client, user, address
):
    endpoint = EndpointFactory(owner=user, checked=True)
    reason = {"code": "tool_without_tls", "values": {}}
    check = endpoint.last_check
    check.server["tools"] = {"sysbench": reason, "benchbook-tpcc": None}
    check.save()
    body = {"endpoint": str(endpoint.pk), "workload": "oltp_read_write"}
    threads = {"threads": [1]} if address == SWEEP else {}

    answer = client.post(address, body | threads)

    assert named(answer, 400) == ["endpoint"]
    assert "certificate of the server's authority" in answer.content.decode()


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_repeated_row_has_its_own_workload(client, body, address):
    more = {"reproduce": str(ResultFactory().pk), "workload": "oltp_read_only"}
    threads = {"threads": [1]} if address == SWEEP else {}

    assert named(client.post(address, body | more | threads), 400) == ["workload"]


def test_nothing_of_a_body_is_taken_from_a_list(client):
    answer = client.generic(
        "POST", SWEEP, json.dumps([1]), content_type="application/json"
    )

    assert named(answer, 400) == [None]


def test_a_parameter_beside_the_parameters_is_told_where_it_belongs(client, body):
    answer = client.post(RUN, body | {"threads": 4})

    assert named(answer, 400) == ["threads"]
    assert answer.json()["errors"][0]["message"] == (
        'It belongs into parameters: {"parameters": {"threads": ...}}.'
    )
