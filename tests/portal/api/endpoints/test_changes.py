"""Changing one's endpoints: the connection, the stored password, the authority."""

import pytest

from benchruns.endpoints.registration import delete_endpoint
from portal.api.views.endpoints import EndpointViewSet
from tests.factories import (
    PASSWORD,
    EndpointFactory,
    InstanceClassFactory,
    ProviderFactory,
    RunFactory,
)
from tests.portal.api.endpoints.given import BODY, errors_of, url_of
from tests.portal.api.rows import kept_by


def test_a_patch_changes_what_it_names_and_keeps_the_password(client, user):
    endpoint = EndpointFactory(owner=user, checked=True)

    shown = client.patch(url_of(endpoint), {"name": "other", "region": None}).json()
    endpoint.refresh_from_db()

    assert shown["name"] == endpoint.name == "other"
    assert shown["region"] is None
    assert shown["last_check"]["ok"] is True
    assert endpoint.password == PASSWORD


@pytest.mark.parametrize(
    ("change", "is_same_server"),
    [
        ({"host": "other.example"}, False),
        ({"port": 3307}, False),
        ({"engine": "postgresql"}, False),
        ({"engine": "mariadb"}, True),
        ({"username": "other"}, True),
        ({"password": "new"}, True),
        ({"tls": "require"}, True),
    ],
    ids=str,
)
def test_a_change_of_the_connection_forgets_the_check(
    client, user, change, is_same_server
):
    endpoint = EndpointFactory(owner=user, checked=True)

    given = {"password": PASSWORD} | change
    assert client.patch(url_of(endpoint), given).json()["last_check"] is None
    endpoint.refresh_from_db()
    assert (endpoint.server is not None) == is_same_server


@pytest.mark.parametrize(
    "change",
    [
        {"host": "other.example"},
        {"port": 3307},
        {"engine": "postgresql"},
        {"tls": "disable"},
        {"allow_cleartext_password": True},
        {"name": "other", "host": "other.example", "port": 3307},
    ],
    ids=str,
)
def test_a_stored_password_follows_no_change_of_the_place(client, user, change):
    """Else a stolen token would have it sent to a server of the thief's."""
    endpoint = EndpointFactory(owner=user, checked=True)

    refused = client.patch(url_of(endpoint), change)
    endpoint.refresh_from_db()
    before = endpoint.host, endpoint.port, endpoint.name, endpoint.last_check.ok
    meant = client.patch(url_of(endpoint), change | {"password": "anew"})

    assert refused.status_code == 400
    assert "again" in errors_of(refused)["password"]
    assert before == ("db.internal.example", 3306, endpoint.name, True)
    assert meant.status_code == 200
    endpoint.refresh_from_db()
    assert endpoint.password == "anew"


def test_a_password_goes_in_clear_text_where_the_owner_says_so_alone(client, user):
    endpoint = EndpointFactory(owner=user)

    before = client.get(url_of(endpoint)).json()
    changed = client.patch(
        url_of(endpoint), {"allow_cleartext_password": True, "password": "anew"}
    )

    assert before["allow_cleartext_password"] is False
    assert changed.json()["allow_cleartext_password"] is True


def test_another_authority_gets_no_stored_password(client, user, authority):
    endpoint = EndpointFactory(owner=user)

    refused = client.patch(url_of(endpoint), {"tls_ca": authority})

    assert list(errors_of(refused)) == ["password"]


def test_an_account_without_a_password_may_move(client, user):
    endpoint = EndpointFactory(owner=user, plain_password="")

    assert client.patch(url_of(endpoint), {"port": 3307}).status_code == 200


def test_what_is_given_as_it_stands_needs_no_password(client, user):
    endpoint = EndpointFactory(owner=user)

    given = {"host": endpoint.host, "port": endpoint.port, "name": "other"}

    assert client.patch(url_of(endpoint), given).status_code == 200


def test_an_endpoint_is_led_away_from_its_data_on_purpose_alone(client, user):
    run = RunFactory(owner=user, succeeded=True)
    kept = kept_by(run)
    url = url_of(run.endpoint)

    renamed = client.patch(url, {"password": "new", "database": "other"})
    moved = {"host": "other.example", "password": PASSWORD}
    refused = client.patch(url, moved)
    meant = client.patch(f"{url}?leave_data=true", moved)
    back = client.patch(url, moved | {"host": run.endpoint.host})

    assert renamed.status_code == meant.status_code == back.status_code == 200
    assert refused.status_code == 409
    assert kept.workspace in refused.json()["detail"]
    unclear = client.patch(f"{url}?leave_data=maybe", {"name": "other"})
    assert list(errors_of(unclear)) == ["leave_data"]


