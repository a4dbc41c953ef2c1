"""Registering, checking, changing and deleting one's endpoints."""

import pytest

from benchruns.models import Check, Endpoint
from local import ports
from portal import dispatch
from tests.factories import (
    PASSWORD,
    EndpointFactory,
    InstanceClassFactory,
    ProviderFactory,
    RunFactory,
)
from workers import checker

ENDPOINTS = "/api/v1/endpoints/"
BODY = {
    "name": "shop",
    "engine": "mysql",
    "host": "db.internal.example",
    "port": 3306,
    "username": "bench",
    "password": "s3cret horse",
    "database": "bench",
    "tls": "prefer",
}


def errors_of(answer):
    assert answer.status_code == 400, answer.content
    return {error["field"]: error["message"] for error in answer.json()["errors"]}


def url_of(endpoint, tail=""):
    return f"{ENDPOINTS}{endpoint.pk}/{tail}"


@pytest.fixture
def worker(monkeypatch):
    """The control worker, in this process instead of behind the broker."""

    def perform(task, *, queue, argument):
        assert (task, queue) == ("benchbook.check", "control")
        checker.perform(argument)

    monkeypatch.setattr(dispatch, "_send", perform)


def test_an_endpoint_is_saved_unchecked_and_its_password_not_shown(client, user):
    answer = client.post(ENDPOINTS, BODY)

    assert answer.status_code == 201
    shown = answer.json()
    endpoint = Endpoint.objects.get(pk=shown["id"])
    assert answer["Location"] == f"http://testserver{url_of(endpoint)}"
    assert endpoint.owner == user
    assert endpoint.password == BODY["password"]
    assert shown["last_check"] is None
    assert "password" not in shown
    assert BODY["password"] not in answer.content.decode()
    assert BODY.keys() - shown.keys() == {"password"}
    assert client.get(answer["Location"]).json() == shown


def test_tls_is_optional(client):
    body = {name: value for name, value in BODY.items() if name != "tls"}

    assert client.post(ENDPOINTS, body).json()["tls"] == "prefer"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "x" * 121),
        ("engine", "oracle"),
        ("engine", "sqlserver"),
        ("host", "a,b"),
        ("host", "a=b"),
        ("host", "a b"),
        ("host", "a\nb"),
        ("host", "/var/run"),
        ("host", "-h"),
        ("host", "db:3306"),
        ("host", ""),
        ("username", "a,b"),
        ("username", "a\tb"),
        ("database", "a=b"),
        ("database", "x" * 65),
        ("port", 0),
        ("port", 65_536),
        ("port", "3306"),
        ("port", 3306.0),
        ("port", True),
        ("password", "a\nb"),
        ("password", "a\u0007b"),
        ("password", "' and \""),
        ("password", 7),
        ("password", None),
        ("tls", "maybe"),
        ("vcpus", 0),
        ("vcpus", 1.5),
        ("memory_gb", "4"),
        ("memory_gb", -1),
        ("provider", "nobody"),
        ("instance_class", "none.such"),
        ("region", "x" * 81),
        ("server", None),
        ("owner", 1),
    ],
    ids=lambda value: ascii(value)[:16],
)
def test_a_bad_field_is_named_and_nothing_repeated(client, field, value):
    answer = client.post(ENDPOINTS, BODY | {field: value})

    assert list(errors_of(answer)) == [field]
    assert BODY["password"] not in answer.content.decode()
    assert Endpoint.objects.count() == 0


def test_sqlserver_comes_later(client):
    assert (
        "later"
        in errors_of(client.post(ENDPOINTS, BODY | {"engine": "sqlserver"}))["engine"]
    )


def test_a_name_is_used_once_by_one_owner(client, stranger):
    client.post(ENDPOINTS, BODY)

    assert "name" in errors_of(client.post(ENDPOINTS, BODY))
    assert stranger.post(ENDPOINTS, BODY).status_code == 201


def test_the_name_of_a_deleted_endpoint_is_free_again(client, user):
    EndpointFactory(owner=user, name=BODY["name"], deleted=True)

    assert client.post(ENDPOINTS, BODY).status_code == 201


def test_an_instance_class_is_given_by_its_code(client):
    sold = InstanceClassFactory(vcpus=4, memory_gb=8)

    shown = client.post(ENDPOINTS, BODY | {"instance_class": sold.code}).json()

    assert shown["instance_class"] == sold.code
    assert shown["provider"] == sold.provider.slug
    assert (shown["vcpus"], shown["memory_gb"]) == (4, 8.0)


def test_a_code_that_two_providers_sell_needs_the_provider(client):
    one, two = (
        InstanceClassFactory(code="s.large"),
        InstanceClassFactory(code="s.large"),
    )
    body = BODY | {"instance_class": "s.large"}

    told = errors_of(client.post(ENDPOINTS, body))["instance_class"]
    shown = client.post(ENDPOINTS, body | {"provider": two.provider.slug}).json()

    assert one.provider.slug in told
    assert shown["provider"] == two.provider.slug


