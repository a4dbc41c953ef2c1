"""SQL Server as an endpoint: registered and checked, in a browser."""

import pytest

from benchruns.models import Endpoint
from tests.factories import EndpointFactory
from tests.tds_server import TdsServer
from tests.workers.engines import sqlserver_answers as says
from tests.workers.tpcc.certificates import self_signed, tls_1_0_alone
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
    allowed = {"allow_cleartext_password": True} | changes
    endpoint = EndpointFactory(
        owner=user, engine="sqlserver", host="127.0.0.1", port=server.port, **allowed
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


@pytest.mark.parametrize("tls", ["prefer", "require"])
def test_a_server_of_tls_1_0_alone_is_ready_once_that_is_allowed(
    page, user, tmp_path, tls
):
    self_signed(tmp_path / "server.pem", name="db.example")
    old = tls_1_0_alone(tmp_path / "server.pem")
    with TdsServer(says.answers(), tls=old) as server:
        endpoint = endpoint_on(server, user, tls=tls)
        refused = checked(page, endpoint)
        given = GIVEN | {"port": server.port, "password": server.password, "tls": tls}
        allowances = {"allow_tls_1_0": "on", "allow_cleartext_password": "on"}
        page.post(f"/endpoints/{endpoint.pk}/edit/", given | allowances)
        allowed = checked(page, endpoint)

    assert "speak TLS 1.0 alone, which is refused" in refused
    assert "TLS 1.0 is allowed." not in refused
    assert "Ready for runs" in allowed
    assert "TLS 1.0 is allowed." in allowed
    assert "the password included" in allowed


def test_allowing_tls_1_0_asks_for_the_password_again(page, user):
    endpoint = EndpointFactory(owner=user, engine="sqlserver")
    given = GIVEN | {"host": endpoint.host, "port": endpoint.port, "password": ""}

    answer = page.post(
        f"/endpoints/{endpoint.pk}/edit/",
        given | {"tls": endpoint.tls, "allow_tls_1_0": "on"},
    )

    assert list(answer.context["form"].errors) == ["password"]
    endpoint.refresh_from_db()
    assert not endpoint.allow_tls_1_0


def test_a_wrong_password_is_told(page, user):
    with TdsServer(says.answers()) as server:
        endpoint = endpoint_on(server, user)
        server.password = "another"
        text = checked(page, endpoint)

    assert "refused the user name or password" in text
    assert endpoint.last_check.code == "wrong_password"


def test_a_password_in_clear_text_is_the_owners_word_with_a_warning(page, user):
    with TdsServer(says.answers()) as server:
        endpoint = endpoint_on(server, user, allow_cleartext_password=False)
        refused = checked(page, endpoint)
        address = f"/endpoints/{endpoint.pk}/edit/"
        given = GIVEN | {"port": server.port, "allow_cleartext_password": "on"}
        unsaid = page.post(address, given | {"password": ""})
        page.post(address, given | {"password": server.password})
        allowed = checked(page, endpoint)

    assert "asks for the password itself" in refused
    assert "clear-text password is allowed" not in refused
    assert list(unsaid.context["form"].errors) == ["password"]
    assert "Ready for runs" in allowed
    assert "The clear-text password is allowed." in allowed
