"""SQL Server as an endpoint, through the API."""

import pytest

from portal import dispatch
from tests.factories import EndpointFactory
from tests.tds_server import TdsServer
from tests.workers.engines import sqlserver_answers as says
from workers import checker

ENDPOINTS = "/api/v1/endpoints/"
BODY = {
    "name": "shop",
    "engine": "sqlserver",
    "host": "127.0.0.1",
    "port": 1433,
    "username": "bench",
    "password": "s3cret horse",
    "database": "master",
}


@pytest.mark.django_db(transaction=True)
def test_it_is_registered_and_checked(client, monkeypatch):
    monkeypatch.setattr(
        dispatch, "_send", lambda _task, *, argument, **_: checker.perform(argument)
    )
    with TdsServer(says.answers(), password=BODY["password"]) as server:
        made = client.post(
            ENDPOINTS,
            BODY | {"port": server.port, "allow_cleartext_password": True},
        ).json()
        found = client.post(f"{ENDPOINTS}{made['id']}/check/").json()

    assert found["ok"], found
    assert found["missing_privileges"] == []
    told = found["server"]
    assert (told["engine"], told["release"]) == ("sqlserver", "2008 R2")
    assert told["edition"] == "Enterprise Edition (64-bit)"
    assert told["missing_for_counters"] == []
    assert told["durability"] == {"recovery_model": "FULL"}


@pytest.mark.parametrize("path", ["", "plan/"])
def test_other_workloads_are_refused_with_what_fits(client, user, path):
    endpoint = EndpointFactory(owner=user, engine="sqlserver")

    answer = client.post(
        f"/api/v1/runs/{path}",
        {"endpoint": str(endpoint.pk), "workload": "oltp_read_write", "parameters": {}},
    )

    assert answer.status_code == 400
    (error,) = answer.json()["errors"]
    assert error["field"] == "workload"
    assert "Choose one of: tpcc." in error["message"]


def test_tls_1_0_is_refused_unless_it_is_asked_for(client):
    plain = client.post(ENDPOINTS, BODY).json()
    allowed = client.post(
        ENDPOINTS, BODY | {"name": "old", "allow_tls_1_0": True}
    ).json()

    assert plain["allow_tls_1_0"] is False
    assert allowed["allow_tls_1_0"] is True


@pytest.mark.parametrize("engine", ["mysql", "mariadb", "postgresql"])
def test_no_other_engine_takes_tls_1_0(client, engine):
    stored = client.post(ENDPOINTS, BODY | {"allow_tls_1_0": True}).json()
    moved = client.patch(
        f"{ENDPOINTS}{stored['id']}/", {"engine": engine, "password": "x"}
    )
    made = client.post(ENDPOINTS, BODY | {"engine": engine, "allow_tls_1_0": True})

    for answer in (moved, made):
        assert answer.status_code == 400
        (error,) = answer.json()["errors"]
        assert error["field"] == "allow_tls_1_0"