def test_a_class_of_another_engine_is_refused(client):
    sold = InstanceClassFactory(engine="postgresql")

    body = BODY | {"instance_class": sold.code}

    assert list(errors_of(client.post(ENDPOINTS, body))) == ["instance_class"]


def test_mariadb_may_run_on_a_mysql_class(client):
    sold = InstanceClassFactory(engine="mysql")

    body = BODY | {"instance_class": sold.code, "engine": "mariadb"}

    assert client.post(ENDPOINTS, body).status_code == 201


def test_a_size_that_contradicts_the_class_is_refused(client):
    sold = InstanceClassFactory(vcpus=4)

    body = BODY | {"instance_class": sold.code, "vcpus": 8}

    assert list(errors_of(client.post(ENDPOINTS, body))) == ["vcpus"]


def test_a_patch_changes_what_it_names_and_keeps_the_password(client, user):
    endpoint = EndpointFactory(owner=user, checked=True)

    shown = client.patch(url_of(endpoint), {"name": "other", "region": None}).json()
    endpoint.refresh_from_db()

    assert shown["name"] == endpoint.name == "other"
    assert shown["region"] is None
    assert shown["last_check"]["ok"] is True
    assert endpoint.password == PASSWORD


@pytest.mark.parametrize(
    "change",
    [
        {"host": "other.example"},
        {"port": 3307},
        {"password": "new"},
        {"tls": "require"},
    ],
    ids=str,
)
def test_a_change_of_the_connection_forgets_the_check(client, user, change):
    endpoint = EndpointFactory(owner=user, checked=True)

    assert client.patch(url_of(endpoint), change).json()["last_check"] is None
    endpoint.refresh_from_db()
    assert endpoint.server is None


def test_a_put_gives_all_required_fields(client, user):
    endpoint = EndpointFactory(owner=user)

    assert "host" in errors_of(client.put(url_of(endpoint), {"name": "other"}))
    assert client.put(url_of(endpoint), BODY).json()["host"] == BODY["host"]


def test_a_provider_that_does_not_sell_the_class_is_refused(client, user):
    endpoint = EndpointFactory(owner=user, instance_class=InstanceClassFactory())
    other = ProviderFactory()

    answer = client.patch(url_of(endpoint), {"provider": other.slug})

    assert list(errors_of(answer)) == ["provider"]


def test_a_deleted_endpoint_is_gone_and_its_secret_erased(client, user):
    endpoint = EndpointFactory(owner=user)
    run = RunFactory(owner=user, endpoint=endpoint, succeeded=True)

    answer = client.delete(url_of(endpoint))
    endpoint.refresh_from_db()

    assert answer.status_code == 204
    assert endpoint.password_encrypted == ""
    assert client.get(url_of(endpoint)).status_code == 404
    assert client.get(f"/api/v1/runs/{run.pk}/").status_code == 200


def test_an_endpoint_with_a_waiting_run_is_not_deleted(client, user):
    run = RunFactory(owner=user)

    answer = client.delete(url_of(run.endpoint))

    assert answer.status_code == 409
    assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.django_db(transaction=True)
def test_a_check_answers_with_what_was_found(client, user, worker):
    endpoint = EndpointFactory(owner=user, host="127.0.0.1", port=ports.choose())

    answer = client.post(url_of(endpoint, "check/"))

    assert answer.status_code == 200
    told = answer.json()
    assert told["ok"] is False
    assert told["code"] == "connection_refused"
    assert told["message"]
    assert told["checked_at"]
    assert told["server"] is None
    assert told["missing_privileges"] == []
    assert client.get(url_of(endpoint)).json()["last_check"] == told


def test_a_check_that_no_worker_answers_is_accepted(client, user, monkeypatch):
    monkeypatch.setitem(dispatch.check_endpoint.__kwdefaults__, "wait_seconds", 0.1)
    endpoint = EndpointFactory(owner=user)

    answer = client.post(url_of(endpoint, "check/"))

    assert answer.status_code == 202
    assert answer.json()["ok"] is None
    assert answer.json()["message"]
    assert Check.objects.get().endpoint == endpoint
    assert client.get(url_of(endpoint)).json()["last_check"] is None


def test_the_last_check_is_shown_with_the_server(client, user):
    endpoint = EndpointFactory(owner=user, checked=True)

    last = client.get(url_of(endpoint)).json()["last_check"]

    assert last["ok"] is True
    assert last["server"]["engine"] == "mysql"
    assert last["server"]["version"] == "8.0.36"


def test_a_list_holds_ones_own_in_few_queries(
    client, user, stranger, staff, django_assert_max_num_queries
):
    EndpointFactory.create_batch(12, owner=user, checked=True)

    with django_assert_max_num_queries(4):
        rows = client.get(ENDPOINTS).json()["results"]

    assert len(rows) == 12
    assert all(row["last_check"]["ok"] for row in rows)
    assert stranger.get(ENDPOINTS).json()["results"] == []
    assert len(staff.get(ENDPOINTS).json()["results"]) == 12


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
