"""SQL Server as an endpoint: registered and checked, in a browser and by the API."""

import pytest

from benchruns.models import Endpoint
from tests.factories import EndpointFactory
from tests.tds_server import TdsServer
from tests.workers.engines import sqlserver_answers as says
from workers import checker

GIVEN = {
    "name": "shop",
    "engine": "sqlserver",
    "host": "127.0.0.1",
    "port": "1433",
    "username": "bench",
    "password": "s3cret horse",
    "database": "master",
    "tls": "prefer",
}


def endpoint_on(server, user, **changes):
    endpoint = EndpointFactory(
        owner=user, engine="sqlserver", host="127.0.0.1", port=server.port, **changes
    )
    endpoint.password = server.password
    endpoint.save()
    return endpoint


def checked(page, endpoint):
    checker.perform(endpoint.checks.create().pk)
    return page.get(f"/endpoints/{endpoint.pk}/").content.decode()


def test_the_form_offers_it_with_what_to_grant(page, user):
    form = page.get("/endpoints/new/").content.decode()
    page.post("/endpoints/new/", GIVEN)

    assert "GRANT CREATE ANY DATABASE TO bench;" in form
    assert "GRANT VIEW SERVER STATE TO bench;" in form
    assert Endpoint.objects.get(owner=user).engine == "sqlserver"


def test_a_check_shows_what_it_is(page, user):
    with TdsServer(says.answers()) as server:
        endpoint = endpoint_on(server, user)
        text = checked(page, endpoint)

    assert "Ready for runs" in text
    assert "Enterprise Edition (64-bit)" in text
    assert "2,048 MB" in text
    assert "recovery_model" in text
    assert "Snapshot isolation" in text
    assert "encrypts the login alone" in text
    assert endpoint.last_check.server["release"] == "2008 R2"


def test_without_view_server_state_it_is_ready_with_a_caution(page, user):
    with TdsServer(says.answers(rights=says.rights(sees=0))) as server:
        endpoint = endpoint_on(server, user)
        text = checked(page, endpoint)

    assert endpoint.last_check.ok
    assert "bb-banner-caution" in text
    assert "Without VIEW SERVER STATE a run works" in text


@pytest.mark.parametrize(
    ("encryption", "kept", "shown"),
    [
        (says.value("nvarchar(40)", "TRUE"), {"tls_in_use": "TLS"}, "TLS"),
        (says.value("nvarchar(40)", "FALSE"), {"tls_in_use": None}, "no"),
        (says.NO_STATE, {}, "not known"),
    ],
)
def test_tls_that_is_not_known_is_not_told_as_none(page, user, encryption, kept, shown):
    with TdsServer(says.answers(encryption=encryption)) as server:
        endpoint = endpoint_on(server, user)
        text = checked(page, endpoint)

    server = endpoint.last_check.server
    assert {name: server[name] for name in server if "tls" in name} == kept
    assert f"<dt>TLS in use</dt><dd>{shown}</dd>" in text


def test_without_a_right_to_create_databases_it_is_not_ready(page, user):
    with TdsServer(says.answers(rights=says.rights(creates=0))) as server:
        endpoint = endpoint_on(server, user)
        text = checked(page, endpoint)

    assert not endpoint.last_check.ok
    assert "lacks CREATE ANY DATABASE" in text


def test_a_wrong_password_is_told(page, user):
    with TdsServer(says.answers()) as server:
        endpoint = endpoint_on(server, user)
        server.password = "another"
        text = checked(page, endpoint)

    assert "refused the user name or password" in text
    assert endpoint.last_check.code == "wrong_password"