def test_a_put_gives_all_required_fields(client, user):
    endpoint = EndpointFactory(owner=user)

    assert "host" in errors_of(client.put(url_of(endpoint), {"name": "other"}))
    assert client.put(url_of(endpoint), BODY).json()["host"] == BODY["host"]


def test_a_provider_that_does_not_sell_the_class_is_refused(client, user):
    endpoint = EndpointFactory(owner=user, instance_class=InstanceClassFactory())
    other = ProviderFactory()

    answer = client.patch(url_of(endpoint), {"provider": other.slug})

    assert list(errors_of(answer)) == ["provider"]


def test_an_endpoint_may_not_become_one_of_such_a_database(client, user):
    endpoint = EndpointFactory(owner=user, engine="postgresql", database="sys")
    given = {"engine": "mysql", "password": "again"}

    assert list(errors_of(client.patch(url_of(endpoint), given))) == ["database"]


def test_another_authority_forgets_the_check(client, user, authority):
    endpoint = EndpointFactory(owner=user, checked=True)

    given = {"tls_ca": authority, "password": PASSWORD}
    shown = client.patch(url_of(endpoint), given).json()

    assert shown["last_check"] is None


def test_a_password_is_changed_when_the_key_of_the_stored_one_is_gone(client, user):
    endpoint = EndpointFactory(owner=user, password_encrypted="of-another-key")

    answer = client.patch(url_of(endpoint), {"password": "new"})

    assert answer.status_code == 200
    endpoint.refresh_from_db()
    assert endpoint.password == "new"


def test_another_engine_needs_another_class(client, user):
    sold = InstanceClassFactory(engine="mysql")
    endpoint = EndpointFactory(owner=user, instance_class=sold)

    answer = client.patch(url_of(endpoint), {"engine": "postgresql"})
    both = client.patch(
        url_of(endpoint),
        {"engine": "postgresql", "instance_class": None, "password": PASSWORD},
    )

    assert sold.code in errors_of(answer)["engine"]
    assert both.status_code == 200


@pytest.mark.parametrize("state", ["scheduled", "queued", "running"])
@pytest.mark.parametrize("change", [{"host": "other.example"}, {"password": "new"}])
def test_the_connection_stays_while_runs_need_it(client, user, state, change):
    run = RunFactory(owner=user, **({} if state == "queued" else {state: True}))

    refused = client.patch(url_of(run.endpoint), {"password": PASSWORD} | change)
    renamed = client.patch(url_of(run.endpoint), {"name": "other"})

    assert refused.status_code == 409
    assert str(run.pk) in refused.json()["detail"]
    assert renamed.status_code == 200
    run.endpoint.refresh_from_db()
    assert run.endpoint.host == "db.internal.example"


def test_a_change_that_comes_after_the_deletion_brings_nothing_back(
    client, user, monkeypatch
):
    endpoint = EndpointFactory(owner=user)
    found = EndpointViewSet._own

    def found_and_then_deleted(view):
        row = found(view)
        delete_endpoint(row)
        return row

    monkeypatch.setattr(EndpointViewSet, "_own", found_and_then_deleted)
    answer = client.patch(url_of(endpoint), {"name": "back", "password": "again"})

    assert answer.status_code == 404
    endpoint.refresh_from_db()
    assert endpoint.deleted_at is not None
    assert endpoint.password_encrypted == ""


@pytest.mark.parametrize(
    ("method", "tail"), [("patch", ""), ("put", ""), ("delete", ""), ("post", "check/")]
)
def test_an_endpoint_is_changed_by_its_owner_alone(
    user, stranger, staff, anonymous, reader, method, tail
):
    url = url_of(EndpointFactory(owner=user), tail)

    assert getattr(stranger, method)(url, {}).status_code == 404
    assert getattr(staff, method)(url, {}).status_code == 403
    assert getattr(reader, method)(url, {}).status_code == 403
    assert getattr(anonymous, method)(url, {}).status_code == 401


def test_a_change_of_the_account_withdraws_consent(client, user):
    endpoint = EndpointFactory(owner=user)

    changed = client.patch(url_of(endpoint), {"username": "another"}).json()

    assert changed["consent"] is False
